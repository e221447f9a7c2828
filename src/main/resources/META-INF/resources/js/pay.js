/** What an applicant reads while the fee is to be paid: it is the applicant's turn, so this stands out. */
import { el, said } from './dom.js';
import { language, money, t } from './i18n.js';

export const isToPay = ({ status, fee }) => status === 'FEE_CONFIRMED' && Boolean(fee);

/** How much, where and how; without a configured way the operator tells it. Null when nothing is to be paid. */
export function payNotice(application) {
  if (!isToPay(application)) return null;
  const { payment, fee } = application;
  const words = payment?.translations?.[language()] ?? payment?.text;
  return el('section', { class: 'notice pay', id: 'pay', 'aria-labelledby': 'pay-title' }, [
    el('h2', { id: 'pay-title' }, t('pay.title')),
    el('p', { class: 'sum' }, money(fee)),
    words ? el('p', { class: 'how' }, said(words)) : null,
    words || payment?.url ? null : el('p', {}, t('pay.by-operator')),
    payment?.url ? el('p', {}, el('a', { class: 'button primary', href: payment.url }, t('pay.go', { fee: money(fee) }))) : null,
    el('p', { class: 'small' }, t('pay.then')),
  ]);
}
