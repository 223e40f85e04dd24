import { classifyAwsError, type AwsErrorClass } from '../../clients/aws/classify-aws-error.ts';

/** Records the failed cells of one run. Keeps the first failure of a cell. */
export interface CellFailures {
  /** Records that one resource could not be read. */
  itemFailed(resourceType: string, error: unknown): void;
  /** Records that a list of the type failed: its only list, or the list of one parent. */
  listFailed(resourceType: string, error: unknown): void;
  listSucceeded(resourceType: string): void;
  of(resourceType: string): AwsErrorClass | undefined;
  /** Whether to make no more calls for the type, because all are denied, throttled or unsupported. */
  shouldSkip(resourceType: string): boolean;
}

/** Rejected lists of children, without a success, after which the operation counts as rejected for every parent. */
const MAXIMUM_REJECTED_PARENTS = 5;

/** @param parentOf returns the parent type; a type cannot be complete unless its parent is */
export function cellFailures(parentOf: (resourceType: string) => string | undefined): CellFailures {
  const failures = new Map<string, AwsErrorClass>();
  const rejections = new Map<string, number>();
  const everRead = new Set<string>();
  const throttled = new Set<string>();

  function add(resourceType: string, error: unknown): AwsErrorClass {
    const failure = classifyAwsError(error);
    if (!failures.has(resourceType)) failures.set(resourceType, failure);
    // The retries of a call have timed out; another call would only wait as long again.
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
        rejections.set(resourceType, (rejections.get(resourceType) ?? 0) + 1);
      }
    },
    listSucceeded: (resourceType) => void everRead.add(resourceType),
    of,
    shouldSkip(resourceType) {
      const rejected = rejections.get(resourceType) ?? 0;
      const limit = parentOf(resourceType) === undefined ? 1 : MAXIMUM_REJECTED_PARENTS;
      return throttled.has(resourceType) || (rejected >= limit && !everRead.has(resourceType));
    },
  };
}
