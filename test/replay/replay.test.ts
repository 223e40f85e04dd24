import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Worker } from '@temporalio/worker';
import test from 'ava';
import { historyFile, workflowNames } from './histories.ts';
import type { RecordedHistory } from './histories.ts';

const codePath = fileURLToPath(new URL('../../workflow-bundle.js', import.meta.url));

const read = (name: string) => readFileSync(historyFile(name), 'utf8');

async function replay(text: string): Promise<void> {
  const { history, workflowId } = JSON.parse(text) as RecordedHistory;
  await Worker.runReplayHistory({ workflowBundle: { codePath } }, history, workflowId);
}

for (const name of workflowNames) {
  test(`a history of ${name} that was recorded earlier replays`, async (t) => {
    await t.notThrowsAsync(() => replay(read(name)));
  });
}

test('a history of other code does not replay', async (t) => {
  const other = read('deleteConnection').replaceAll('"stopConnectionWork"', '"somethingElse"');
  await t.throwsAsync(() => replay(other), { instanceOf: DeterminismViolationError });
});
