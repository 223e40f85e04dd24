import test from 'ava';
import { planDocuments } from '../../../../../domain/scm/detection/documents/plan-documents.ts';
import type { NeededBlob } from '../../../../../domain/scm/detection/paths/select-blobs.ts';

const needed = (path: string, sha: string): NeededBlob => ({
  path,
  sha,
  format: 'terraform',
  documentKey: `1:terraform:${sha}`,
});
const row = (path: string, sha: string) => ({ path, documentKey: `1:terraform:${sha}` });

test('reads a blob once, however many files have the same content', (t) => {
  const plan = planDocuments([needed('a.tf', 'same'), needed('b.tf', 'same'), needed('c.tf', 'other')], []);
  t.deepEqual(
    plan.read.map(({ path }) => path),
    ['a.tf', 'c.tf'],
  );
  t.deepEqual(plan.copies, [row('b.tf', 'same')]);
});

test('reads nothing for unchanged and renamed files, and names the rows that are not needed', (t) => {
  const stored = [row('a.tf', 'one'), row('old.tf', 'two'), row('gone.tf', 'three')];
  const plan = planDocuments([needed('a.tf', 'one'), needed('new.tf', 'two')], stored);
  t.deepEqual(plan, { read: [], copies: [row('new.tf', 'two')], stale: ['old.tf', 'gone.tf'] });
});

test('reads a changed file', (t) => {
  const plan = planDocuments([needed('a.tf', 'new')], [row('a.tf', 'old')]);
  t.deepEqual(plan, { read: [needed('a.tf', 'new')], copies: [], stale: [] });
});
