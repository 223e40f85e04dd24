import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { traceFields } from './spans.ts';

export type { Logger } from 'pino';

/** Creates a logger that writes JSON lines to standard output, with the values of credential fields redacted. */
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
 * Returns a child logger without redaction, which takes longer than writing the line. Use it only for lines whose fields
 * are all listed at the call.
 */
export function withoutRedaction(logger: Logger): Logger {
  return logger.child({}, { redact: [] });
}

/** Writes in blocks, at least twice a second and at exit, because a write per line takes longer than formatting it. */
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
