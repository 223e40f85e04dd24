import { OrganizationSlots } from '../../runtime/organization-slots.ts';
import { mapConcurrently } from '../../domain/lists/map-concurrently.ts';
import { answerLimits } from '../answer-limits.ts';
import { ScmError } from './scm-error.ts';

type OperationLimits = Readonly<Record<keyof typeof answerLimits.operation, number>>;

/** A record of a fork needs a request. */
const recordsAtOnce = 4;

/**
 * What the responses of one operation have used of `answerLimits.operation`, and the limits that they exceeded. Every client
 * of a connection has one.
 */
export class AnswerBudget {
  readonly #provider: string;
  readonly #limits: OperationLimits;
  readonly #slots: OrganizationSlots;
  #requests = 0;
  #bytes = 0;
  #exceeded: string | undefined;

  /** @param provider begins the messages: `GitLab` */
  constructor(provider: string, limits: Partial<OperationLimits> = {}) {
    this.#provider = provider;
    this.#limits = { ...answerLimits.operation, ...limits };
    this.#slots = new OrganizationSlots({ slots: this.#limits.requestsAtOnce });
  }

  /** A text for users about the first limit that a response exceeded. Missing when everything was read. */
  get exceeded(): string | undefined {
    return this.#exceeded;
  }

  /**
   * Sends a request when the operation has fewer than `requestsAtOnce` in flight.
   * @throws ScmError `too_large` when the operation has sent its last request, or has no bytes left
   */
  async run<T>(send: () => Promise<T>): Promise<T> {
    return this.#slots.run('', async () => {
      this.#requests += 1;
      if (this.#requests > this.#limits.requests)
        throw this.#tooLarge(
          `${this.#provider} was sent ${this.#limits.requests} requests by one operation.`,
        );
      this.count(0);
      return send();
    });
  }

  /** Counts bytes of a response. @throws ScmError `too_large` when the operation has no bytes left */
  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.bytes)
      throw this.#tooLarge(`${this.#provider} sent more than ${this.#limits.bytes} bytes to one operation.`);
  }

  /** Remembers a limit that a response exceeded. Returns the error, for `throw`. */
  note(error: ScmError): ScmError {
    if (error.fault === 'too_large') this.#exceeded ??= error.message;
    return error;
  }

  /** Converts the records of a page, four at a time. Leaves out records with a field that exceeds a limit. */
  async convert<T, R>(records: readonly T[], convert: (record: T) => R | Promise<R>): Promise<readonly R[]> {
    const converted = await mapConcurrently(records, recordsAtOnce, (record) =>
      this.unlessTooLarge(async () => [await convert(record)], []),
    );
    return converted.flat();
  }

  /** Returns the result of `work`, or `instead` when a response or a field exceeds a limit. */
  async unlessTooLarge<T>(work: () => Promise<T>, instead: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ScmError) || error.fault !== 'too_large') throw error;
      this.note(error);
      return instead;
    }
  }

  #tooLarge(message: string): ScmError {
    return this.note(new ScmError('too_large', message));
  }
}
