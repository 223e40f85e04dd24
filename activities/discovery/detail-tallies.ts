import type { CellOutcome } from '../../domain/discovery/observed-resource.ts';
import { classifyAwsError } from '../../clients/aws/classify-aws-error.ts';

/** Counts the outcomes of detail calls, and stops calls that would fail for every other item as well. */
export interface DetailTallies {
  /**
   * Makes a call, unless earlier calls of the operation were denied for several items without a success, or stayed
   * throttled until their retries timed out. Then throws the last error.
   *
   * @param isResponse - whether an error is a response about the item, for example that it has no such detail
   */
  run<T>(operation: string, call: () => Promise<T>, isResponse?: (error: unknown) => boolean): Promise<T>;
}

/** After this many denials of an operation, without a success, it is assumed to be denied for all items. */
const maximumDenials = 5;

interface Tally {
  succeeded: boolean;
  denials: number;
  throttled: boolean;
  lastFailure: unknown;
}

/** @param outcomeOf - classifies the error of a call; by default as {@link classifyAwsError} does. */
export function createDetailTallies(
  outcomeOf: (error: unknown) => CellOutcome = (error) => classifyAwsError(error).outcome,
): DetailTallies {
  const tallies = new Map<string, Tally>();
  return {
    async run(operation, call, isResponse = () => false) {
      const tally = tallies.get(operation) ?? {
        succeeded: false,
        denials: 0,
        throttled: false,
        lastFailure: undefined,
      };
      tallies.set(operation, tally);
      if (tally.throttled || (!tally.succeeded && tally.denials >= maximumDenials)) throw tally.lastFailure;
      try {
        const response = await call();
        tally.succeeded = true;
        return response;
      } catch (error) {
        if (isResponse(error)) tally.succeeded = true;
        const outcome = outcomeOf(error);
        if (outcome === 'denied') tally.denials += 1;
        if (outcome === 'throttled') tally.throttled = true;
        if (outcome === 'denied' || outcome === 'throttled') tally.lastFailure = error;
        throw error;
      }
    },
  };
}
