/** Starts the page: who is signed in, which view the address names, and the language. */
import * as api from './api.js';
import { connect, showForm } from './apply.js';
import { showDesk } from './desk.js';
import { showDetail } from './detail.js';
import { byId, said } from './dom.js';
import { whoAmI } from './early.js';
import { translateLists } from './form.js';
import { choose, language, t, translate } from './i18n.js';
import * as store from './key-store.js';
import { showItems } from './items.js';
import { showList } from './list.js';
import { resultHref } from './operation.js';
import { untilAnswered } from './retry.js';
import { changed, leave, renderPending, showSent, wake } from './sent.js';
import { placeToReturn, rememberPlace, showSignIn, showUnreachable, signOut } from './sign-in.js';
import { onRefusal } from './storage.js';
import { showTable } from './table.js';

let me = null;

const DESK_VIEWS = ['desk', 'table', 'items'];
const isStaff = () => me.roles.includes('staff');

async function start() {
  translate();
  byId('language').value = language();
  byId('language').addEventListener('change', changeLanguage);
  byId('sign-out').addEventListener('click', signOut);
  byId('skip').addEventListener('click', skip);
  connect();
  addEventListener('hashchange', route);
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());
  onRefusal(() => (byId('not-kept').hidden = false));
  store.onAccountChange(() => location.reload());
  store.onOperationChange((id) => (changed(id), renderPending()));

  const asked = new URLSearchParams(location.search);
  const failed = asked.has('error') ? 'login.failed' : asked.has('sign-in') ? 'login.unavailable' : null;
  if (location.search) history.replaceState(null, '', location.pathname + location.hash);
  const answer = await untilAnswered(whoAmI, { limits: { inquiries: 2 } });
  if (answer?.status === 200) return signedIn(answer.body);
  if (answer?.status === 403) return refuse('login.forbidden');
  if (answer?.status !== 401) return showUnreachable();
  rememberPlace();
  refuse(failed);
}

function refuse(problem) {
  me = null;
  byId('signed-in').hidden = problem !== 'login.forbidden';
  byId('nav').hidden = true;
  showSignIn(signedIn, problem);
}

async function signedIn(account) {
  me = account;
  await extendInDevMode();
  store.setAccount(account.accountId);
  store.tidy();
  byId('signed-in').hidden = false;
  byId('nav').hidden = false;
  document.querySelectorAll('[data-for]').forEach((node) => (node.hidden = (node.dataset.for === 'staff') !== isStaff()));
  showName();
  const place = placeToReturn() || location.hash;
  const waiting = store.unresolved()[0];
  const home = waiting ? resultHref(waiting) : isStaff() ? '#/desk' : '#/apply';
  const target = !place || place === '#/' || place.startsWith('#/sign-in') ? home : place;
  if (location.hash === target) route();
  else location.replace(target);
}

/** Only dev mode has embedded users, and only dev mode serves this script. */
async function extendInDevMode() {
  if ((await api.signInMode()) === 'basic') await import('/local/play.js').catch(() => null);
}

function showName() {
  byId('who').replaceChildren(said(t('signed-in-as', { name: me.name })));
  byId('who').title = me.name;
}

function route() {
  leave();
  if (location.hash.startsWith('#/sign-in') || !me) return refuse(null);
  const [path, query] = location.hash.split('?');
  const [, view, id] = path.split('/');
  const parameters = new URLSearchParams(query);
  document.body.classList.remove('wide-view');
  for (const node of document.querySelectorAll('nav a')) {
    if (node.dataset.view === view) node.setAttribute('aria-current', 'page');
    else node.removeAttribute('aria-current');
  }
  const views = {
    apply: () => showForm(id),
    sent: () => showSent(id),
    list: () => showList(isStaff()),
    application: () => showDetail(id, { isStaff: isStaff() }),
    desk: () => showDesk(),
    table: () => showTable(parameters),
    items: () => showItems(id, parameters),
  };
  if (DESK_VIEWS.includes(view) && !isStaff()) return location.replace('#/list');
  (views[view] ?? views.apply)();
  renderPending();
}

function changeLanguage() {
  choose(byId('language').value);
  translate();
  if (me) showName();
  translateLists();
  // The form keeps what was typed; every other view is drawn anew.
  if (byId('form-view').hidden) route();
  else {
    document.title = `${t('apply.title')} · ${t('title')}`;
    byId('language').focus();
  }
}

/** The address of a view stands in the fragment, so the link cannot simply lead to another one. */
function skip(event) {
  event.preventDefault();
  (document.querySelector('#view:not([hidden]) h1') ?? byId('form-title')).focus();
}

start();
