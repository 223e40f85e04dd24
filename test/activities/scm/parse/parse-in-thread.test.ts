import test from 'ava';
import { parseInThread } from '../../../../activities/scm/parse/parse-in-thread.ts';
import type { SourceFile } from '../../../../activities/scm/parse/parse-files.ts';
import type { RunDocument } from '../../../../activities/shared/run-document.ts';
import type { DetectionDocument } from '../../../../domain/scm/detection/documents/document.ts';
import { createDocumentWorkers, DocumentRejected } from '../../../../runtime/document-workers.ts';

const workers = createDocumentWorkers(2);
test.after.always(() => workers.close());

const inThread: RunDocument = (task, input) => workers.run('tenant', task, input);

async function* each(files: readonly SourceFile[]): AsyncGenerator<SourceFile, void, undefined> {
  yield* files;
}

async function parse(runDocument: RunDocument, files: readonly SourceFile[]) {
  const parsed: Record<string, DetectionDocument> = {};
  for await (const { path, document } of parseInThread(runDocument, each(files)))
    parsed[path] = JSON.parse(document) as DetectionDocument;
  return parsed;
}

const resource = 'resource "aws_sqs_queue" "queue" {}\n';

test('parses files in batches of 100 and of 2 MB', async (t) => {
  const batches: number[] = [];
  const files = Array.from({ length: 201 }, (_, index) => ({ path: `${index}/main.tf`, content: resource }));
  const large = Array.from({ length: 3 }, (_, index) => ({
    path: `large-${index}.tf`,
    content: Buffer.alloc(1_000_000, ' '),
  }));
  const parsed = await parse(
    (task, input) => {
      if (Array.isArray(input)) batches.push(input.length);
      return inThread(task, input);
    },
    [...files, ...large],
  );
  t.is(Object.keys(parsed).length, 204);
  t.like(parsed['200/main.tf'], { type: 'terraform', hasResources: true });
  t.deepEqual(batches, [100, 100, 4]);
});

test('a file that exceeds the deadline makes only itself unreadable', async (t) => {
  // Takes several seconds.
  const hostile = '}{'.repeat(500_000);
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 10);
  const parsed = await parse(
    (task, input) =>
      workers.run(
        'deadline',
        JSON.stringify(input).includes('}{}{') ? { ...task, deadlineMilliseconds: 500 } : task,
        input,
      ),
    [
      { path: 'a/main.tf', content: resource },
      { path: 'b/main.tf', content: hostile },
      { path: 'c/main.tf', content: resource },
    ],
  ).finally(() => clearInterval(timer));
  t.deepEqual(parsed['b/main.tf'], { type: 'unreadable', problem: 'Parsing the file takes too long.' });
  for (const path of ['a/main.tf', 'c/main.tf'])
    t.like(parsed[path], { type: 'terraform', hasResources: true });
  t.true(ticks > 20, 'timers of the process fire');
});

test('a file that needs too much memory makes only itself unreadable', async (t) => {
  const parsed = await parse(
    (task, input) =>
      JSON.stringify(input).includes('memory')
        ? Promise.reject(new DocumentRejected('out_of_memory'))
        : inThread(task, input),
    [
      { path: 'a/main.tf', content: resource },
      { path: 'memory/main.tf', content: resource },
    ],
  );
  t.deepEqual(parsed['memory/main.tf'], {
    type: 'unreadable',
    problem: 'Parsing the file needs too much memory.',
  });
  t.like(parsed['a/main.tf'], { type: 'terraform', hasResources: true });
});

test('deep nesting, NUL characters, lone surrogates and invalid UTF-8 give documents that Postgres can store', async (t) => {
  const parsed = await parse(inThread, [
    { path: 'deep.tf.json', content: '{"a":'.repeat(100_000) },
    { path: 'Chart.yaml', content: '['.repeat(100_000) },
    { path: 'nul.tf.json', content: '{"module": {"a\\u0000": {"source": "./\\ud800x"}}}' },
    { path: 'main.tf', content: Buffer.from([...Buffer.from(`${resource}# `), 0xff]) },
  ]);
  t.truthy(parsed['deep.tf.json']?.problem);
  t.is(parsed['Chart.yaml']?.type, 'unreadable');
  t.like(parsed['nul.tf.json'], { modules: [{ name: 'a\ufffd', source: './\ufffdx' }] });
  t.like(parsed['main.tf'], { hasResources: true, problem: 'The file is not valid UTF-8.' });
});

test('an error that is not about the document is thrown', async (t) => {
  await t.throwsAsync(
    parse(() => Promise.reject(new Error('the process ends')), [{ path: 'main.tf', content: resource }]),
    { message: 'the process ends' },
  );
});

test('aliases do not make a document larger than 512 KB', async (t) => {
  const aliases = (length: number, count: number) =>
    `x: &a "${'q'.repeat(length)}"\nresources:\n${'- *a\n'.repeat(count)}`;
  const parsed = await parse(inThread, [
    { path: 'large/kustomization.yaml', content: aliases(100_000, 1000) },
    { path: 'huge/kustomization.yaml', content: aliases(100_000, 10_000) },
    { path: 'small/kustomization.yaml', content: aliases(1000, 100) },
  ]);
  t.is(parsed['large/kustomization.yaml']?.problem, 'The file has too many values.');
  t.is(parsed['huge/kustomization.yaml']?.problem, 'The file has too many values.');
  t.is(parsed['small/kustomization.yaml']?.type, 'kustomization');
});
