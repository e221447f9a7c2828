/** Signs a person in: at the identity provider, or with a user of dev mode. */
import * as api from './api.js';
import { button, byId, el, link, show } from './dom.js';
import { t } from './i18n.js';
import * as store from './key-store.js';
import { session } from './storage.js';

const RETURN = 'uketsuke.return';

/** @param {(account: object) => void} signedIn called once there is an account */
export async function showSignIn(signedIn, problem) {
  const waiting = store.waitingForSignIn() > 0 ? el('p', { class: 'notice wait' }, t('login.waiting')) : null;
  const failure = problem ? el('p', { class: 'notice bad', role: 'alert' }, t(problem)) : null;
  const mode = await api.signInMode().catch(() => null);
  if (mode === null) return showUnreachable();
  const way = () =>
    mode === 'basic' ? basicForm(signedIn) : el('div', { class: 'actions' }, link(t('login.go'), '/login', 'button primary'));
  show(t('login.title'), [failure, el('p', {}, t('login.text')), waiting, problem === 'login.unavailable' ? null : way()]);
}

export function showUnreachable() {
  const again = el('div', { class: 'actions' }, button(t('list.retry'), () => location.reload(), 'primary'));
  show(t('title'), el('p', { class: 'notice bad' }, t('start.failed')), again);
}

/** Asks the person to sign in again after the session has ended, and then returns to this view. */
export function signInAgain() {
  rememberPlace();
  location.hash = '#/sign-in';
}

/** Stores the present view, so that the person returns to it from the identity provider. */
export function rememberPlace() {
  if (!location.hash.startsWith('#/sign-in')) session.setItem(RETURN, location.hash);
}

export function placeToReturn() {
  const place = session.getItem(RETURN);
  session.removeItem(RETURN);
  return place;
}

function basicForm(signedIn) {
  const field = (id, label, type, autocomplete) =>
    el('div', { class: 'field' }, el('label', { for: id }, t(label)), el('input', { id, name: id, type, autocomplete, required: true }));
  const failed = el('p', { class: 'error', role: 'alert', hidden: true }, t('login.wrong'));
  const submit = async (event) => {
    event.preventDefault();
    api.useBasic(byId('user').value, byId('password').value);
    const answer = await api.whoAmI().catch(() => null);
    if (answer?.status === 200) return signedIn(answer.body);
    api.forgetBasic();
    failed.hidden = false;
    byId('user').focus();
  };
  return el('form', { onsubmit: submit }, [
    el('p', { class: 'notice' }, t('login.basic')),
    field('user', 'login.user', 'text', 'username'),
    field('password', 'login.password', 'password', 'current-password'),
    failed,
    el('div', { class: 'actions' }, el('button', { type: 'submit', class: 'primary' }, t('login.go'))),
  ]);
}

/** Ends the session here and at the identity provider. */
export async function signOut() {
  store.forgetSettled();
  store.setCurrent(null);
  if ((await api.signInMode()) === 'basic') {
    api.forgetBasic();
    return location.assign('/');
  }
  const answer = await api.logOut().catch(() => null);
  const next = answer?.status === 200 ? answer.body?.continueAt : null;
  if (answer?.status === 200 || answer?.status === 401) return location.assign(next ?? '/');
  showUnreachable();
}
