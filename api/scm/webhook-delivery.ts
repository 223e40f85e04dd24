import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { errors } from '../../domain/errors.ts';
import { DocumentRejected } from '../../runtime/document-workers.ts';
import type { DocumentTask } from '../../runtime/document-workers.ts';
import type { Services } from '../services.ts';

const mostIdCharacters = 200;
/** Above, a body is parsed in a thread. Parsing 256 KB takes about 2 ms. */
const eventLoopBytes = 256 * 1024;

export interface DeliveryBody {
  /** Name of the event, from a header. */
  readonly event: string;
  readonly body: Uint8Array;
}

/** Parses a body; returns `undefined` for one that is not JSON. The module exports it as `run`. */
export interface DeliveryParser<Delivery> {
  readonly module: URL;
  readonly run: (input: DeliveryBody) => Delivery | undefined;
}

/**
 * Parses a verified delivery: a small one in the event loop, a large one in a thread. Returns `undefined` for a delivery
 * that exhausts the time or memory of a thread. It is accepted, because the provider would repeat it in vain; the
 * reconciliation finds its changes.
 *
 * @param share - key of the share of the threads
 * @throws CatalogueError `invalid_body` for a body that is not JSON.
 */
export async function parseDelivery<Delivery>(
  { documents, logger }: Services,
  share: string,
  { module, run }: DeliveryParser<Delivery>,
  input: DeliveryBody,
): Promise<Delivery | undefined> {
  const task: DocumentTask<DeliveryBody, Delivery | undefined> = {
    module,
    maximumSize: 26 * 1024 * 1024,
    deadlineMilliseconds: 8000,
  };
  try {
    const small = input.body.length <= eventLoopBytes;
    const delivery = small ? run(input) : await documents.run(share, task, input);
    if (delivery === undefined) throw errors.invalidBody();
    return delivery;
  } catch (error) {
    if (!(error instanceof DocumentRejected)) throw error;
    logger.warn({ err: error, event: input.event }, 'a webhook delivery could not be parsed');
    return undefined;
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

/** Returns the first 200 characters of a header, or `undefined` for a missing or empty one. */
export function headerOf(request: Request, name: string): string | undefined {
  const value = request.get(name);
  return value === undefined || value === '' ? undefined : value.slice(0, mostIdCharacters);
}

/** Returns an id for a delivery that names none, equal for equal bodies. */
export function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}
