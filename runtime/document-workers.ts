import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { sizeOfJson } from '../domain/json/size.ts';
import { OrganizationSlots } from './organization-slots.ts';
import { noteProgress } from './progress.ts';
import { openThreadStream, TooManyBytes } from './send-chunks.ts';

/**
 * A function that parses or converts a document of a tenant, and runs in a worker thread. Input and output are copied
 * between the threads with the structured clone algorithm, so they contain no functions.
 */
export interface DocumentTask<Input, Output> {
  /** The module. It exports the function as `run`. */
  readonly module: URL;
  /** The maximum size of the input in characters, as `sizeOfJson` counts them. */
  readonly maximumSize: number;
  /** The thread is terminated after this time. It includes the start of the thread, which takes up to a second. */
  readonly deadlineMilliseconds: number;
  /** The type of `run`. It has no value at run time. */
  readonly signature?: (input: Input) => Output;
}

/** A task that receives its document in chunks and returns its result in items. Its module uses `receiveStream`. */
export interface StreamTask<Input, Item, Output> {
  /** The module. It exports the result of `receiveStream` as `run`. */
  readonly module: URL;
  /** The maximum size of the document. */
  readonly maximumBytes: number;
  /** The thread is terminated after this time. It includes the start of the thread and the arrival of the document. */
  readonly deadlineMilliseconds: number;
  /** The type of `run`. It has no value at run time. */
  readonly signature?: (input: Input, item: Item) => Output;
}

/** A document that arrives in chunks, and the receiver of the result. */
export interface DocumentStream<Item> {
  /** Its iterator is closed when the thread ends first. Errors that it throws are thrown as they are. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Receives at most 500 items at a time. */
  readonly receive: (items: readonly Item[]) => void;
}

/** Why a document was not processed. */
export type DocumentProblem = 'too_large' | 'too_deep' | 'deadline_exceeded' | 'out_of_memory';

/** The document is the cause: a retry fails in the same way. */
export class DocumentRejected extends Error {
  override readonly name = 'DocumentRejected';
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem, options?: ErrorOptions) {
    super(`the document was rejected: ${problem}`, options);
    this.problem = problem;
  }
}

/** Processes hostile documents in worker threads, so that they cannot block the event loop or exhaust the memory. */
export interface DocumentWorkers {
  /**
   * Runs a task in a thread. A tenant uses at most half of the threads; further tasks wait, and the tenants take turns.
   *
   * @param tenant - key of the share, usually the id of the organization
   * @throws DocumentRejected
   * @throws the reason of `signal` when it aborts
   * @throws the error that the task throws
   */
  run<Input, Output>(
    tenant: string,
    task: DocumentTask<Input, Output>,
    input: Input,
    signal?: AbortSignal,
  ): Promise<Output>;
  /**
   * Runs a task whose document arrives in chunks, as `run` does. At most a megabyte of the document is in memory.
   *
   * @throws DocumentRejected
   * @throws the reason of `signal` when it aborts
   * @throws the error that the task or the source of the document throws
   */
  stream<Input, Item, Output>(
    tenant: string,
    task: StreamTask<Input, Item, Output>,
    input: Input,
    document: DocumentStream<Item>,
    signal?: AbortSignal,
  ): Promise<Output>;
  /** Terminates all threads. */
  close(): Promise<void>;
}

/** The memory of a thread, in megabytes. */
const memoryLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
const maximumThreads = 4;
const idleMilliseconds = 30_000;

/** Starts threads on demand: at least two, at most four, at most one per processor core. */
export function createDocumentWorkers(threads = defaultThreads()): DocumentWorkers {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMilliseconds,
    resourceLimits: memoryLimits,
    // The threads do not need the secrets of the process.
    env: {},
  });
  // A thread that was terminated at its deadline can report afterwards that its memory is exhausted. Without a listener,
  // Node would end the process.
  pool.on('error', () => undefined);
  // Waits without a limit: every waiting task belongs to an activity, and Temporal limits the number of activities.
  const slots = new OrganizationSlots({ slots: threads, perOrganization: Math.ceil(threads / 2) });
  /** Runs the module of a task when a thread of the tenant's share is free. */
  const runModule = (
    { tenant, module, deadlineMilliseconds, signal }: ModuleRun,
    start: (options: { filename: string; name: string; signal: AbortSignal }) => Promise<unknown>,
  ): Promise<unknown> => {
    const runInTime = async () => {
      const deadline = AbortSignal.timeout(deadlineMilliseconds);
      const stop = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
      try {
        return await start({ filename: module.href, name: 'run', signal: stop });
      } catch (error) {
        signal?.throwIfAborted();
        const problem = deadline.aborted ? 'deadline_exceeded' : problemOf(error);
        throw problem === undefined ? error : new DocumentRejected(problem, { cause: error });
      }
    };
    return slots.run(tenant, runInTime, signal).finally(noteProgress);
  };
  return {
    async run(tenant, task, input, signal) {
      if (sizeOfJson(input, task.maximumSize) > task.maximumSize) throw new DocumentRejected('too_large');
      const output = await runModule({ ...task, tenant, signal }, (options) => pool.run(input, options));
      return output as OutputOf<typeof task>;
    },
    async stream(tenant, task, input, { chunks, receive }, signal) {
      const output = await runModule({ ...task, tenant, signal }, async (options) => {
        const thread = openThreadStream(task.maximumBytes, (items) =>
          receive(items as ItemOf<typeof task>[]),
        );
        const source = chunks[Symbol.asyncIterator]();
        const failed = new AbortController();
        const sent = thread.send(source).catch((error: unknown) => failed.abort(error));
        try {
          const result: unknown = await pool.run(
            { input, port: thread.port },
            {
              ...options,
              transferList: [thread.port],
              signal: AbortSignal.any([options.signal, failed.signal]),
            },
          );
          await thread.ended;
          return result;
        } catch (error) {
          failed.signal.throwIfAborted();
          throw error;
        } finally {
          thread.close();
          // Not awaited: a source that waits for its next chunk may close only after that chunk.
          void Promise.all([sent, source.return?.()]).catch(() => undefined);
        }
      });
      return output as StreamOutputOf<typeof task>;
    },
    close: () => pool.destroy(),
  };
}

interface ModuleRun {
  readonly tenant: string;
  readonly module: URL;
  readonly deadlineMilliseconds: number;
  readonly signal: AbortSignal | undefined;
}

type ItemOf<Task> = Task extends StreamTask<never, infer Item, unknown> ? Item : never;
type StreamOutputOf<Task> = Task extends StreamTask<never, never, infer Output> ? Output : never;
type OutputOf<Task> = Task extends DocumentTask<never, infer Output> ? Output : never;

function defaultThreads(): number {
  return Math.max(2, Math.min(maximumThreads, availableParallelism()));
}

/** Returns the problem of the document that an error of a thread shows, if any. */
export function problemOf(error: unknown): DocumentProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof TooManyBytes) return 'too_large';
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return 'out_of_memory';
  if (!(error instanceof RangeError)) return undefined;
  // V8 limits a string to 512 MB.
  if (error.message === 'Invalid string length') return 'too_large';
  return /call stack/i.test(error.message) ? 'too_deep' : undefined;
}
