import { mkdir, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { startStack } from '../../dev/stack/start-stack.ts';
import { addressesOf } from '../../dev/test/test-environment.ts';
import { registerSearchAttributes } from '../../runtime/search-attributes.ts';
import { eventually } from '../support/eventually.ts';
import { startTestApi } from '../support/test-api.ts';
import type { TestApi } from '../support/test-api.ts';
import { historyFile, workflowNames } from './histories.ts';
import { playAll } from './play-all.ts';

/**
 * Records a history of every workflow. Needed after an intended change that breaks replay, once no workflow of the old
 * code is running: `npm run build && node build/test/replay/record.js`.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);
const stack = await startStack({ ephemeral: true, report: say });
Object.assign(process.env, addressesOf(stack));
await registerSearchAttributes({ address: stack.temporalAddress }, 'default');
const api = await startTestApi({ ONBOARDING_POLL_SECONDS: '1' });
try {
  await playAll(api, say);
  for (const name of workflowNames) await record(api, name);
} finally {
  await api.close();
  await stack.stop();
}

/** Stores the longest history of a closed workflow, without machine-specific fields. */
async function record({ services, configuration }: TestApi, name: string): Promise<void> {
  const { workflow } = services.temporal.client;
  const queue = `${configuration.taskQueuePrefix}inventory`;
  const query = `WorkflowType = '${name}' and TaskQueue = '${queue}' and ExecutionStatus != 'Running'`;
  // Temporal's list is eventually consistent.
  const { workflowId, runId, length } = await eventually(`a ${name} to end`, async () => {
    let longest: { readonly length: number; readonly workflowId: string; readonly runId: string } | undefined;
    for await (const { workflowId, runId, historyLength: length } of workflow.list({ query }))
      if (longest === undefined || length > longest.length) longest = { length, workflowId, runId };
    return longest;
  });
  const history: unknown = JSON.parse(
    historyToJSON(await workflow.getHandle(workflowId, runId).fetchHistory()),
  );
  const file = historyFile(name);
  await rm(file, { force: true });
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ workflowId, history }, withoutMachine, 1)}\n`);
  say(`${name}: ${length} events of ${workflowId}`);
}

function withoutMachine(key: string, value: unknown): unknown {
  if (['identity', 'stackTrace', 'workerVersion'].includes(key)) return undefined;
  return typeof value === 'string' ? value.replaceAll(`${process.pid}@${hostname()}`, 'worker') : value;
}
