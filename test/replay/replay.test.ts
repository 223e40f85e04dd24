import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Worker } from '@temporalio/worker';
import test from 'ava';
import { historyFile, workflowNames } from './histories.ts';
import type { RecordedHistory } from './histories.ts';

/** A worker that traces runs other workflow code, and takes over what was begun without. */
const bundles = ['workflow-bundle.js', 'workflow-bundle-traced.js'];

const read = (name: string) => readFileSync(historyFile(name), 'utf8');

async function replay(text: string, bundle = bundles[0]): Promise<void> {
  const { history, workflowId } = JSON.parse(text) as RecordedHistory;
  const codePath = fileURLToPath(new URL(`../../${bundle}`, import.meta.url));
  await Worker.runReplayHistory({ workflowBundle: { codePath } }, history, workflowId);
}

for (const name of workflowNames) {
  test(`a history of ${name} that was recorded earlier replays`, async (t) => {
    for (const bundle of bundles) await t.notThrowsAsync(() => replay(read(name), bundle), bundle);
  });
}

test('a history of other code does not replay', async (t) => {
  const other = read('deleteConnection').replaceAll('"cancelConnectionRuns"', '"somethingElse"');
  await t.throwsAsync(() => replay(other), { instanceOf: DeterminismViolationError });
});
