/** The view of the form: shows it for an operation, and submits it. */
import { FIELD_OF, contentOf, errorOf } from './content.js';
import { arrive, byId, button, el, link, numberWithCopy, show } from './dom.js';
import * as form from './form.js';
import { t } from './i18n.js';
import * as store from './key-store.js';
import { begin, freeze, resultHref } from './operation.js';

/** How long to wait for the lock of an operation, because a tab that is being reloaded releases it late. */
const HANDOVER_MS = 1500;

let operation = null;

/** Shows the form of an operation; without an id, that of this tab's operation, of a stored draft, or of a new one. */
export async function showForm(id) {
  const asked = location.hash;
  const found = id ? store.load(id) : null;
  if (id && !found) return showGone();
  const chosen = found ?? (await draft());
  const taken = !found || (await store.take(found.id, HANDOVER_MS));
  if (location.hash !== asked) return; // the reader has gone on meanwhile
  if (!taken) return showElsewhere();
  if (chosen.state === store.State.SENT) return location.replace(resultHref(chosen));
  operation = chosen;
  store.setCurrent(operation.id);
  if (!id) history.replaceState(null, '', formHref(operation));
  open();
}

export const formHref = ({ id }) => `#/apply/${id}`;

async function draft() {
  const drafts = store.all().filter(({ state }) => state === store.State.DRAFT);
  const mine = drafts.filter(({ id }) => id === store.current());
  for (const candidate of mine) if (await store.take(candidate.id, HANDOVER_MS)) return candidate;
  for (const candidate of drafts) if (await store.take(candidate.id)) return candidate;
  const created = await begin({});
  await store.take(created.id);
  return created;
}

function open() {
  byId('skeleton').hidden = true;
  byId('view').hidden = true;
  byId('form-view').hidden = false;
  form.translateLists();
  form.fill(operation.form);
  byId('restored').hidden = form.isEmpty(operation.form) || operation.outcome != null;
  showAcceptedBefore();
  arrive(t('apply.title'), byId('form-title'));
  if (operation.outcome?.violations && operation.state === store.State.DRAFT) showRefusal(operation.outcome);
}

/** Tells a person who returns to the form of an accepted application that it is accepted, before it is sent again. */
function showAcceptedBefore() {
  const number = operation.outcome?.receipt?.applicationId;
  byId('accepted-before').hidden = !number;
  if (!number) return byId('accepted-before').replaceChildren();
  byId('accepted-before').replaceChildren(
    el('p', {}, t('apply.accepted-before'), ' ', numberWithCopy(number)),
    el('p', {}, link(t('sent.follow'), `#/application/${number}`), ' · ', button(t('sent.another'), () => startAnother(), 'quiet')),
  );
}

/** Stores every change, so that a crash loses at most a keystroke; removes an error when its entry is corrected. */
function keep(event) {
  const values = form.read();
  if (operation?.state === store.State.DRAFT) operation = store.save({ ...operation, form: values });
  const { errors } = contentOf(values);
  // The value and its currency are one entry in two fields.
  const changed = ['value', 'currency'].includes(event.target.name) ? ['value', 'currency'] : [event.target.name];
  form.keepErrors((field) => !changed.includes(field) || field in errors);
  form.tellLimits();
  form.tellExample();
}

function send(event) {
  event.preventDefault();
  const values = form.read();
  const { content, errors } = contentOf(values);
  if (Object.keys(errors).length > 0) return form.showErrors(errors);
  const body = JSON.stringify(content);
  operation = freeze(operation, values, body);
  location.hash = resultHref(operation);
}

/** Shows the violations that the service reports next to their fields; the key stays the same. */
function showRefusal({ violations }) {
  const errors = {};
  for (const violation of violations) {
    const field = FIELD_OF[violation.field.replace(/\[\d+\]$|\.\d+$/, '')] ?? '';
    errors[field] ??= errorOf(field, violation, operation.form.currency);
  }
  form.showErrors(errors, 'error.kept');
}

function showGone() {
  show(t('sent.gone.title'), el('p', {}, t('sent.gone.text')), el('div', { class: 'actions' }, another()));
}

function showElsewhere() {
  show(t('apply.title'), el('p', { class: 'notice wait' }, t('apply.other-tab')), el('div', { class: 'actions' }, another()));
}

const another = () => button(t('sent.another'), startAnother, 'primary');

/** Begins a new operation with the given values in the form. */
export async function startAnother(values = {}) {
  const created = await begin(values instanceof Event ? {} : values);
  await store.take(created.id);
  location.hash = formHref(created);
}

export function connect() {
  byId('form').addEventListener('submit', send);
  byId('form').addEventListener('input', keep);
  byId('form').addEventListener('change', keep); // a choice, or what the browser fills in by itself
}
