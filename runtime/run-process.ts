import { ConfigurationError } from './configuration.ts';

/**
 * Runs the main function of a process. A configuration error and a failed connection are printed without a stack trace and
 * end the process with exit code 1. Node prints any other error with its stack trace, also with exit code 1.
 */
export async function runProcess(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const text = error instanceof ConfigurationError ? error.message : connectionFailure(error);
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
