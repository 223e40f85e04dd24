import test from 'ava';
import {
  describeProperties,
  mergeCountedPaths,
  propertyPathOf,
} from '../../../domain/queries/describe-properties.ts';
import type { CountedPath } from '../../../domain/queries/describe-properties.ts';

const counted = (steps: readonly string[], count: number, ...examples: readonly string[]): CountedPath => ({
  path: propertyPathOf(steps),
  steps,
  types: ['string'],
  count,
  examples,
});
const merged = (...sets: readonly (readonly CountedPath[])[]) =>
  sets.reduce<ReadonlyMap<string, CountedPath>>(mergeCountedPaths, new Map());

test('the counts of a path in several sets of documents are added, with at most five examples', (t) => {
  const first = [counted(['Runtime'], 3, 'a', 'b', 'c')];
  const second = [counted(['Runtime'], 4, 'c', 'd', 'e', 'f'), counted(['Layers', '[]', 'Arn'], 1)];
  t.deepEqual(describeProperties(merged(first, second)), [
    { path: 'Runtime', types: ['string'], count: 7, examples: ['a', 'b', 'c', 'd', 'e'] },
    { path: 'Layers[].Arn', types: ['string'], count: 1, examples: [] },
  ]);
});

test('many keys that are each in few documents are one path, that of the map', (t) => {
  const keys = Array.from({ length: 40 }, (_, index) => counted(['Settings', `key${index}`], 2, 'secret'));
  t.deepEqual(describeProperties(merged([counted(['Name'], 80), ...keys])), [
    { path: 'Name', types: ['string'], count: 80, examples: [] },
    { path: 'Settings', types: ['object'], count: 2, examples: [] },
  ]);
});

test('documents with ever new keys take a bounded space, and known paths are still counted', (t) => {
  const page = (from: number) => [
    counted(['Name'], 1),
    ...Array.from({ length: 5000 }, (_, index) => counted([`key${from + index}`], 1)),
  ];
  const all = merged(...Array.from({ length: 10 }, (_, index) => page(index * 5000)));
  t.is(all.size, 20_000);
  t.is(all.get('Name')?.count, 10);
  t.is(describeProperties(all).length, 500);
});
