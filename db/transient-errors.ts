import { CatalogueError } from '../domain/errors.ts';
import { isDatabaseTimeout, isDatabaseUnavailable, isTransactionConflict } from './database-errors.ts';

/**
 * SQLSTATE classes of errors that pass without a change of the statement: 40 transaction rollback, 53 insufficient
 * resources, 55 object not in prerequisite state, 57 operator intervention, 58 system error. Source: PostgreSQL manual,
 * appendix A.
 */
const transientClass = /^(40|53|55|57|58)...$/;

/** Returns whether an error of a `Database` is transient: Postgres is unavailable, or aborted the transaction. */
export function isTransientDatabaseError(error: unknown): boolean {
  // A `Database` converts its failures. Others, such as a bare ECONNRESET, come from calls to AWS.
  if (error instanceof CatalogueError) {
    const { code, cause } = error;
    const transient =
      isDatabaseUnavailable(cause) || isDatabaseTimeout(cause) || isTransactionConflict(cause);
    return code === 'provider_unavailable' && transient;
  }
  return transientClass.test(sqlStateOf(error));
}

/** Errors of AWS have codes, too, but only errors of Postgres have a `severity`. objection wraps the error. */
function sqlStateOf(error: unknown): string {
  const native: unknown =
    typeof error === 'object' && error !== null && 'nativeError' in error ? error.nativeError : error;
  if (typeof native !== 'object' || native === null || !('code' in native) || !('severity' in native))
    return '';
  return typeof native.code === 'string' ? native.code : '';
}
