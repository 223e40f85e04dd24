import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { devConfiguration } from '../../../dev/configuration.ts';
import { withGraphTables } from '../../../dev/documents/graph-tables.ts';

test('docs/graph.md lists the failure of every type of relationship, the exceptions, and the types without rules', (t) => {
  const page = readFileSync(path.join(devConfiguration.projectFolder, 'docs', 'graph.md'), 'utf8');
  t.is(page, withGraphTables(page), 'run npm run documents');
  t.throws(() => withGraphTables('# The relationship graph'), { message: /no place/ });
});
