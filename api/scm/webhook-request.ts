import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { errors } from '../../domain/errors.ts';
import type { ScmDelivery } from '../../domain/scm/read-delivery.ts';
import { DocumentRejected } from '../../runtime/document-workers.ts';
import type { DocumentTask } from '../../runtime/document-workers.ts';
import type { Services } from '../services.ts';
import { run as parseDelivery } from './parse-delivery.ts';
import type { DeliveryBody, DeliveryProblem } from './parse-delivery.ts';

const maximumIdCharacters = 200;
/** Above, a body is parsed in a thread. Parsing 256 KB takes about 2 ms. */
const eventLoopBytes = 256 * 1024;

const task: DocumentTask<DeliveryBody, ScmDelivery | DeliveryProblem> = {
  module: new URL('./parse-delivery.ts', import.meta.url),
  maximumSize: 26 * 1024 * 1024,
  deadlineMilliseconds: 8000,
};

/**
 * Reads the body of a verified delivery; a large one in a thread. Returns `undefined` for a body beyond the limits of
 * `parseDelivery`, the time or the memory of a thread. It is accepted, because every repetition would fail, too. The next sync
 * finds its changes.
 *
 * @param tenant - key of the share of the threads
 * @throws CatalogueError `invalid_body` for a body that is not JSON or no delivery.
 */
export async function readDelivery(
  { documents, logger }: Services,
  tenant: string,
  input: DeliveryBody,
): Promise<ScmDelivery | undefined> {
  const { provider, event, body } = input;
  const refuse = (problem: string) => {
    logger.warn({ problem, provider, event }, 'a webhook delivery could not be parsed');
    return undefined;
  };
  try {
    const read =
      body.byteLength <= eventLoopBytes ? parseDelivery(input) : await documents.run(tenant, task, input);
    if (read === 'unreadable') throw errors.invalidBody();
    return typeof read === 'string' ? refuse(read) : read;
  } catch (error) {
    if (!(error instanceof DocumentRejected)) throw error;
    return refuse(error.problem);
  }
}

/**
 * Counts an unverified delivery of an address. Verified ones are not counted: the addresses of GitHub and GitLab.com send
 * the deliveries of all their customers.
 * @throws CatalogueError `webhook_unauthorized`, the same for all causes; `rate_limited` beyond the limit.
 */
export async function rejectDelivery(
  { rateLimits }: Services,
  request: Request,
  response: Response,
): Promise<never> {
  await rateLimits.take('webhook_address', request, response);
  throw errors.webhookUnauthorized();
}

/** Returns a header without text that exceeds 200 characters; `undefined` for an empty one. */
export function headerOf(request: Request, name: string): string | undefined {
  const value = request.get(name);
  return value === undefined || value === '' ? undefined : value.slice(0, maximumIdCharacters);
}

/** Returns the id of a delivery without an id in its headers: the SHA-256 of the body. */
export function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}
