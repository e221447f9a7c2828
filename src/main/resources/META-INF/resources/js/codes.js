/** Words for the codes that the service writes: types, states, and reasons; what is no code stands as the service wrote it. */
import { el, said } from './dom.js';
import { has, t } from './i18n.js';

const known = (key, otherwise) => (has(key) ? t(key) : otherwise);

/** The type of a payment, an event or a message; the name of the topic where there is no type. */
export function typeOf({ type, topic }) {
  const status = /^application\.(.+)$/.exec(type)?.[1].toUpperCase().replaceAll('-', '_');
  if (has(`status.${status}`)) return t('type.application', { status: t(`status.${status}`) });
  return known(`type.${type}`, type ?? topic);
}

export const stateOf = ({ state }) => known(`items.state.${state}`, state);

/** Why something waits for a person; null without a reason. */
export const reasonOf = ({ reason }) => (reason ? (has(`reason.${reason}`) ? t(`reason.${reason}`) : inEnglish(reason)) : null);

/** The reason in an entry of a history: the service's own by its code, and what a person wrote as it is. */
export function historyReason({ reason, reasonCode, reasonValues }) {
  return reasonCode && has(`history.${reasonCode}`) ? t(`history.${reasonCode}`, reasonValues ?? {}) : reason;
}

/** A technical text of the service, for those who look for the cause; a screen reader reads it in English. */
export const inEnglish = (text) => (text ? el('bdi', { lang: 'en' }, text) : null);

/** What was last said about a message out: an error in English, or the note of whoever settled it. */
export const lastErrorOf = ({ state, lastError }) => (state === 'DROPPED' && lastError ? said(lastError) : inEnglish(lastError));

/** The kind of a discrepancy, such as a waybill of two applications. */
export const discrepancyOf = (name) => known(`discrepancy.${name}`, name);
