import { classifyAwsError } from '../../../clients/aws/classify-aws-error.ts';
import type { AwsErrorClass } from '../../../clients/aws/classify-aws-error.ts';

/** After this many denied or unsupported lists of children, without a success, no further parent is tried. */
const maximumRejectedParents = 5;

/** The first failure of each cell of one collection. */
export class CellFailures {
  readonly #parentOf: (resourceType: string) => string | undefined;
  readonly #report: (resourceType: string, error: unknown) => void;
  readonly #failures = new Map<string, AwsErrorClass>();
  readonly #rejections = new Map<string, number>();
  readonly #read = new Set<string>();
  readonly #throttled = new Set<string>();

  /**
   * @param parentOf returns the parent type. A failure of the parent is also a failure of the child
   * @param report receives the first failure of a type if its outcome is `error`, for the log
   */
  constructor(
    parentOf: (resourceType: string) => string | undefined,
    report: (resourceType: string, error: unknown) => void,
  ) {
    this.#parentOf = parentOf;
    this.#report = report;
  }

  /** Records that a listed item could not be converted to a resource. */
  itemFailed(resourceType: string, error: unknown): void {
    this.#add(resourceType, error);
  }

  /** Records that a list of the type failed: its only list, or the list of one parent. */
  listFailed(resourceType: string, error: unknown): void {
    if (this.#add(resourceType, error).outcome !== 'error')
      this.#rejections.set(resourceType, this.#rejectionsOf(resourceType) + 1);
  }

  /** Records that a page of the type was read. */
  listSucceeded(resourceType: string): void {
    this.#read.add(resourceType);
  }

  /** Returns the failure of a type or of its parent; `undefined` when its cell is complete. */
  of(resourceType: string): AwsErrorClass | undefined {
    const parent = this.#parentOf(resourceType);
    return this.#failures.get(resourceType) ?? (parent === undefined ? undefined : this.of(parent));
  }

  /** Returns whether a page of the type was read. */
  wasRead(resourceType: string): boolean {
    return this.#read.has(resourceType);
  }

  /** Returns whether to skip further calls for the type, because all are denied, throttled or unsupported. */
  shouldSkip(resourceType: string): boolean {
    const limit = this.#parentOf(resourceType) === undefined ? 1 : maximumRejectedParents;
    const isRejected = this.#rejectionsOf(resourceType) >= limit && !this.wasRead(resourceType);
    return isRejected || this.#throttled.has(resourceType);
  }

  #add(resourceType: string, error: unknown): AwsErrorClass {
    const failure = classifyAwsError(error);
    if (!this.#failures.has(resourceType)) {
      this.#failures.set(resourceType, failure);
      if (failure.outcome === 'error') this.#report(resourceType, error);
    }
    // The retries of the call have timed out. Further calls would time out as well.
    if (failure.outcome === 'throttled') this.#throttled.add(resourceType);
    return failure;
  }

  #rejectionsOf(resourceType: string): number {
    return this.#rejections.get(resourceType) ?? 0;
  }
}
