import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';

/** Returns the message of a provider's failure, which is written for users; a general one for other errors. */
export function messageOfFailure(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  const fromProvider = cause instanceof ApplicationFailure && /^[a-z_]+$/.test(cause.type ?? '');
  return fromProvider ? cause.message : 'The scan failed; it is repeated with the next sync.';
}
