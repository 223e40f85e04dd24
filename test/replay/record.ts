import '../../runtime/check-node.mjs';
import { mkdir, rm } from 'node:fs/promises';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { startStack } from '../../dev/stack/start-stack.ts';
import { addressesOf } from '../../dev/test/test-environment.ts';
import { maintenanceSchedules } from '../../domain/runs/maintenance-schedules.ts';
import { deliveryWorkflow, runKinds } from '../../domain/runs/run-kinds.ts';
import { registerSearchAttributes } from '../../runtime/search-attributes.ts';
import { eventually } from '../support/eventually.ts';
import type { TestApi } from '../support/test-api.ts';
import { historyFile, releaseFolder, unreleased, workflowNames } from './histories.ts';
import type { RecordedHistory, WorkflowName } from './histories.ts';
import { playAll } from './play-all.ts';
import { playSchedules } from './play-schedules.ts';
import { playScm, startPlayedApi } from './play-scm.ts';
import { playEvents } from './play-events.ts';
import { playAssistant } from './play-assistant.ts';
import { playMapping } from './play-mapping.ts';
import { playOutcomes } from './play-outcomes.ts';
import { writeHistory } from './write-history.ts';

/**
 * `npm run build && npm run record [<release>]` records histories of every workflow, on the paths of
 * `recordedPaths`, and replaces the folder of the release; default: `unreleased`. With names of workflows after the release
 * (of Terraform states, of schedules, `answerTurn` or `deliverEvents`), records only those, and keeps the other histories.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);
const [release = unreleased, ...given] = process.argv.slice(2);
const recordedNames = workflowNames.filter((name) => given.length === 0 || given.includes(name));
// The SDK logs every failed activity, and failed activities are recorded on purpose.
Runtime.install({ logger: new DefaultLogger('ERROR') });
if (given.length === 0) await rm(releaseFolder(release), { recursive: true, force: true });
await mkdir(releaseFolder(release), { recursive: true });
const stack = await startStack({ ephemeral: true, report: say });
Object.assign(process.env, addressesOf(stack));
await registerSearchAttributes({ address: stack.temporalAddress }, 'default');
const played = await startPlayedApi();
const { api } = played;
const completed = new Map<WorkflowName, RecordedHistory>();
try {
  const worker = await api.startWorker();
  if (recordedNames.includes('answerTurn')) {
    say('assistant');
    await playAssistant(api);
  }
  if (recordedNames.includes('deliverEvents')) {
    say('events');
    await playEvents(api);
  }
  const scheduled = maintenanceSchedules.filter(({ workflowType }) => given.includes(workflowType));
  if (scheduled.length > 0) {
    say('schedules');
    await playSchedules(api, worker, scheduled);
  }
  const isPlayed = (name: WorkflowName) =>
    name === 'answerTurn' ||
    name === 'deliverEvents' ||
    scheduled.some(({ workflowType }) => workflowType === name);
  if (!recordedNames.every(isPlayed)) {
    say('Terraform states');
    await playMapping(api);
  }
  if (given.length === 0) {
    say('source control');
    await playScm(played);
    await playAll(api, worker, say);
  }
  for (const name of recordedNames) completed.set(name, await recordCompleted(api, name));
} finally {
  await played.close();
}
try {
  for (const [name, history] of completed) {
    const others = [...completed.values()].filter((other) => other !== history);
    await playOutcomes(name, history, others, async (path, handle) => {
      // The first run of a workflow that continued as new.
      const run = handle.client.getHandle(handle.workflowId, handle.firstExecutionRunId);
      await writeHistory(run, historyFile(release, name, path));
    });
    say(`${name}: failed, cancelled`);
  }
} finally {
  await stack.stop();
}

/** Stores the longest history of a completed workflow. */
async function recordCompleted(
  { services, configuration }: TestApi,
  name: WorkflowName,
): Promise<RecordedHistory> {
  const { workflow } = services.temporal.client;
  const kind = [...Object.values(runKinds), deliveryWorkflow].find(
    ({ workflowType }) => workflowType === name,
  );
  const queue = `${configuration.taskQueuePrefix}${kind?.taskQueue ?? 'inventory'}`;
  const query = `WorkflowType = '${name}' and TaskQueue = '${queue}' and ExecutionStatus = 'Completed'`;
  // Temporal's list is eventually consistent.
  const { workflowId, runId, length } = await eventually(`a ${name} to complete`, async () => {
    let longest: { readonly length: number; readonly workflowId: string; readonly runId: string } | undefined;
    for await (const { workflowId, runId, historyLength: length } of workflow.list({ query }))
      if (longest === undefined || length > longest.length) longest = { length, workflowId, runId };
    return longest;
  });
  say(`${name}: ${length} events of ${workflowId}`);
  return writeHistory(workflow.getHandle(workflowId, runId), historyFile(release, name, 'completed'));
}
