import test from 'ava';
import {
  asks,
  firstAlternative,
  withoutPurpose,
  withoutRemarks,
  withoutStories,
} from '../../../../commands/assistant/embedded/remarks.ts';
import { tokenize } from '../../../../domain/assistant/embedded/tokenize.ts';
import type { Token } from '../../../../domain/assistant/embedded/tokenize.ts';

const now = new Date('2026-06-01T12:00:00Z');
const textOf = (tokens: readonly Token[]) =>
  tokens
    .filter(({ word }) => word !== ',')
    .map(({ text }) => text)
    .join(' ');
const isOneOf = (words: string) => (word: string) => words.split(' ').includes(word);

test('a clause with unknown words and nothing of the inventory is a remark', (t) => {
  const { tokens, remarks } = withoutRemarks(
    tokenize('queues per account, need it for a slide'),
    now,
    isOneOf('slide'),
  );
  t.is(textOf(tokens), 'queues per account');
  t.deepEqual(remarks, ['need it for a slide']);
});

test('a clause with a filter is no remark, and a question alone is none', (t) => {
  for (const text of ['queues, wobbly ones in eu-west-1', 'wobbly stuff'])
    t.deepEqual(withoutRemarks(tokenize(text), now, isOneOf('wobbly')).remarks, [], text);
});

test('a story before a question leaves the records that it names', (t) => {
  const { tokens, remarks } = withoutStories(
    tokenize('queue orders-1 in eu-west-1 throws tantrums, which team owns it'),
    now,
    isOneOf('throws tantrums'),
  );
  t.is(textOf(tokens), 'queue orders-1 eu-west-1 which team owns it');
  t.deepEqual(remarks, ['throws tantrums']);
});

test('a purpose before the speaker is left out', (t) => {
  const { tokens, remarks } = withoutPurpose(tokenize('for the quarterly review I need all roles'), now);
  t.is(textOf(tokens), 'I need all roles');
  t.deepEqual(remarks, ['for the quarterly review']);
});

test('what may be a filter before the speaker is no purpose', (t) => {
  for (const text of [
    'for account shop list all roles',
    'for production I need all roles',
    'for the shop account I need all roles',
    'for the queues I need the regions',
  ])
    t.deepEqual(withoutPurpose(tokenize(text), now), { tokens: tokenize(text), remarks: [] }, text);
});

test('of two alternatives that are questions, the first one is asked', (t) => {
  t.is(textOf(firstAlternative(tokenize('is it in code or did someone click it'))), 'is it in code');
  t.is(textOf(firstAlternative(tokenize('queues or topics'))), 'queues or topics');
});

test('a clause asks by its first word or an interrogative', (t) => {
  for (const text of ['which queues', 'please list them', 'and for that, who owns it', 'any queues'])
    t.true(asks(tokenize(text)), text);
  for (const text of ['the queue is piling up', 'we promised it']) t.false(asks(tokenize(text)), text);
});
