import { fileURLToPath } from 'node:url';
import { DeterminismViolationError } from '@temporalio/workflow';
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import type { ReplayWorkerOptions } from '@temporalio/worker';
import test from 'ava';
import { updateWorkflowBundle } from '../../worker/workflow-bundles.ts';
import type { WorkflowBundle } from '../../worker/workflow-bundles.ts';
import {
  historiesOf,
  historyFile,
  readHistory,
  recordedPaths,
  releaseFolder,
  releases,
  unreleased,
  workflowNames,
} from './histories.ts';
import type { RecordedHistory } from './histories.ts';

const silent = new DefaultLogger('ERROR', () => undefined);
// The replayed workflows have no sinks, which the SDK reports for every span of the traced bundle.
Runtime.install({ logger: silent });

type Bundle = NonNullable<ReplayWorkerOptions['workflowBundle']>;

/** Workers that trace use another bundle, which must also replay histories of workers that do not. */
const bundles = ['plain', 'traced'] as const;
const bundle = async (name: WorkflowBundle): Promise<Bundle> => ({
  codePath: await updateWorkflowBundle(name),
});

let previous: Promise<unknown> = Promise.resolve();

// One at a time: the SDK shuts its runtime down when a worker ends, even while another one is being created.
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = previous.then(work);
  previous = result.catch(() => undefined);
  return result;
}

const replay = (workflowBundle: Bundle, { history, workflowId }: RecordedHistory) =>
  inTurn(() => Worker.runReplayHistory({ workflowBundle }, history, workflowId));

/** Replays all histories of a release in one worker. Returns the errors, with the names of the files. */
async function failuresOf(release: string, workflowBundle: Bundle): Promise<readonly string[]> {
  const recorded = historiesOf(release).map((file) => ({
    file,
    ...readHistory(new URL(file, releaseFolder(release))),
  }));
  const failures: string[] = [];
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, recorded)) {
    const files = recorded.filter((history) => history.workflowId === workflowId).map(({ file }) => file);
    if (error !== undefined) failures.push(`${files.join(' or ')}: ${error.message}`);
  }
  return failures;
}

for (const release of releases()) {
  for (const name of bundles) {
    test(`replays the histories of ${release} with the ${name} bundle`, async (t) => {
      const current = await bundle(name);
      t.deepEqual(await inTurn(() => failuresOf(release, current)), []);
    });
  }
}

test('has a completed, a failed and a cancelled history of every workflow', (t) => {
  const files = historiesOf(unreleased);
  for (const name of workflowNames)
    for (const path of recordedPaths) t.true(files.includes(`${name}.${path}.json`), `${name}: ${path}`);
});

test('records a failed activity in failed histories, and a cancellation in cancelled ones', (t) => {
  for (const name of workflowNames) {
    const types = (path: 'failed' | 'cancelled') =>
      readHistory(historyFile(unreleased, name, path)).history.events.map(({ eventType }) => eventType);
    t.true(types('failed').includes('EVENT_TYPE_ACTIVITY_TASK_FAILED'), name);
    t.true(types('cancelled').includes('EVENT_TYPE_WORKFLOW_EXECUTION_CANCEL_REQUESTED'), name);
  }
});

const changedBundle = bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL('changed-workflows.ts', import.meta.url)),
  logger: silent,
});

/** The bundle of the changed workflows, and the history of the released one under the name of a changed one. */
async function changed(name: string): Promise<[Bundle, RecordedHistory]> {
  const { code } = await changedBundle;
  const released = readHistory(historyFile(unreleased, 'deleteConnection', 'completed'));
  return [
    { code },
    JSON.parse(JSON.stringify(released).replace('"deleteConnection"', `"${name}"`)) as RecordedHistory,
  ];
}

test('rejects a changed workflow that breaks running workflows', async (t) => {
  const [code, history] = await changed('deleteConnectionIncompatibly');
  await t.throwsAsync(() => replay(code, history), { instanceOf: DeterminismViolationError });
});

test('accepts a changed workflow that keeps the old code behind `patched`', async (t) => {
  const [code, history] = await changed('deleteConnectionCompatibly');
  await t.notThrowsAsync(() => replay(code, history));
});
