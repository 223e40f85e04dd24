import { classifyAwsError } from '../../../clients/aws/classify-aws-error.ts';
import type { AwsErrorClass } from '../../../clients/aws/classify-aws-error.ts';

/** The first failure of each cell of one collection. */
export interface CellFailures {
  /** Records that a listed item could not be converted to a resource. */
  itemFailed(resourceType: string, error: unknown): void;
  /** Records that a list of the type failed: its only list, or the list of one parent. */
  listFailed(resourceType: string, error: unknown): void;
  /** Records that a page of the type was read. */
  listSucceeded(resourceType: string): void;
  /** Returns the failure of a type or of its parent; `undefined` when its cell is complete. */
  of(resourceType: string): AwsErrorClass | undefined;
  /** Returns whether a page of the type was read. */
  wasRead(resourceType: string): boolean;
  /** Returns whether to skip further calls for the type, because all are denied, throttled or unsupported. */
  shouldSkip(resourceType: string): boolean;
}

/** After this many denied or unsupported lists of children, without a success, no further parent is tried. */
const maximumRejectedParents = 5;

/**
 * @param parentOf returns the parent type. A failure of the parent is also a failure of the child
 * @param report receives the first failure of a type if its outcome is `error`, for the log
 */
export function cellFailures(
  parentOf: (resourceType: string) => string | undefined,
  report: (resourceType: string, error: unknown) => void,
): CellFailures {
  const failures = new Map<string, AwsErrorClass>();
  const rejections = new Map<string, number>();
  const everRead = new Set<string>();
  const throttled = new Set<string>();

  function add(resourceType: string, error: unknown): AwsErrorClass {
    const failure = classifyAwsError(error);
    if (!failures.has(resourceType)) {
      failures.set(resourceType, failure);
      if (failure.outcome === 'error') report(resourceType, error);
    }
    // The retries of the call have timed out. Further calls would time out as well.
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
    wasRead: (resourceType) => everRead.has(resourceType),
    shouldSkip(resourceType) {
      const rejected = rejections.get(resourceType) ?? 0;
      const limit = parentOf(resourceType) === undefined ? 1 : maximumRejectedParents;
      return throttled.has(resourceType) || (rejected >= limit && !everRead.has(resourceType));
    },
  };
}
