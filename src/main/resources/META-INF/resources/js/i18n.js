/** The words of the page, in the reader's language; chosen by the browser until the reader chooses. */
import * as desk from './i18n/desk.js';
import en from './i18n/en.js';
import ja from './i18n/ja.js';
import ko from './i18n/ko.js';
import * as problems from './i18n/problems.js';
import { local } from './storage.js';

const LANGUAGES = {
  en: { ...en, ...desk.en, ...problems.en },
  ja: { ...ja, ...desk.ja, ...problems.ja },
  ko: { ...ko, ...desk.ko, ...problems.ko },
};
const CHOSEN = 'uketsuke.language';

export const languages = Object.keys(LANGUAGES);

/** `en`, `ja` or `ko`. */
export function language() {
  const chosen = local.getItem(CHOSEN);
  if (chosen in LANGUAGES) return chosen;
  const wished = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wished.find((tag) => tag in LANGUAGES) ?? 'en';
}

export function choose(tag) {
  local.setItem(CHOSEN, tag);
}

/** The text for a key, `{name}` replaced by values. */
export function t(key, values = {}) {
  const text = LANGUAGES[language()][key] ?? LANGUAGES.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

export const has = (key) => key in LANGUAGES.en;

/** Fills in the fixed texts of the document: `data-t` names the text of a node, `data-t-label` the text of its `aria-label`. */
export function translate(root = document) {
  document.documentElement.lang = language();
  for (const node of root.querySelectorAll('[data-t]')) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll('[data-t-label]')) node.setAttribute('aria-label', t(node.dataset.tLabel));
}

/** Returns the maker's object for the language; made once for each, because the browser takes long to make one. */
export function perLanguage(make) {
  const made = new Map();
  return (tag = language()) => made.get(tag) ?? made.set(tag, make(tag)).get(tag);
}

const longTime = perLanguage((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium' }));
const denseTime = perLanguage((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'short', timeStyle: 'short' }));

/** Day and time to the second, where the reader is. */
export const time = (iso) => longTime().format(new Date(iso));

/** Day and time in few characters, for dense rows. */
export const shortTime = (iso) => denseTime().format(new Date(iso));

export function money({ amount, currency }) {
  return `${amount} ${currency}`;
}
