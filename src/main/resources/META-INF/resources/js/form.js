/** The form: fills it, reads it, and puts each error next to its field. */
import { CURRENCIES } from './content.js';
import { codeOf, countries, nameOf } from './countries.js';
import { byId, el } from './dom.js';
import { language, t } from './i18n.js';

const form = () => byId('form');

/** Values by field, as typed. */
export function read() {
  return Object.fromEntries(new FormData(form()));
}

export function fill(values) {
  form().reset();
  clearErrors();
  for (const [name, value] of Object.entries(values)) if (form().elements[name]) form().elements[name].value = value;
  translateCountries();
}

export function isEmpty(values) {
  return Object.entries(values).every(([name, value]) => name === 'currency' || !value.trim());
}

/** Lists in the reader's language; countries chosen already are shown in it, too. */
export function translateLists() {
  byId('countries').replaceChildren(...countries().map(({ code, name }) => el('option', { value: name }, code)));
  const names = new Intl.DisplayNames([language()], { type: 'currency' });
  const chosen = byId('currency').value;
  byId('currency').replaceChildren(
    el('option', { value: '' }, '–'),
    ...CURRENCIES.map((code) => el('option', { value: code }, `${code} · ${names.of(code)}`)),
  );
  byId('currency').value = chosen;
  translateCountries();
}

function translateCountries() {
  for (const field of ['origin', 'destination']) {
    const code = codeOf(byId(field).value);
    if (code) byId(field).value = nameOf(code);
  }
}

export function clearErrors() {
  byId('errors').hidden = true;
  byId('errors').replaceChildren();
  form().querySelectorAll('.error').forEach((node) => node.remove());
  for (const control of form().querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
    describe(control, `${control.id}-error`, false);
  }
}

/** Errors by field as `{key, values}`; an empty field name stands for the form as a whole. */
export function showErrors(errors, lead) {
  clearErrors();
  const links = Object.entries(errors).map(([field, { key, values }]) => {
    const message = t(key, values);
    const control = form().elements[field];
    if (!control) return el('li', {}, message);
    control.setAttribute('aria-invalid', 'true');
    control.closest('.field').append(el('p', { class: 'error', id: `${field}-error` }, message));
    describe(control, `${field}-error`, true);
    const label = form().querySelector(`label[for=${field}]`).textContent;
    const go = (event) => (event.preventDefault(), control.focus());
    return el('li', {}, el('a', { href: `#${field}`, onclick: go }, label), ` – ${message}`);
  });
  byId('errors').replaceChildren(el('p', {}, el('strong', {}, t('error.summary'))), el('ul', {}, links), lead ? el('p', {}, lead) : '');
  byId('errors').hidden = false;
  byId('errors').focus();
}

function describe(control, id, on) {
  const ids = new Set((control.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean));
  if (on) ids.add(id);
  else ids.delete(id);
  if (ids.size) control.setAttribute('aria-describedby', [...ids].join(' '));
  else control.removeAttribute('aria-describedby');
}
