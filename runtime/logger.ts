import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { traceFields } from './spans.ts';

export type { Logger } from 'pino';

/** JSON logs on standard output, with everything that carries a credential replaced. */
export function createLogger(name: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    name,
    level,
    redact: { paths: secretPaths, censor: '[redacted]' },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceFields,
  };
  return pino(options, destination ?? standardOutput());
}

/**
 * The same log without the search for credentials, which costs more than the line: for lines whose fields are all
 * named where they are written.
 */
export function withoutRedaction(logger: Logger): Logger {
  return logger.child({}, { redact: [] });
}

/** Written in blocks, at least twice a second and at the end: a write per line costs more than making the line. */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 });
}

const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'current_password',
  'new_password',
  'token',
  'access_token',
  'refresh_token',
  'secret',
  'webhook_secret',
  'external_id',
  'secretAccessKey',
  'sessionToken',
];

const secretPaths = secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]);
