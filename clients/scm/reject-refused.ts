import type { ScmFault } from '../../domain/scm/scm-faults.ts';
import { ScmError } from './scm-error.ts';

/** Faults with which a provider refuses one write. They say nothing about the connection. */
const refusals: readonly ScmFault[] = [
  'forbidden',
  'repository_forbidden',
  'not_found',
  'invalid_response',
  'rejected',
];

/**
 * Runs requests that write to a repository.
 * @param outcome begins the message: `GitHub did not create the branch x`
 * @throws ScmError `rejected` when the provider refuses the write; other errors pass
 */
export async function rejectRefused<T>(outcome: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ScmError) || !refusals.includes(error.fault)) throw error;
    const reason = error.reason === undefined ? '' : ` (${error.reason})`;
    throw new ScmError('rejected', `${outcome}: ${error.message}${reason}`, { cause: error });
  }
}
