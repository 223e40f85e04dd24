import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Worker } from '@temporalio/worker';
import test from 'ava';
import { historyFile, workflowNames } from './histories.ts';
import type { RecordedHistory } from './histories.ts';

/** Workers that trace use another bundle, which must also replay histories of workers that do not. */
const bundles = ['workflow-bundle.js', 'workflow-bundle-traced.js'];

const read = (name: string) => readFileSync(historyFile(name), 'utf8');

let previous: Promise<unknown> = Promise.resolve();

// One at a time: the SDK shuts its runtime down when a worker ends, even while another one is being created.
function replay(text: string, bundle = bundles[0]): Promise<void> {
  const { history, workflowId } = JSON.parse(text) as RecordedHistory;
  const codePath = fileURLToPath(new URL(`../../${bundle}`, import.meta.url));
  const replayed = previous.then(() =>
    Worker.runReplayHistory({ workflowBundle: { codePath } }, history, workflowId),
  );
  previous = replayed.catch(() => undefined);
  return replayed;
}

for (const name of workflowNames) {
  test(`replays the recorded history of ${name}`, async (t) => {
    for (const bundle of bundles) await t.notThrowsAsync(() => replay(read(name), bundle), bundle);
  });
}

test('rejects the history of different workflow code', async (t) => {
  const other = read('deleteConnection').replaceAll('"cancelConnectionRuns"', '"somethingElse"');
  await t.throwsAsync(() => replay(other), { instanceOf: DeterminismViolationError });
});
