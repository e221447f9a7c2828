// The page's ./retry.js is put beside its other modules by the build; before that it is in clients/javascript.
export function resolve(specifier, context, next) {
  const retry = new URL('../../../clients/javascript/retry.js', import.meta.url).href;
  return specifier === './retry.js' ? next(retry, context) : next(specifier, context);
}
