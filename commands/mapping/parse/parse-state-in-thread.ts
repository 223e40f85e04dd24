import type { ParsedState, StateEntry } from '../../../domain/mapping/state-entry.ts';
import { DocumentRejected } from '../../../runtime/document-workers.ts';
import type { DocumentProblem, DocumentWorkers, StreamTask } from '../../../runtime/document-workers.ts';
import { InflateRejected } from '../../../runtime/inflate-chunks.ts';
import type { run as parsePushedState, PushedBody, PushedHeader } from './parse-pushed-state-task.ts';
import type { ParseOutcome, StateRejection } from './parse-state-task.ts';
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
  const outcome = await withLimits(maximumMegabytes, () =>
    documents.stream(tenant, task, null, document, signal),
  );
  if ('problem' in outcome) throw rejected(outcome);
  return { ...outcome.header, entries };
}

/** A state that was pushed, with the other fields of its envelope. */
export interface PushedState extends Omit<PushedHeader, 'header'> {
  readonly state: ParsedState;
}

/**
 * As {@link parseStateInThread}, for a state that is pushed.
 * @throws InflateRejected for a body that is not compressed as its sender says
 */
export async function parsePushedStateInThread(
  documents: Pick<DocumentWorkers, 'stream'>,
  tenant: string,
  { chunks, maximumMegabytes, ...body }: StateBytes & Pick<PushedBody, 'form' | 'encoding' | 'hmacKey'>,
  signal?: AbortSignal,
): Promise<PushedState> {
  const maximumBytes = maximumMegabytes * 1024 * 1024;
  const task: StreamTask<PushedBody, StateEntry, Awaited<ReturnType<typeof parsePushedState>>> = {
    module: new URL('./parse-pushed-state-task.ts', import.meta.url),
    maximumBytes,
    deadlineMilliseconds,
  };
  const entries: StateEntry[] = [];
  const document = { chunks, receive: (items: readonly StateEntry[]) => void entries.push(...items) };
  const outcome = await withLimits(maximumMegabytes, () =>
    documents.stream(tenant, task, { ...body, maximumBytes }, document, signal),
  );
  if ('problem' in outcome) throw rejected(outcome);
  if ('inflate' in outcome)
    throw outcome.inflate === 'inflated_too_large'
      ? new StateRejected('too_large', problemText('too_large', maximumMegabytes))
      : new InflateRejected(outcome.inflate);
  const { header, ...rest } = outcome;
  return { ...rest, state: { ...header, entries } };
}

async function withLimits<Outcome>(
  maximumMegabytes: number,
  parse: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await parse();
  } catch (error) {
    if (!(error instanceof DocumentRejected)) throw error;
    throw new StateRejected('too_large', problemText(error.problem, maximumMegabytes), { cause: error });
  }
}

function rejected({ problem, message, isReadable }: StateRejection): StateRejected {
  return new StateRejected(problem, message, { isReadable });
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
