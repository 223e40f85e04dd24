import type { Request, Response } from 'express';
import { errors } from '../../../domain/errors.ts';
import { OrganizationSlots } from '../../../runtime/organization-slots.ts';
import { ipBlockOf } from '../../identity/session-origin.ts';
import { readRawBody } from './read-body.ts';

/** Source: GitHub, "Webhook events and payloads": payloads are capped at 25 MB. */
const maximumBytes = 25 * 1024 * 1024;
const smallBytes = 1024 * 1024;
const largeBodies = 4;
const largeBodiesOfAddress = 2;
/** GitHub and GitLab close a delivery after 10 seconds. */
const deadlineSeconds = 10;

/** Creates the slots of {@link readSignedBody}: four per process, two of them for one client address. */
export function createLargeBodySlots(): OrganizationSlots {
  return new OrganizationSlots({
    slots: largeBodies,
    perOrganization: largeBodiesOfAddress,
    maximumWaiting: 20,
    // Half of the deadline, so that the sender receives the response.
    maximumWaitMs: deadlineSeconds * 500,
    busy: () =>
      errors.providerUnavailable('Too many large requests are being received.', undefined, deadlineSeconds),
  });
}

/**
 * Reads a body of at most 25 MB whose sender is not known before its signature is checked, and passes its bytes to `work`.
 * A process holds at most four bodies above 1 MB in memory: further ones wait until the `work` of an earlier one ends. A
 * large body must arrive within 10 seconds, with the wait, and gets its slot when it has begun to arrive.
 * @throws CatalogueError `invalid_body` for a larger body, `provider_unavailable` when the body cannot be received in time.
 */
export async function readSignedBody<T>(
  slots: OrganizationSlots,
  request: Request,
  response: Response,
  work: (body: Buffer) => Promise<T>,
): Promise<T> {
  // A body without a length is large until its end is known.
  const length = Number(request.headers['content-length'] ?? maximumBytes);
  if (length > maximumBytes) throw errors.invalidBody('The body is too large.');
  if (length <= smallBytes) return work(await readRawBody(request, response, smallBytes));
  const deadline = setTimeout(() => request.destroy(), deadlineSeconds * 1000);
  try {
    await firstBytes(request);
    return await slots.run(ipBlockOf(request), async () => {
      const body = await readRawBody(request, response, maximumBytes).finally(() => clearTimeout(deadline));
      return work(body);
    });
  } finally {
    clearTimeout(deadline);
  }
}

/**
 * Waits until as many bytes have arrived as Node keeps of a body that nobody reads. A client that only announces a body gets no
 * slot. @throws CatalogueError `invalid_body` when the client disconnects
 */
async function firstBytes(request: Request): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const check = () => {
    if (request.destroyed) reject(errors.invalidBody());
    else if (request.readableLength >= request.readableHighWaterMark || request.complete) resolve(undefined);
    else request.read(0);
  };
  request.on('readable', check).on('close', check);
  check();
  await promise.finally(() => request.off('readable', check).off('close', check));
}
