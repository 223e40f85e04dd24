import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { devConfiguration } from '../../../dev/configuration.ts';
import { withFailureTables } from '../../../dev/documents/failure-tables.ts';

test('docs/graph.md lists the failure of every type of relationship, and the exceptions with their reasons', (t) => {
  const page = readFileSync(path.join(devConfiguration.projectFolder, 'docs', 'graph.md'), 'utf8');
  t.is(page, withFailureTables(page), 'run npm run documents');
  t.throws(() => withFailureTables('# The relationship graph'), { message: /no place/ });
});
