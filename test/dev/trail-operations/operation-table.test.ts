import { readFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import { devConfiguration } from '../../../dev/configuration.ts';
import { makeOperationTable } from '../../../dev/trail-operations/operation-table.ts';

test('the table of operations, and the list of those without a collected resource, are those of the installed SDK', async (t) => {
  const { source, untyped } = await makeOperationTable(devConfiguration.projectFolder);
  const read = (...parts: readonly string[]) =>
    readFile(path.join(devConfiguration.projectFolder, ...parts), 'utf8');
  t.true(
    source === (await read('domain', 'changes', 'operation-table.ts')),
    'node dev/trail-operations/main.ts writes the table',
  );
  t.deepEqual(untyped, (await read('dev', 'trail-operations', 'untyped-operations.txt')).trim().split('\n'));
});
