/** How a status looks and what it means: "accepted" never looks like "shipped". */
import { el } from './dom.js';
import { t } from './i18n.js';

/** The way of an application that goes well. */
export const STAGES = ['ACCEPTED', 'WAREHOUSE_CHECKED', 'FEE_CONFIRMED', 'PAID', 'SHIPPED', 'DELIVERED'];
export const ENDED = ['CANCELLED', 'REFUNDED'];
export const STATUSES = [...STAGES, ...ENDED];
/** Somebody still has something to do. */
export const OPEN = ['ACCEPTED', 'WAREHOUSE_CHECKED', 'FEE_CONFIRMED', 'PAID', 'SHIPPED'];
export const CANCELLABLE = ['ACCEPTED', 'WAREHOUSE_CHECKED', 'FEE_CONFIRMED'];

export function badge(status) {
  return el('span', { class: `status ${kind(status)}`, 'data-status': status }, t(`status.${status}`));
}

export const meaning = (status) => t(`means.${status}`);

function kind(status) {
  if (ENDED.includes(status)) return 'ended';
  return { SHIPPED: 'moving', DELIVERED: 'arrived' }[status] ?? 'open';
}
