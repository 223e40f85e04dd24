import { errors } from '../domain/errors.ts';

/** Connection failures by SQLSTATE class or system error; source: PostgreSQL manual, appendix A, and Node's `errno`. */
const unavailable = /^(08...|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const unavailableMessage =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable/;

/** Turns "Postgres is away" into the catalogue's `provider_unavailable`; anything else stays as it is. */
export function toCatalogueError(error: unknown): unknown {
  return isDatabaseUnavailable(error)
    ? errors.providerUnavailable('The database is unavailable.', error)
    : error;
}

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return unavailable.test(codeOf(error) ?? '') || unavailableMessage.test(error.message);
}

/**
 * Does the work, and turns the violation of a constraint into the refusal that stands for it: for concurrent requests
 * as well, as no check before the work can be.
 */
export async function mapConstraintErrors<T>(
  refusals: Readonly<Record<string, () => Error>>,
  work: PromiseLike<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw refusals[violatedConstraint(error) ?? '']?.() ?? error;
  }
}

/** The violated constraint's name when `error` is a violation of one. */
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

/** Objection wraps the driver's error. */
function nativeErrorOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'nativeError' in error ? error.nativeError : error;
}
