import test from 'ava';
import { readNaming } from '../../../../domain/assistant/embedded/read-naming.ts';
import { tokenize } from '../../../../domain/assistant/embedded/tokenize.ts';

const said: readonly (readonly [text: string, naming: string | undefined, negated?: boolean])[] = [
  ['whose name contains orders', 'orders'],
  ['names starting with orders', 'orders'],
  ['with orders in the name', 'orders'],
  ['that start with orders', 'orders'],
  ['named like orders', 'orders'],
  ['whose name is not "default"', 'default', true],
  ['without orders in their names', 'orders', true],
  ['name of the queue', undefined],
  ['in the account', undefined],
  ['starting yesterday', undefined],
];

for (const [text, naming, negated = false] of said)
  test(`what a question says about names: ${text}`, (t) => {
    const found = readNaming(tokenize(text), 0);
    t.deepEqual(found?.naming, naming === undefined ? undefined : { text: naming, negated });
    if (naming !== undefined) t.is(found?.length, tokenize(text).length);
  });
