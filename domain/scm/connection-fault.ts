import type { ScmConnectionStatus } from '../values.ts';
import type { ScmFault } from './scm-faults.ts';

/** What a failed request to a provider changes in its connection. */
export interface ConnectionFault {
  /** The new status; `undefined` keeps the current one. */
  readonly status?: ScmConnectionStatus;
  /** Shown to users as `last_error`. */
  readonly message: string;
  /** Whether the provider was unavailable, which becomes the status `error` after {@link errorAfterMinutes}. */
  readonly unavailable: boolean;
  readonly errorAfterMinutes: number;
}

/** Minutes for which a provider may be unavailable before the connection's status is `error`. */
const errorAfterMinutes = 15;

const revokedAdvice = {
  github: 'The GitHub App was uninstalled or its credentials were revoked. Install it again.',
  gitlab:
    'GitLab rejected the access token: it expired or was revoked. Set a new access_token on the connection.',
} as const;

/**
 * Returns the change for a fault, or `undefined` when the connection stays as it is: rate limits, and faults of one
 * repository.
 */
export function connectionFault(
  provider: 'github' | 'gitlab',
  fault: ScmFault,
  message: string,
): ConnectionFault | undefined {
  const base = { message, unavailable: false, errorAfterMinutes };
  switch (fault) {
    case 'token_refused':
      return { ...base, status: 'revoked', message: revokedAdvice[provider] };
    case 'suspended':
      return { ...base, status: 'suspended', message: 'The installation of the GitHub App is suspended.' };
    case 'forbidden':
    case 'unsafe_address':
      return { ...base, status: 'error' };
    case 'unavailable':
    case 'invalid_response':
      return { ...base, unavailable: true };
    default:
      return undefined;
  }
}
