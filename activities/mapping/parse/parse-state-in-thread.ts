import type { ParsedState, StateEntry } from '../../../domain/mapping/state-entry.ts';
import { DocumentRejected } from '../../../runtime/document-workers.ts';
import type { DocumentProblem, DocumentWorkers, StreamTask } from '../../../runtime/document-workers.ts';
import type { ParseOutcome } from './parse-state-task.ts';
import { StateRejected } from './state-rejected.ts';

/** S3 sends 256 MB in this time at 2 MB a second. */
const deadlineMilliseconds = 120_000;

export interface StateBytes {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Without compression. */
  readonly maximumMegabytes: number;
}

/**
 * Parses a Terraform or OpenTofu state of version 3 or 4 in a worker thread as its bytes arrive. Neither the bytes nor
 * the attributes that no rule names are kept.
 *
 * @param tenant - the id of the organization
 * @throws StateRejected
 * @throws the reason of `signal` when it aborts, and errors of the chunks
 */
export async function parseStateInThread(
  documents: Pick<DocumentWorkers, 'stream'>,
  tenant: string,
  { chunks, maximumMegabytes }: StateBytes,
  signal?: AbortSignal,
): Promise<ParsedState> {
  const task: StreamTask<null, StateEntry, ParseOutcome> = {
    module: new URL('./parse-state-task.ts', import.meta.url),
    maximumBytes: maximumMegabytes * 1024 * 1024,
    deadlineMilliseconds,
  };
  const entries: StateEntry[] = [];
  const document = { chunks, receive: (items: readonly StateEntry[]) => void entries.push(...items) };
  try {
    const outcome = await documents.stream(tenant, task, null, document, signal);
    if ('problem' in outcome) throw new StateRejected(outcome.problem, outcome.message);
    return { ...outcome.header, entries };
  } catch (error) {
    if (!(error instanceof DocumentRejected)) throw error;
    throw new StateRejected('too_large', problemText(error.problem, maximumMegabytes), { cause: error });
  }
}

function problemText(problem: DocumentProblem, maximumMegabytes: number): string {
  const texts: Readonly<Record<DocumentProblem, string>> = {
    too_large: `The state is larger than ${maximumMegabytes} MB (STATE_MAX_MB).`,
    too_deep: 'The state is nested too deeply.',
    deadline_exceeded: 'Reading the state takes longer than two minutes.',
    out_of_memory: 'Parsing the state needs too much memory.',
  };
  return texts[problem];
}
