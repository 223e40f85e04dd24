import { CatalogueError, errors } from '../domain/errors.ts';

/**
 * Connection failures, a Postgres that has no memory, disk space or connection left (class 53), ends or starts (57P0.), only
 * reads (25006: a standby, or the disk is full), or fails to read or write its files (58030), by SQLSTATE or system error.
 * Source: PostgreSQL manual, appendix A, and Node's `errno`.
 */
const unavailableCode =
  /^(08...|57P0[1-5]|53...|25006|58030|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/**
 * Messages of pg for a broken connection, and of Postgres for a server or database that accepts no connections. The latter
 * can have SQLSTATE 55000, which has other meanings too.
 */
const unavailableMessage =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|not (?:currently |yet )?accepting connections|the database system is (?:starting up|shutting down|in recovery mode)/;

/** serialization_failure and deadlock_detected: Postgres rolled back the transaction, which can be repeated. */
const conflictCode = /^(40001|40P01)$/;

/**
 * A statement or transaction that exceeded a limit of db/work-budgets.ts, by SQLSTATE: query_canceled (statement timeout),
 * lock_not_available (lock timeout), idle_in_transaction_session_timeout, transaction_timeout.
 */
const timeoutCode = /^(57014|55P03|25P03|25P04)$/;
/** query_canceled, transaction_timeout. */
const workTimeoutCode = /^(57014|25P04)$/;
const timeoutMessage = 'The database did not finish the request in time. Narrow the request, or retry later.';
const timeoutRetrySeconds = 10;

/**
 * SQLSTATE classes of errors that pass without a change of the statement: 40 transaction rollback, 53 insufficient
 * resources, 55 object not in prerequisite state, 57 operator intervention, 58 system error; and 25006, read-only
 * transaction. Source: PostgreSQL manual, appendix A.
 */
const transientClass = /^(?:(?:40|53|55|57|58)...|25006)$/;

/** The organization uses its whole share of the connection pool. The cause of a `provider_unavailable`. */
export class PoolShareExceeded extends Error {
  override readonly name = 'PoolShareExceeded';
}

/**
 * Converts a transient failure of Postgres to `provider_unavailable`: a failed connection, a timeout of the pool or of a
 * statement, a conflict between transactions. Callers retry it. Returns any other error unchanged.
 */
export function toCatalogueError(error: unknown): unknown {
  if (isTransactionConflict(error))
    return errors.providerUnavailable('The database is busy. Retry later.', error);
  if (isDatabaseTimeout(error)) return errors.providerUnavailable(timeoutMessage, error, timeoutRetrySeconds);
  return isDatabaseUnavailable(error)
    ? errors.providerUnavailable('The database is unavailable.', error)
    : error;
}

/**
 * Returns whether an error of a `Database` passes without a change of the statement: Postgres is unavailable, aborted the
 * transaction, or has no connection for the organization.
 */
export function isTransientDatabaseError(error: unknown): boolean {
  // A `Database` converts its failures. Others, such as a bare ECONNRESET, come from calls to AWS.
  if (error instanceof CatalogueError) {
    const { code, cause } = error;
    const transient =
      cause instanceof PoolShareExceeded ||
      isDatabaseUnavailable(cause) ||
      isDatabaseTimeout(cause) ||
      isTransactionConflict(cause);
    return code === 'provider_unavailable' && transient;
  }
  // Errors of AWS have codes, too, but only errors of Postgres have a severity.
  const native = nativeErrorOf(error);
  const fromPostgres = typeof native === 'object' && native !== null && 'severity' in native;
  return fromPostgres && transientClass.test(codeOf(error) ?? '');
}

/** Returns whether Postgres cancelled a statement because of a timeout. */
function isDatabaseTimeout(error: unknown): boolean {
  return timeoutCode.test(codeOf(error) ?? '');
}

/** Returns whether an error, converted or not, is a Postgres that cannot be reached or accepts no connection or write. */
export function isDatabaseOutage(error: unknown): boolean {
  const cause = error instanceof CatalogueError ? error.cause : error;
  return isDatabaseUnavailable(cause) && !(cause instanceof PoolShareExceeded);
}

/** Returns whether an error, converted or not, is a statement or a transaction that exceeded its timeout. */
export function isWorkTimeout(error: unknown): boolean {
  return workTimeoutCode.test(codeOf(error instanceof CatalogueError ? error.cause : error) ?? '');
}

/** Returns whether an error, converted or not, is a statement that waited too long for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error instanceof CatalogueError ? error.cause : error) === '55P03';
}

/** Returns whether Postgres rejected a write because the transaction is read-only. */
export function isReadOnlyError(error: unknown): boolean {
  return codeOf(error) === '25006';
}

/** Returns whether Postgres rolled back a transaction because of a conflict with another one. */
export function isTransactionConflict(error: unknown): boolean {
  return conflictCode.test(codeOf(error) ?? '');
}

/** Returns whether an error is a connection failure of Postgres or a timeout of the connection pool. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return unavailableCode.test(codeOf(error) ?? '') || unavailableMessage.test(error.message);
}

/**
 * Awaits `work` and maps the violation of a named constraint to an error of the catalogue. A constraint also rejects
 * conflicting writes of concurrent requests, which a query before the write cannot detect.
 * @throws the mapped error, or the driver's error for other failures.
 */
export async function mapConstraintErrors<T>(
  errorByConstraint: Readonly<Record<string, () => Error>>,
  work: PromiseLike<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw errorByConstraint[violatedConstraint(error) ?? '']?.() ?? error;
  }
}

/** Returns the name of the violated constraint. SQLSTATE class 23 is "integrity constraint violation". */
function violatedConstraint(error: unknown): string | undefined {
  if (codeOf(error)?.startsWith('23') !== true) return undefined;
  const { constraint } = nativeErrorOf(error) as { constraint?: unknown };
  return typeof constraint === 'string' ? constraint : undefined;
}

function codeOf(error: unknown): string | undefined {
  const native = nativeErrorOf(error);
  if (typeof native !== 'object' || native === null || !('code' in native)) return undefined;
  return typeof native.code === 'string' ? native.code : undefined;
}

/** objection wraps the error of the driver in `nativeError`. */
function nativeErrorOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'nativeError' in error ? error.nativeError : error;
}
