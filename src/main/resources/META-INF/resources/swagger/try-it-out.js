/**
 * A plugin of Swagger UI: "Try it out" and "Reset" of the submission fill in a fresh key, and the inquiry is filled in with the
 * key that was sent last. "Execute" alone sends the same key again, so that a replay and a conflict can be seen.
 */
function UketsukeKeys() {
  const SUBMIT = 'post /v1/applications';
  const INQUIRE = 'get /v1/submissions';
  const NAMES = { [SUBMIT]: 'Idempotency-Key', [INQUIRE]: 'idempotencyKey' };
  const LAST = 'uketsuke.tried-key';
  let inquiry = null;

  const operation = ([path, method]) => `${method} ${path}`;
  // randomUUID exists on secure origins only; this page may be read over plain HTTP.
  const fresh = () => [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, '0')).join('');

  const fill = ({ pathMethod, parameters, specActions }) => {
    const name = NAMES[operation(pathMethod)];
    const parameter = name && parameters.find((each) => each.get('name') === name);
    if (!parameter) return;
    const change = (value) => specActions.changeParamByIdentity(pathMethod, parameter, value, false);
    if (operation(pathMethod) === SUBMIT) {
      change(fresh());
    } else {
      inquiry = change;
      const last = sessionStorage.getItem(LAST);
      if (last) change(last);
    }
  };

  return {
    wrapComponents: {
      parameters: (Original, { React }) => (props) => {
        const then = (next) => (...given) => {
          next(...given);
          fill(props);
        };
        return React.createElement(Original, { ...props, onTryoutClick: then(props.onTryoutClick), onResetClick: then(props.onResetClick) });
      },
    },
    statePlugins: {
      spec: {
        wrapActions: {
          executeRequest: (original) => (request) => {
            const key = request.parameters?.[`header.${NAMES[SUBMIT]}`];
            if (key && operation([request.pathName, request.method]) === SUBMIT) {
              sessionStorage.setItem(LAST, key);
              inquiry?.(key);
            }
            return original(request);
          },
        },
      },
    },
  };
}
