/** Builds elements; text is always text, so nothing that people enter can become markup. */
import { t } from './i18n.js';

/** `el('a', {href: '#', class: 'x', onclick: f}, 'text', child)`; null and false are left out. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const byId = (id) => document.getElementById(id);

/** Text that people have entered: its direction of writing does not change the text around it. */
export const said = (text) => el('bdi', {}, text);

/** How an id is shown where several stand side by side: its end, since ids made at the same time begin alike. The word joiner keeps a line from breaking after the dots. */
export const shortNumber = (id) => `…\u2060${id.slice(-8)}`;

/** An application's number with a button that copies it. `short` shows its end only. */
export function numberWithCopy(id, { short = false, elementId = null } = {}) {
  const copy = el('button', { type: 'button', class: 'quiet copy', 'aria-label': t('number.copy.label', { number: shortNumber(id) }) }, t('number.copy'));
  copy.addEventListener('click', async () => {
    const copied = await navigator.clipboard?.writeText(id).then(() => true, () => false);
    copy.textContent = t(copied ? 'number.copied' : 'number.not-copied');
  });
  const attributes = { class: 'number', id: elementId, 'data-number': id, title: short ? id : null };
  return el('span', { class: 'number-with-copy' }, el('span', attributes, short ? shortNumber(id) : id), ' ', copy);
}

/**
 * A button for what cannot be taken back: it asks first, in its own place.
 *
 * @param {{offer: string, question: string, yes: string, no: string}} words
 * @param {(box: HTMLElement) => void} act called once the person has said yes
 */
export function asksFirst(words, act, id) {
  const box = el('div', { class: 'actions', id });
  const offer = () => box.replaceChildren(button(words.offer, confirm, 'danger'));
  const confirm = () => {
    const yes = button(words.yes, () => {
      box.querySelectorAll('button').forEach((node) => (node.disabled = true));
      act(box);
    }, 'danger');
    box.replaceChildren(el('p', {}, words.question), yes, button(words.no, offer));
    yes.focus();
  };
  offer();
  return box;
}

/** Shows the nodes as the content of the page, under their heading, and takes the reader there. */
export function show(title, ...nodes) {
  const heading = el('h1', { tabindex: '-1' }, title);
  byId('skeleton').hidden = true;
  byId('form-view').hidden = true;
  const view = byId('view');
  view.hidden = false;
  view.replaceChildren(heading, ...nodes.flat(2).filter(Boolean));
  arrive(title, heading);
}

/** Whether a node still stands on the page: what arrives late must not take the reader back to where it was asked for. */
export const isShown = (node) => node.isConnected && !byId('view').hidden;

/** Title and focus of a new view: a screen reader begins to read there. */
export function arrive(title, heading) {
  document.title = `${title} · Uketsuke`;
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/**
 * Returns a listener that ignores the second click of a double click: it was meant for what stood there at the first, so it
 * must neither answer a question that has just been asked nor make the next move.
 *
 * @param {(event: MouseEvent) => void} [act] left out for a button that submits its form
 */
export const onFirstClick = (act) => (event) => (event.detail > 1 ? event.preventDefault() : act?.(event));

export const button = (text, onclick, kind = 'secondary') => el('button', { type: 'button', class: kind, onclick: onFirstClick(onclick) }, text);

export const link = (text, href, kind) => el('a', { href, class: kind }, text);

/** Terms and what they are. Pairs without a value are left out. */
export function facts(pairs) {
  const rows = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return el('dl', { class: 'facts' }, rows.map(([term, value]) => el('div', {}, el('dt', {}, term), el('dd', {}, value))));
}
