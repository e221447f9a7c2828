/** Dev mode alone: buttons below an application that play the payment provider and the warehouse over the real endpoints. */
import { button, byId, el } from '/js/dom.js';

const ACTIONS = {
  check: 'Warehouse: check',
  'confirm-fee': 'Staff: confirm a fee of 12.50 AUD',
  pay: 'Pay',
  'pay-twice': 'Pay twice (two transactions)',
  'pay-wrong-amount': 'Pay the wrong amount',
  fail: 'Fail to pay',
  refund: 'Refund',
  ship: 'Warehouse: ship',
  deliver: 'Warehouse: deliver',
  'deliver-late-and-twice': 'Deliver too early and twice, then ship',
};

/** What came of the last button, told once the application is shown as it is now. */
let played = '';

document.addEventListener('application-shown', ({ detail: { applicationId } }) => {
  const result = el('p', { id: 'played', role: 'status' }, played);
  played = '';
  const play = async (action) => {
    result.textContent = '…';
    const answer = await fetch(`/local/play/${applicationId}/${action}`, { method: 'POST' }).catch(() => null);
    if (!answer?.ok) return void (result.textContent = `${ACTIONS[action]}: dev mode did not answer. See its log.`);
    const { statuses } = await answer.json();
    played = `${ACTIONS[action]}: the service answered ${statuses.join(', ')}.`;
    if (result.isConnected) dispatchEvent(new HashChangeEvent('hashchange'));
  };
  const buttons = Object.entries(ACTIONS).map(([action, words]) => {
    const node = button(words, () => play(action));
    node.dataset.play = action;
    return node;
  });
  byId('view').append(el('section', { id: 'play', lang: 'en' }, el('h2', {}, 'Dev mode: play the partners'), result, el('div', { class: 'actions' }, buttons)));
});
