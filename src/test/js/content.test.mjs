// Between what people type and the content of the API.
import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.localStorage = { getItem: () => null, setItem() {}, removeItem() {} };
globalThis.navigator ??= { languages: ['en'] };
const JS = '../../main/resources/META-INF/resources/js/';
const { codeOf, nameOf } = await import(`${JS}countries.js`);
const { contentOf, formOf, exampleAmount } = await import(`${JS}content.js`);

const CODES = {
  US: ['USA', 'usa', 'United States', 'America', '米国', 'アメリカ', 'us'],
  GB: ['UK', 'England', 'United Kingdom', 'Great Britain', '英国', '영국'],
  KR: ['Korea', 'South Korea', '대한민국', '韓国', 'kr'],
  HK: ['Hong Kong', '香港', '홍콩'],
  TR: ['Turkey', 'Türkiye', 'turkiye', 'トルコ'],
  CZ: ['Czech Republic', 'Czechia', 'Česko', 'チェコ'],
  DE: ['Deutschland', 'Germany', 'ドイツ', '독일'],
};

for (const [code, names] of Object.entries(CODES)) {
  test(`${code} is found by the names people use`, () => {
    for (const name of names) assert.equal(codeOf(name), code, name);
  });
}

test('a name that belongs to no country is none', () => {
  for (const name of ['Atlantis', '', '  ', 'XX']) assert.equal(codeOf(name), null, name);
});

const FORM = { origin: 'Australia', destination: 'South Korea', parcels: '3' };

test('value and currency are found wrong in one round', () => {
  const { errors } = contentOf({ ...FORM, value: '1.5.5', currency: '' });
  assert.deepEqual(Object.keys(errors).sort(), ['currency', 'value']);
});

test('an amount is checked by its currency', () => {
  assert.equal(contentOf({ ...FORM, value: '120.5', currency: 'JPY' }).errors.value.key, 'error.value.whole');
  assert.deepEqual(contentOf({ ...FORM, value: '120.5', currency: 'AUD' }).content.declaredValue, { amount: '120.5', currency: 'AUD' });
  assert.equal(exampleAmount('JPY'), '120');
  assert.equal(exampleAmount('AUD'), '120.00');
});

test('text is counted in code points, as the service counts it', () => {
  assert.equal(contentOf({ ...FORM, reference: '𠮷'.repeat(100) }).errors.reference, undefined);
  assert.equal(contentOf({ ...FORM, reference: '𠮷'.repeat(101) }).errors.reference.values.max, 100);
});

test('the form for an application once more gives the same content', () => {
  const content = {
    origin: 'AU', destination: 'KR', parcels: 3, totalWeightGrams: 2500,
    declaredValue: { amount: '120.00', currency: 'AUD' },
    recipient: { name: 'A', phone: '1', postalCode: '2', addressLines: ['x', 'y'] }, clientReference: 'r',
  };
  assert.deepEqual(contentOf(formOf(content)).content, content);
  assert.equal(formOf(content).origin, nameOf('AU'));
});
