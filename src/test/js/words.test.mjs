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
