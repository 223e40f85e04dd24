import { classifyAwsError, type AwsErrorClass } from '../../clients/aws/classify-aws-error.ts';

/** Which cells of one run failed, and why. The first failure of a cell is kept. */
export interface CellFailures {
  /** One resource could not be read; the others go on. */
  itemFailed(resourceType: string, error: unknown): void;
  /** A list could not be read: the only one of the type, or that of one parent. */
  listFailed(resourceType: string, error: unknown): void;
  listSucceeded(resourceType: string): void;
  of(resourceType: string): AwsErrorClass | undefined;
  /** Whether more calls for the type are pointless: it is denied, throttled or not there as a whole. */
  hopeless(resourceType: string): boolean;
}

/** So many lists of children, all refused, mean that the operation is refused and not one parent. */
const REFUSALS_THAT_PROVE = 5;

/** @param parentOf the type that must be complete for this one to be */
export function cellFailures(parentOf: (resourceType: string) => string | undefined): CellFailures {
  const failures = new Map<string, AwsErrorClass>();
  const refusals = new Map<string, number>();
  const everRead = new Set<string>();
  const throttled = new Set<string>();

  function add(resourceType: string, error: unknown): AwsErrorClass {
    const failure = classifyAwsError(error);
    if (!failures.has(resourceType)) failures.set(resourceType, failure);
    // Patience has run out once already; the next call would only wait as long again.
    if (failure.outcome === 'throttled') throttled.add(resourceType);
    return failure;
  }
  function of(resourceType: string): AwsErrorClass | undefined {
    const parent = parentOf(resourceType);
    return failures.get(resourceType) ?? (parent === undefined ? undefined : of(parent));
  }
  return {
    itemFailed: (resourceType, error) => void add(resourceType, error),
    listFailed(resourceType, error) {
      if (add(resourceType, error).outcome !== 'error') {
        refusals.set(resourceType, (refusals.get(resourceType) ?? 0) + 1);
      }
    },
    listSucceeded: (resourceType) => void everRead.add(resourceType),
    of,
    hopeless(resourceType) {
      const refused = refusals.get(resourceType) ?? 0;
      const proof = parentOf(resourceType) === undefined ? 1 : REFUSALS_THAT_PROVE;
      return throttled.has(resourceType) || (refused >= proof && !everRead.has(resourceType));
    },
  };
}
