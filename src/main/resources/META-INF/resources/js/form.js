/** The form: fills it, reads it, and puts each error next to its field. */
import { CURRENCIES, LIMITS, exampleAmount, lengthOf } from './content.js';
import { codeOf, countries, nameOf, otherNames } from './countries.js';
import { byId, el } from './dom.js';
import { language, t } from './i18n.js';
import { ruleOf } from './refusal.js';

const form = () => byId('form');

/** The present errors by field, and the sentence above them; written again when the language changes. */
let told = null;

/** The share of its limit from which a field shows how many characters are left. */
const NEAR = 0.8;

/** Values by field, as typed. */
export function read() {
  return Object.fromEntries(new FormData(form()));
}

export function fill(values) {
  form().reset();
  clearErrors();
  for (const [name, value] of Object.entries(values)) if (form().elements[name]) form().elements[name].value = value;
  translateCountries();
  tellLimits();
  tellExample();
}

export function isEmpty(values) {
  return Object.entries(values).every(([name, value]) => name === 'currency' || !value.trim());
}

/** Fills the list of countries that the fields offer, in the reader's language, unless it is there already. */
export function offerCountries() {
  const list = byId('countries');
  if (list.lang === language()) return;
  list.lang = language();
  list.replaceChildren(...[...countries(), ...otherNames()].map(({ code, name }) => el('option', { value: name }, code)));
}

/** Lists in the reader's language; countries chosen already are shown in it, too. */
export function translateLists() {
  offerCountries();
  const names = new Intl.DisplayNames([language()], { type: 'currency' });
  const chosen = byId('currency').value;
  byId('currency').replaceChildren(
    el('option', { value: '' }, '–'),
    ...CURRENCIES.map((code) => el('option', { value: code }, `${code} · ${names.of(code)}`)),
  );
  byId('currency').value = chosen;
  translateCountries();
  tellLimits();
  tellExample();
  if (told) paint(told);
}

/** The example beside the amount has the decimals of the chosen currency. */
export function tellExample() {
  byId('value-hint').textContent = t('apply.value.hint', { example: exampleAmount(byId('currency').value) });
}

/** Says how many characters are left, or too many, once a field comes near its limit. */
export function tellLimits() {
  for (const [field, max] of Object.entries(LIMITS)) {
    const control = form().elements[field];
    const box = control.closest('.field');
    const length = lengthOf(control.value);
    box.querySelector('.counter')?.remove();
    describe(control, `${field}-counter`, length >= max * NEAR);
    if (length < max * NEAR) continue;
    const words = length > max ? t('apply.over', { n: length - max }) : t('apply.left', { n: max - length });
    box.append(el('p', { class: 'counter', id: `${field}-counter` }, words));
  }
}

function translateCountries() {
  for (const field of ['origin', 'destination']) {
    const code = codeOf(byId(field).value);
    if (code) byId(field).value = nameOf(code);
  }
}

export function clearErrors() {
  told = null;
  unpaint();
}

/** Removes the errors of fields that are correct now. */
export function keepErrors(stillWrong) {
  if (!told) return;
  const errors = Object.fromEntries(Object.entries(told.errors).filter(([field]) => stillWrong(field)));
  if (Object.keys(errors).length === Object.keys(told.errors).length) return;
  if (Object.keys(errors).length === 0) return clearErrors();
  told = { ...told, errors };
  paint(told);
}

/** Errors by field as `{key, values, violation}`, the last only for a rule that belongs to no field; an empty field name stands for the form as a whole. `lead` is a key. */
export function showErrors(errors, lead) {
  told = { errors, lead };
  paint(told);
  byId('errors').focus();
}

function unpaint() {
  byId('errors').hidden = true;
  byId('errors').replaceChildren();
  form().querySelectorAll('.error').forEach((node) => node.remove());
  for (const control of form().querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
    describe(control, `${control.id}-error`, false);
  }
}

function paint({ errors, lead }) {
  unpaint();
  const links = Object.entries(errors).map(([field, { key, values, violation }]) => {
    const message = t(key, violation ? { message: ruleOf(violation) } : values);
    const control = form().elements[field];
    if (!control) return el('li', {}, message);
    control.setAttribute('aria-invalid', 'true');
    control.closest('.field').append(el('p', { class: 'error', id: `${field}-error` }, message));
    describe(control, `${field}-error`, true);
    const label = form().querySelector(`label[for=${field}]`).textContent;
    const go = (event) => (event.preventDefault(), control.focus());
    return el('li', {}, el('a', { href: `#${field}`, onclick: go }, label), ` – ${message}`);
  });
  const summary = el('p', {}, el('strong', {}, t('error.summary')));
  byId('errors').replaceChildren(summary, el('ul', {}, links), lead ? el('p', {}, t(lead)) : '');
  byId('errors').hidden = false;
}

function describe(control, id, on) {
  const ids = new Set((control.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean));
  if (on) ids.add(id);
  else ids.delete(id);
  if (ids.size) control.setAttribute('aria-describedby', [...ids].join(' '));
  else control.removeAttribute('aria-describedby');
}
