import test from 'ava';
import fc from 'fast-check';
import { titleOf } from '../../../domain/assistant/conversation-title.ts';
import { cutHistory } from '../../../domain/assistant/cut-history.ts';
import { readEventPosition } from '../../../domain/assistant/event-position.ts';
import { joinTurnEvents } from '../../../domain/assistant/join-turn-events.ts';
import type { TurnEvent } from '../../../domain/assistant/turn-event.ts';
import { conversationLimits } from '../../../domain/assistant/turn-limits.ts';
import { slotsOf } from '../../../domain/runs/activity-slots.ts';
import { codePoint } from '../../support/code-point.ts';

const delta = (text: string): TurnEvent => ({ type: 'text.delta', data: { text } });
const reset: TurnEvent = { type: 'turn.reset', data: {} };
const textsOf = (events: readonly TurnEvent[]) =>
  events.map((event) => (event.type === 'text.delta' ? event.data.text : '|')).join('');

test('joining events keeps text and order, and no delta exceeds 4,096 bytes', (t) => {
  const event = fc.oneof(
    fc.string({ unit: codePoint, maxLength: 3000 }).map(delta),
    fc.constant(reset),
    fc.constant(delta('')),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      const joined = joinTurnEvents(events);
      t.is(textsOf(joined), textsOf(events));
      for (const [index, one] of joined.entries()) {
        if (one.type !== 'text.delta') continue;
        const bytes = Buffer.byteLength(one.data.text);
        t.true(bytes > 0 && bytes <= 4096);
        const next = joined[index + 1];
        if (next?.type === 'text.delta') t.true(bytes > 4092);
      }
    }),
    { numRuns: 50 },
  );
});

test('the history has the latest whole turns, at most 10 with 20,000 characters', (t) => {
  const turn = fc.record({ question: fc.string({ maxLength: 40 }), answer: fc.string({ maxLength: 40 }) });
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 15 }), fc.integer({ min: 0, max: 12_000 }), (short, length) => {
      const turns = short.map((one, index) =>
        index % 3 === 0 ? { ...one, answer: 'x'.repeat(length) } : one,
      );
      const history = cutHistory(turns);
      t.deepEqual(history, turns.slice(turns.length - history.length));
      const sizeOf = (some: typeof turns) =>
        some.reduce((sum, { question, answer }) => sum + question.length + answer.length, 0);
      t.true(history.length <= 10 && sizeOf([...history]) <= 20_000);
      const oneMore = turns.slice(turns.length - history.length - 1);
      if (history.length < Math.min(10, turns.length)) t.true(sizeOf(oneMore) > 20_000);
    }),
  );
});

test('a title is the question in one line, with at most 60 characters', (t) => {
  t.is(titleOf(' How\n\tmany\u202e buckets? '), 'How many buckets?');
  t.is(titleOf('x'.repeat(61)), `${'x'.repeat(59)}…`);
  t.is(titleOf('\u200b'), 'New conversation');
});

test('a position is a number or the id of an event of the turn', (t) => {
  const turnId = '01a2073b-fec9-76ff-bb50-743afb17c318';
  t.is(readEventPosition('0', turnId), 0);
  t.is(readEventPosition(`${turnId.toUpperCase()}:12`, turnId), 12);
  for (const bad of ['', ' 1', '-1', '1.0', ':1', `${turnId}`, `${turnId}:x`, `x:1`, '1234567890'])
    t.is(readEventPosition(bad, turnId), undefined, bad);
});

test('the running turns of one organization leave slots of a worker for those of others', (t) => {
  t.true(conversationLimits.runningOfOrganization <= slotsOf('assistant') / 2);
  t.is(slotsOf('inventory'), 50);
});
