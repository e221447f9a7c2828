// Why the service refused something has words in each language, whatever the service can send.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { test } from 'node:test';

register('./page-modules.mjs', import.meta.url);
globalThis.localStorage = { getItem: () => null, setItem() {}, removeItem() {} };
globalThis.navigator ??= { languages: ['en'] };
const JS = '../../main/resources/META-INF/resources/js/';
const problems = await import(`${JS}i18n/problems.js`);
const { refusalOf } = await import(`${JS}refusal.js`);
const LANGUAGES = ['en', 'ja', 'ko'];

/** The constants of an enum of the service, as they are sent. */
function slugs(file, pattern) {
  const source = readFileSync(new URL(`../../main/java/dev/uketsuke/problems/${file}`, import.meta.url), 'utf8');
  const scope = file === 'Violation.java' ? /enum Code \{([^;]*);/.exec(source)[1] : source;
  return [...scope.matchAll(pattern)].map(([, name]) => name.toLowerCase().replaceAll('_', '-'));
}

const CODES = slugs('Violation.java', /^ {4}([A-Z_]+)[,;]?$/gm);
const TYPES = slugs('ProblemType.java', /^ {2}([A-Z_]+)\(/gm);

test('the enums are recognised', () => {
  assert.ok(CODES.length >= 9 && CODES.includes('not-a-choice') && CODES.includes('invalid'), String(CODES));
  assert.ok(TYPES.length >= 28 && TYPES.includes('illegal-transition'), String(TYPES));
});

for (const tag of LANGUAGES) {
  test(`${tag} has words for each violation code and problem type, and for no other`, () => {
    const wanted = [...CODES.map((code) => `violation.${code}`), ...TYPES.map((type) => `problem.${type}`), 'violation.named'];
    assert.deepEqual(Object.keys(problems[tag]).sort(), wanted.sort());
    for (const [key, text] of Object.entries(problems[tag])) assert.ok(text.trim(), key);
  });
}

test('broken rules are told by the names of the page, not in the words of the service', () => {
  const violations = [{ field: 'origin', code: 'not-a-choice', message: 'must be …' }];
  const told = refusalOf({ type: 'https://s.example/problems/invalid-request', violations });
  assert.equal(told, 'Sent from: this is not one of the possible values');
});

test('what only a newer version of the service knows is told in its own words', () => {
  assert.equal(refusalOf({ type: 'https://s.example/problems/brand-new', detail: 'Because.' }), 'Because.');
  assert.equal(refusalOf({ violations: [{ field: 'x', code: 'brand-new', message: 'is odd' }] }), 'x: is odd');
  assert.equal(refusalOf(null), '');
});
