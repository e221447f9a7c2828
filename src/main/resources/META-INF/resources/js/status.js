/** The look and the meaning of each status; each has a look of its own. */
import { el } from './dom.js';
import { t } from './i18n.js';

/** The statuses of an application that is neither cancelled nor refunded, in order. */
export const STAGES = ['ACCEPTED', 'WAREHOUSE_CHECKED', 'FEE_CONFIRMED', 'PAID', 'SHIPPED', 'DELIVERED'];
export const ENDED = ['CANCELLED', 'REFUNDED'];
export const STATUSES = [...STAGES, ...ENDED];
/** The statuses in which something still has to be done. */
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
