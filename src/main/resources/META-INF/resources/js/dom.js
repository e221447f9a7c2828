/** Builds elements; text is always text, so nothing that people enter can become markup. */

/** `el('a', {href: '#', class: 'x', onclick: f}, 'text', child)`; null and false are left out. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const byId = (id) => document.getElementById(id);

/** Shows the nodes as the content of the page, under their heading, and takes the reader there. */
export function show(title, ...nodes) {
  const heading = el('h1', { tabindex: '-1' }, title);
  byId('form-view').hidden = true;
  const view = byId('view');
  view.hidden = false;
  view.replaceChildren(heading, ...nodes.flat().filter(Boolean));
  arrive(title, heading);
}

/** Title and focus of a new view: a screen reader begins to read there. */
export function arrive(title, heading) {
  document.title = `${title} · Uketsuke`;
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}

export const button = (text, onclick, kind = 'secondary') => el('button', { type: 'button', class: kind, onclick }, text);

export const link = (text, href, kind) => el('a', { href, class: kind }, text);

/** Terms and what they are. Pairs without a value are left out. */
export function facts(pairs) {
  const rows = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return el('dl', { class: 'facts' }, rows.map(([term, value]) => el('div', {}, el('dt', {}, term), el('dd', {}, value))));
}
