import type { CellOutcome } from '../../../domain/values.ts';
import { classifyAwsError } from '../../../clients/aws/classify-aws-error.ts';

/** After this many denials of an operation, without a success, it is assumed to be denied for all items. */
const maximumDenials = 5;

interface OperationState {
  succeeded: boolean;
  denials: number;
  throttled: boolean;
  lastFailure: unknown;
}

/** Stops the detail calls of an operation that would fail for every other item as well. */
export class DetailCircuitBreaker {
  readonly #outcomeOf: (error: unknown) => CellOutcome;
  readonly #operations = new Map<string, OperationState>();

  /** @param outcomeOf returns the outcome of a failed call; by default that of {@link classifyAwsError} */
  constructor(outcomeOf: (error: unknown) => CellOutcome = (error) => classifyAwsError(error).outcome) {
    this.#outcomeOf = outcomeOf;
  }

  /**
   * Makes a call, unless earlier calls of the operation were denied for five items without a success, or stayed throttled
   * until their retries timed out. In these cases throws the last error without a call.
   *
   * @param isResponse returns whether an error is a response about the item, for example that it has no such detail
   */
  async run<T>(
    operation: string,
    call: () => Promise<T>,
    isResponse: (error: unknown) => boolean = () => false,
  ): Promise<T> {
    const state = this.#stateOf(operation);
    if (state.throttled || (!state.succeeded && state.denials >= maximumDenials)) throw state.lastFailure;
    try {
      const response = await call();
      state.succeeded = true;
      return response;
    } catch (error) {
      if (isResponse(error)) state.succeeded = true;
      const outcome = this.#outcomeOf(error);
      if (outcome === 'denied') state.denials += 1;
      if (outcome === 'throttled') state.throttled = true;
      if (outcome === 'denied' || outcome === 'throttled') state.lastFailure = error;
      throw error;
    }
  }

  #stateOf(operation: string): OperationState {
    const known = this.#operations.get(operation);
    if (known !== undefined) return known;
    const state = { succeeded: false, denials: 0, throttled: false, lastFailure: undefined };
    this.#operations.set(operation, state);
    return state;
  }
}
