import { ConfigurationError } from './configuration.ts';

/** A failure whose message says in one sentence what the operator does. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/**
 * Runs the main function of a process. A configuration error, an {@link OperatorError}, a failed connection and a rejected login
 * are printed without a stack trace and end the process with exit code 1. Node prints any other error with its stack trace, also
 * with exit code 1.
 */
export async function runProcess(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const isMessage = error instanceof ConfigurationError || error instanceof OperatorError;
    const text = isMessage ? error.message : (connectionFailure(error) ?? rejectedLogin(error));
    if (text === undefined) throw error;
    process.stderr.write(`${text}\n`);
    process.exit(1);
  }
}

/** Returns a text for an error of the operating system, such as ECONNREFUSED. Node aggregates those of several addresses. */
function connectionFailure(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !/^(?:E[A-Z]+|EAI_AGAIN)$/.test(String(error.code)))
    return undefined;
  const [first] = error instanceof AggregateError ? (error.errors as readonly unknown[]) : [error];
  return `The connection failed: ${first instanceof Error ? first.message : String(error.code)}`;
}

/** SQLSTATE class 28 (invalid authorization) and 3D000 (invalid catalog name). Source: PostgreSQL manual, appendix A. */
const loginCode = /^(?:28...|3D000)$/;

function rejectedLogin(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined;
  return loginCode.test(String(error.code)) ? `Postgres rejects the login: ${error.message}.` : undefined;
}
