/** Between what people type and the content of the API: no DOM, so that every rule stands in one place. */
import { codeOf, nameOf } from './countries.js';

export const CURRENCIES =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD IDR ILS INR JPY KRW MXN MYR NOK NZD PHP PLN SEK SGD THB TRY TWD USD VND ZAR'
    .split(' ');

/** The most characters that a text field may have; the service counts code points, as this page does. */
export const LIMITS = { name: 200, phone: 200, postal: 200, reference: 100 };
const MAX_ADDRESS_LINE = 200;

export const lengthOf = (text) => [...text.trim().normalize('NFC')].length;

/** Which field of the form a member of the API stands in. */
export const FIELD_OF = {
  origin: 'origin',
  destination: 'destination',
  parcels: 'parcels',
  totalWeightGrams: 'weight',
  'declaredValue.amount': 'value',
  declaredValue: 'value',
  'declaredValue.currency': 'currency',
  'recipient.name': 'name',
  'recipient.phone': 'phone',
  'recipient.postalCode': 'postal',
  'recipient.addressLines': 'address',
  clientReference: 'reference',
};

/**
 * Reads the form.
 *
 * @param {Record<string, string>} form values by field
 * @returns {{content: object, errors: Record<string, {key: string, values?: object}>}} errors by field; the content is
 *     complete only without errors
 */
export function contentOf(form) {
  const errors = {};
  const text = (field) => (form[field] ?? '').trim();
  const country = (field) => codeOf(text(field)) ?? ((errors[field] = { key: 'error.country' }), null);
  const content = { origin: country('origin'), destination: country('destination'), parcels: 0 };

  const parcels = ascii(text('parcels'));
  if (/^\d{1,3}$/.test(parcels) && Number(parcels) > 0) content.parcels = Number(parcels);
  else errors.parcels = { key: 'error.parcels' };

  if (text('weight')) {
    const grams = gramsOf(text('weight'));
    if (grams) content.totalWeightGrams = grams;
    else errors.weight = { key: 'error.weight' };
  }
  if (text('value')) {
    const amount = ascii(text('value'));
    const known = CURRENCIES.includes(form.currency);
    const digits = known ? digitsOf(form.currency) : 4;
    if (!known) errors.currency = { key: 'error.currency' };
    if (!new RegExp(digits ? `^\\d{1,15}(\\.\\d{1,${digits}})?$` : '^\\d{1,15}$').test(amount)) {
      errors.value = known ? { key: digits ? 'error.value' : 'error.value.whole', values: { digits } } : { key: 'error.amount' };
    } else if (known) content.declaredValue = { amount, currency: form.currency };
  }
  for (const [field, max] of Object.entries(LIMITS)) {
    if (lengthOf(text(field)) > max) errors[field] = { key: 'error.long', values: { max } };
  }
  const lines = text('address').split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
  if (lines.length > 5) errors.address = { key: 'error.address' };
  else if (lines.some((line) => lengthOf(line) > MAX_ADDRESS_LINE)) errors.address = { key: 'error.line', values: { max: MAX_ADDRESS_LINE } };
  const recipient = { name: text('name'), phone: text('phone'), postalCode: text('postal'), addressLines: lines };
  for (const name of Object.keys(recipient)) if (recipient[name].length === 0) delete recipient[name];
  if (Object.keys(recipient).length > 0) content.recipient = recipient;
  if (text('reference')) content.clientReference = text('reference');
  return { content, errors };
}

/** The form for the same content once more; the inverse of {@link contentOf}. */
export function formOf({ origin, destination, parcels, totalWeightGrams, declaredValue, recipient = {}, clientReference }) {
  return {
    origin: nameOf(origin),
    destination: nameOf(destination),
    parcels: String(parcels),
    weight: totalWeightGrams ? String(totalWeightGrams / 1000) : '',
    value: declaredValue?.amount ?? '',
    currency: declaredValue?.currency ?? '',
    name: recipient?.name ?? '',
    phone: recipient?.phone ?? '',
    postal: recipient?.postalCode ?? '',
    address: (recipient?.addressLines ?? []).join('\n'),
    reference: clientReference ?? '',
  };
}

/** An amount as an example, with as many decimals as the currency has. */
export const exampleAmount = (currency) => (120).toFixed(currency ? digitsOf(currency) : 2);

/** The words for a rule that the service found broken. */
export function errorOf(field, violation, currency) {
  if (field === 'origin' || field === 'destination') return { key: 'error.country' };
  if (['parcels', 'weight', 'currency'].includes(field)) return { key: `error.${field}` };
  if (field === 'value') {
    const digits = digitsOf(currency);
    return { key: digits ? 'error.value' : 'error.value.whole', values: { digits } };
  }
  if (field) return { key: 'error.text' };
  return { key: 'error.other', values: { message: violation.message }, violation };
}

/** Kilograms to whole grams, digit by digit: never through a binary fraction. Null if it is no such number. */
export function gramsOf(text) {
  const match = /^(\d{1,5})(?:[.,](\d{1,3}))?$/.exec(ascii(text));
  if (!match) return null;
  const grams = Number(match[1]) * 1000 + Number((match[2] ?? '').padEnd(3, '0'));
  return grams >= 1 && grams <= 30_000_000 ? grams : null;
}

/** How many decimals a currency has. */
export function digitsOf(currency) {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  } catch {
    return 2;
  }
}

/** Full-width digits, as Japanese keyboards give them, are digits. */
const ascii = (text) => text.normalize('NFKC').trim();
