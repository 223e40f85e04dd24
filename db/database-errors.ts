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

/** The violated constraint's name when `error` is a violation of it: the store turns it into a catalogue error. */
export function violatedConstraint(error: unknown): string | undefined {
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
