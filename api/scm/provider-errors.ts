import { errors } from '../../domain/errors.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import type { Services } from '../services.ts';

/** Faults that a retry does not solve: the customer must repair the connection. */
const lasting = new Set(['token_refused', 'forbidden', 'suspended', 'unsafe_address', 'wrong_server']);

/**
 * Runs requests of a connection, in one of the slots of the organization.
 * @throws CatalogueError `conflict` when the connection must be repaired, `provider_unavailable`.
 */
export async function fromProvider<T>(
  { providerSlots }: Pick<Services, 'providerSlots'>,
  organizationId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await providerSlots.run(organizationId, work);
  } catch (error) {
    if (!(error instanceof ScmError)) throw error;
    throw lasting.has(error.fault)
      ? errors.conflict(error.message)
      : providerUnavailable(error, 'The provider');
  }
}

/** Returns `provider_unavailable`; for a rate limit with `Retry-After`. @param provider begins the message */
export function providerUnavailable(error: ScmError, provider: string): Error {
  const { fault, retryAfterMs } = error;
  const message =
    fault === 'rate_limited'
      ? `${provider} limits the rate of requests.`
      : fault === 'too_large'
        ? error.message
        : `${provider} cannot be reached.`;
  return errors.providerUnavailable(
    message,
    error,
    retryAfterMs === undefined ? undefined : Math.max(1, Math.ceil(retryAfterMs / 1000)),
  );
}
