import test from 'ava';
import fc from 'fast-check';
import { packTree, unpackTree } from '../../../../activities/scm/detect/pack-tree.ts';
import type { TreeEntry } from '../../../../domain/scm/detection/paths/tree-entry.ts';
import { codePoint } from '../../../support/code-point.ts';

const entry = fc.record(
  {
    path: fc.string({ unit: codePoint }).map((text) => text.replaceAll('\0', '')),
    mode: fc.constantFrom('100644', '040000', '120000'),
    type: fc.constantFrom('blob', 'tree', 'commit'),
    size: fc.nat(),
    sha: fc.stringMatching(/^[0-9a-f]{40}$/),
  },
  { requiredKeys: ['path', 'mode', 'type', 'sha'] },
);

test('unpacks what it packed', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry), async (entries) => {
      t.deepEqual(unpackTree(await packTree(entries)), entries);
    }),
  );
});

test('packs more entries than one slice, and replaces NUL characters', async (t) => {
  const entries = Array.from({ length: 25_000 }, (_, index): TreeEntry => ({
    path: `${index}.tf`,
    mode: '100644',
    type: 'blob',
    sha: String(index),
  }));
  t.deepEqual(unpackTree(await packTree(entries)), entries);
  const [hostile] = unpackTree(await packTree([{ path: 'a\0b', mode: '100644', type: 'blob', sha: '1' }]));
  t.is(hostile?.path, 'a\ufffdb');
});
