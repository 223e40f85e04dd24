import compression from 'compression';
import type { RequestHandler } from 'express';
import { localsOf } from '../request/request-locals.ts';

/** Smaller responses do not shrink enough to pay for the headers. */
const thresholdBytes = 1024;

/**
 * Compresses responses with br or gzip. Leaves out responses with secrets: their compressed length would tell a page that
 * reflects guesses beside them how much of the secret it guessed (BREACH). Event streams are left out by their
 * `Cache-Control: no-transform`, exports because they compress themselves.
 */
export function compressResponses(): RequestHandler {
  return compression({
    threshold: thresholdBytes,
    filter: (request, response) =>
      localsOf(response as Parameters<typeof localsOf>[0]).hasSecret !== true &&
      compression.filter(request, response),
  });
}
