import { errors } from '../../domain/errors.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';

/** @throws CatalogueError `conflict` when the connection must be repaired, `provider_unavailable` for an outage. */
export async function fromProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ScmError)) throw error;
    if (['token_refused', 'forbidden', 'suspended', 'unsafe_address'].includes(error.fault))
      throw errors.conflict(error.message);
    throw errors.providerUnavailable('The provider cannot be reached.', error);
  }
}
