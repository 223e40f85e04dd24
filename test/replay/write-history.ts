import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import type { WorkflowHandle } from '@temporalio/client';
import type { RecordedHistory } from './histories.ts';

/** Stores the history of a workflow without machine-specific fields, and returns it. */
export async function writeHistory(handle: WorkflowHandle, file: URL): Promise<RecordedHistory> {
  const history: unknown = JSON.parse(historyToJSON(await handle.fetchHistory()));
  const text = `${JSON.stringify({ workflowId: handle.workflowId, history }, withoutMachine, 1)}\n`;
  await writeFile(file, text);
  return JSON.parse(text) as RecordedHistory;
}

function withoutMachine(key: string, value: unknown): unknown {
  if (['identity', 'stackTrace', 'workerVersion'].includes(key)) return undefined;
  return typeof value === 'string' ? value.replaceAll(`${process.pid}@${hostname()}`, 'worker') : value;
}
