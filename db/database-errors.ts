import { errors } from '../domain/errors.ts';

/** Connection failures by SQLSTATE class or system error; source: PostgreSQL manual, appendix A, and Node's `errno`. */
const unavailable = /^(08...|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const unavailableMessage =
  /Connection terminated|Timeout acquiring a connection|timeout expired|Connection ended/;

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
  const code = codeOf(error);
  if (code === undefined || !code.startsWith('23')) return undefined;
  const { constraint } = error as { constraint?: unknown };
  return typeof constraint === 'string' ? constraint : undefined;
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
