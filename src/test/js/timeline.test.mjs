// Everything about an application stands as cause and effect, whatever the clocks of two rows say.
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { merged } = await import('../../main/resources/META-INF/resources/js/timeline.js');

const at = (ms) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
const move = (step, ms) => ({ name: `move ${step}`, step, at: at(ms) });
const told = (step, ms) => ({ name: `told ${step}`, step, at: at(ms) });
const received = (name, ms) => ({ name, at: at(ms) });
const order = (history, others) => merged(history, others).map(({ name }) => name).join(', ');

test('a message stands behind its move although its transaction began earlier', () => {
  assert.equal(order([move(1, 0), move(2, 40)], [told(2, 37), told(1, -2)]), 'move 1, told 1, move 2, told 2');
});

test('moves of one millisecond stand in the order of their steps, each with its message', () => {
  assert.equal(order([move(3, 5), move(2, 5), move(1, 0)], [told(3, 1), told(2, 1)]), 'move 1, move 2, told 2, move 3, told 3');
});

test('what was received stands before the move that it caused, and after what was there before', () => {
  assert.equal(order([move(1, 0), move(2, 10)], [told(2, 9), received('paid', 10)]), 'move 1, paid, move 2, told 2');
  assert.equal(order([move(1, 0), move(2, 10)], [received('late', 11), told(2, 9)]), 'move 1, move 2, told 2, late');
});

test('a message about a step that the history does not show stands at its own time', () => {
  assert.equal(order([move(1, 0), move(2, 10)], [told(7, 5)]), 'move 1, told 7, move 2');
});
