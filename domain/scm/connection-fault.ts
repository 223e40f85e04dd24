import type { StoredScmConnectionStatus } from '../values.ts';
import type { ScmFault } from './scm-faults.ts';

/** The change of a connection after a failed request to its provider. */
export interface ConnectionFault {
  /** The new status; `undefined` keeps the current one. */
  readonly status?: StoredScmConnectionStatus;
  /** Shown to users as `last_error`. Missing for a rate limit, which is no error of the connection. */
  readonly message?: string;
  /** Whether the provider was unavailable, which becomes the status `error` after {@link errorAfterMinutes}. */
  readonly unavailable: boolean;
  /** Whether the provider responded that requests must wait, which ends an earlier outage. */
  readonly limited?: boolean;
  readonly errorAfterMinutes: number;
  /** Time in milliseconds for which no request of the connection is sent. */
  readonly pauseMs?: number;
}

/** Minutes for which a provider may be unavailable before the connection's status is `error`. */
const errorAfterMinutes = 15;
const defaultLimitMs = 60_000;
/** Bounds of the pause after an outage, which is a tenth of its duration. */
const shortestPauseMs = 2_000;
const maximumPauseMs = 60_000;

const revokedAdvice = {
  github: 'The GitHub App was uninstalled or its credentials were revoked. Install it again.',
  gitlab:
    'GitLab rejected the access token: it expired or was revoked. Set a new access_token on the connection.',
} as const;

/**
 * Returns the change for a fault, or `undefined` when the connection stays as it is: faults of one repository.
 *
 * @param unavailableMs for how long the provider has been unavailable before
 */
export function connectionFault(
  provider: 'github' | 'gitlab',
  { fault, message, retryAfterMs }: ScmFailure,
  unavailableMs = 0,
): ConnectionFault | undefined {
  const base = { message, unavailable: false, errorAfterMinutes };
  switch (fault) {
    case 'token_refused':
      return { ...base, status: 'revoked', message: revokedAdvice[provider] };
    case 'suspended':
      return { ...base, status: 'suspended', message: 'The installation of the GitHub App is suspended.' };
    case 'forbidden':
    case 'unsafe_address':
    case 'wrong_server':
      return { ...base, status: 'error' };
    case 'rate_limited':
      return {
        unavailable: false,
        limited: true,
        errorAfterMinutes,
        pauseMs: retryAfterMs ?? defaultLimitMs,
      };
    case 'unavailable':
    case 'app_refused':
      return { ...base, unavailable: true, pauseMs: retryAfterMs ?? outagePauseMs(unavailableMs) };
    case 'invalid_response':
      return { ...base, unavailable: true };

    default:
      return undefined;
  }
}

/** A failed request. */
export interface ScmFailure {
  readonly fault: ScmFault;
  readonly message: string;
  /** When the provider accepts requests again, in milliseconds from now. */
  readonly retryAfterMs?: number | undefined;
}

function outagePauseMs(unavailableMs: number): number {
  return Math.min(maximumPauseMs, Math.max(shortestPauseMs, unavailableMs / 10));
}
