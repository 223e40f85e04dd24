import type { ScmFault } from '../../domain/scm/scm-faults.ts';

export class ScmError extends Error {
  override readonly name = 'ScmError';
  readonly fault: ScmFault;
  /** When the provider accepts requests again, in milliseconds from now. */
  readonly retryAfterMs: number | undefined;
  /** The scope or permission that is missing, if the provider names it. */
  readonly permission: string | undefined;
  /** What the provider says about a request that it refuses with 4xx: at most 200 characters of one line. */
  readonly reason: string | undefined;

  constructor(
    fault: ScmFault,
    message: string,
    options: {
      readonly retryAfterMs?: number | undefined;
      readonly permission?: string | undefined;
      readonly reason?: string | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.fault = fault;
    this.retryAfterMs = options.retryAfterMs;
    this.permission = options.permission;
    this.reason = options.reason;
  }
}
