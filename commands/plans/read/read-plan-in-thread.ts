import { PlanRejected } from '../../../domain/plans/read/plan-rejected.ts';
import type { PlanProblem } from '../../../domain/plans/read/plan-rejected.ts';
import type { ParsedPlan, PlannedChange } from '../../../domain/plans/read/planned-change.ts';
import { DocumentRejected } from '../../../runtime/document-workers.ts';
import type { DocumentProblem, DocumentWorkers, StreamTask } from '../../../runtime/document-workers.ts';
import type { PlanBody, ReadOutcome } from './read-plan-task.ts';

/** How long a plan may take to arrive and to be read. */
export const readMilliseconds = 120_000;

const task: StreamTask<PlanBody, PlannedChange, ReadOutcome> = {
  module: new URL('./read-plan-task.ts', import.meta.url),
  maximumBytes: 64 * 1024 * 1024,
  deadlineMilliseconds: readMilliseconds,
};

const problems: Readonly<Record<DocumentProblem, PlanProblem>> = {
  too_large: 'too_large',
  too_deep: 'too_deep',
  deadline_exceeded: 'too_slow',
  out_of_memory: 'out_of_memory',
};

/**
 * Reads and redacts a plan in JSON in a worker thread. The body has at most 64 MB as it is received, and 256 MB inflated.
 * Only the thread has values that are not redacted; of the result, only `mapping` of the changes contains any.
 *
 * @param tenant - the id of the organization
 * @throws PlanRejected
 * @throws the reason of `signal` when it aborts, and errors of the chunks
 */
export async function readPlanInThread(
  documents: Pick<DocumentWorkers, 'stream'>,
  tenant: string,
  { chunks, ...body }: PlanBody & { readonly chunks: AsyncIterable<Uint8Array> },
  signal?: AbortSignal,
): Promise<ParsedPlan> {
  const changes: PlannedChange[] = [];
  const document = { chunks, receive: (items: readonly PlannedChange[]) => void changes.push(...items) };
  try {
    const outcome = await documents.stream(tenant, task, body, document, signal);
    if ('problem' in outcome) throw new PlanRejected(outcome.problem, outcome.field);
    return { ...outcome.header, changes };
  } catch (error) {
    if (!(error instanceof DocumentRejected)) throw error;
    throw new PlanRejected(problems[error.problem], 'plan', { cause: error });
  }
}
