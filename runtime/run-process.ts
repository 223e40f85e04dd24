import { ConfigurationError } from './configuration.ts';

/**
 * Runs the main function of a process. A configuration error is printed without a stack trace and ends the process with exit
 * code 1. Node prints any other error with its stack trace, also with exit code 1.
 */
export async function runProcess(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
