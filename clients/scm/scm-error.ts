import type { ScmFault } from '../../domain/scm/scm-faults.ts';

export class ScmError extends Error {
  override readonly name = 'ScmError';
  readonly fault: ScmFault;
  /** When the provider accepts requests again, in milliseconds from now. */
  readonly retryAfterMs: number | undefined;

  constructor(
    fault: ScmFault,
    message: string,
    options: { readonly retryAfterMs?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.fault = fault;
    this.retryAfterMs = options.retryAfterMs;
  }
}
