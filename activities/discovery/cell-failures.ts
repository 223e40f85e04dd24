import type { AwsErrorClass } from '../clients/aws/classify-aws-error.ts';
import { classifyAwsError } from '../clients/aws/classify-aws-error.ts';

/** Which cells of one run failed, and why. The first failure of a cell is kept. */
export interface CellFailures {
  add(resourceType: string, error: unknown): void;
  of(resourceType: string): AwsErrorClass | undefined;
  /** Whether more calls for the type are pointless: it is denied, throttled or not there as a whole. */
  hopeless(resourceType: string): boolean;
}

/** @param parentOf the type that must be complete for this one to be */
export function cellFailures(parentOf: (resourceType: string) => string | undefined): CellFailures {
  const failures = new Map<string, AwsErrorClass>();
  const hopeless = new Set<string>();
  function of(resourceType: string): AwsErrorClass | undefined {
    const parent = parentOf(resourceType);
    return failures.get(resourceType) ?? (parent === undefined ? undefined : of(parent));
  }
  return {
    add(resourceType, error) {
      const failure = classifyAwsError(error);
      if (!failures.has(resourceType)) failures.set(resourceType, failure);
      if (failure.outcome !== 'error') hopeless.add(resourceType);
    },
    of,
    hopeless: (resourceType) => hopeless.has(resourceType),
  };
}
