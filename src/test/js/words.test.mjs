// Every text exists in each language, and each status that the API can answer with has a name and an explanation.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const RESOURCES = '../../main/resources/META-INF/resources/js/i18n/';
const LANGUAGES = ['en', 'ja', 'ko'];
const desk = await import(`${RESOURCES}desk.js`);
const problems = await import(`${RESOURCES}problems.js`);
const words = Object.fromEntries(
  await Promise.all(LANGUAGES.map(async (tag) => [tag, { ...(await import(`${RESOURCES}${tag}.js`)).default, ...desk[tag], ...problems[tag] }])),
);

for (const tag of LANGUAGES) {
  test(`${tag} has the same texts as English, with the same placeholders`, () => {
    assert.deepEqual(Object.keys(words[tag]).sort(), Object.keys(words.en).sort());
    const placeholders = (text) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
    for (const [key, text] of Object.entries(words.en)) {
      assert.deepEqual(placeholders(words[tag][key]), placeholders(text), `${tag} ${key}`);
    }
  });
}

test('each status of the life has a name and a meaning', () => {
  const source = readFileSync(
    new URL('../../main/java/dev/uketsuke/applications/ApplicationStatus.java', import.meta.url),
    'utf8',
  );
  const statuses = [...source.matchAll(/^ {2}([A-Z_]+)[,;({]/gm)].map(([, name]) => name);
  assert.ok(statuses.length >= 8, 'the statuses are recognised');
  for (const status of statuses) {
    assert.ok(words.en[`status.${status}`], `status.${status}`);
    assert.ok(words.en[`means.${status}`], `means.${status}`);
  }
});

test('each outcome of a submission that the metrics count has words', () => {
  const file = new URL('../../main/java/dev/uketsuke/submissions/SubmissionOutcome.java', import.meta.url);
  const kinds = /enum Kind \{([^}]*?)\n {2}\}/s.exec(readFileSync(file, 'utf8').replace(/\{@code/g, '('))[1];
  const names = [...kinds.matchAll(/^ {4}([A-Z_]+),?$/gm)].map(([, name]) => name.toLowerCase());
  assert.ok(names.length >= 11, String(names));
  for (const name of names) assert.ok(words.en[`outcome.${name}`], name);
});

/** A file of the service. */
const java = (path) => readFileSync(new URL(`../../main/java/dev/uketsuke/${path}.java`, import.meta.url), 'utf8');

/** The constants of an enum of the service; `least` of them must be found. */
function constants(path, least) {
  const body = /enum \w+[^{]*\{(.*)/s.exec(java(path))[1].replace(/\/\*.*?\*\//gs, '');
  const found = [...body.split(/;\s*$/m)[0].matchAll(/^ {2}([A-Z][A-Z_]+)\b/gm)].map(([, name]) => name);
  assert.ok(found.length >= least, `${path}: ${found}`);
  return found;
}

globalThis.localStorage = { getItem: () => null, setItem() {}, removeItem() {} };
globalThis.navigator ??= { languages: ['en'] };
globalThis.document = { createElement: () => ({ setAttribute() {}, append() {} }) };
const { typeOf, historyReason } = await import('../../main/resources/META-INF/resources/js/codes.js');

const kebab = (name) => name.toLowerCase().replaceAll('_', '-');

test('each reason that the service writes into a history has words', () => {
  for (const name of constants('settlement/HistoryReason', 5)) {
    assert.ok(words.en[`history.${kebab(name)}`], name);
    const places = [...java('settlement/HistoryReason').split(`${name}("`)[1].split('")')[0].matchAll(/\{(\w+)\}/g)].map(([, place]) => place);
    for (const place of places) assert.ok(words.en[`history.${kebab(name)}`].includes(`{${place}}`), `${name} ${place}`);
  }
  assert.equal(historyReason({ reason: 'Waybill number W.', reasonCode: 'waybill-recorded', reasonValues: { number: 'W' } }), 'Waybill number W');
  assert.equal(historyReason({ reason: 'Waybill number W.' }), 'Waybill number W.', 'what a person wrote');
  assert.equal(historyReason({ reason: 'News', reasonCode: 'brand-new' }), 'News', 'what only a newer service knows');
});

test('each type of event, payment and message has words', () => {
  const warehouse = [...java('warehouse/EventKind').matchAll(/\("(warehouse\.[a-z-]+)"/g)].map(([, type]) => type);
  const statuses = constants('applications/ApplicationStatus', 8).map((status) => `application.${kebab(status)}`);
  const orders = [...java('applications/MoveMessages').matchAll(/"(waybill\.[a-z.-]+)"/g)].map(([, type]) => type);
  assert.ok(warehouse.length >= 3 && orders.length >= 1, `${warehouse} ${orders}`);
  for (const type of [...warehouse, ...statuses, ...orders, ...constants('payments/PaymentType', 3)]) assert.notEqual(typeOf({ type }), type);
  assert.equal(typeOf({ type: 'brand.new' }), 'brand.new');
});

test('each reason for which something waits for a person has words', () => {
  const events = ['inbox/Inbox', 'warehouse/MatchEvents'].flatMap((path) => [...java(path).matchAll(/static final String [A-Z_]+ = "([A-Z_]+)";/g)].map(([, reason]) => reason));
  assert.ok(events.length >= 3, String(events));
  for (const reason of [...constants('payments/UnmatchedReason', 8), ...events]) assert.ok(words.en[`reason.${reason}`], reason);
});

test('each state, actor and kind of discrepancy has words', () => {
  const states = { 'payments/PaymentState': 4, 'inbox/InboxState': 4, 'outbox/OutboxState': 4, 'kafka/DeadLetterState': 3 };
  for (const [path, least] of Object.entries(states)) {
    for (const state of constants(path, least)) assert.ok(words.en[`items.state.${state}`], state);
  }
  for (const actor of constants('applications/Actor', 5)) assert.ok(words.en[`detail.by.${actor.toLowerCase()}`], actor);
  const kinds = [...java('reconciliation/Reconciliation').matchAll(/^ {4}Kind (\w+)[,)]/gm)].map(([, name]) => name);
  assert.ok(kinds.length >= 15, String(kinds));
  for (const kind of kinds) assert.ok(words.en[`discrepancy.${kind}`], kind);
});
