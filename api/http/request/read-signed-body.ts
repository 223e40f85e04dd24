import { buffer } from 'node:stream/consumers';
import type { Request, Response } from 'express';
import { errors } from '../../../domain/errors.ts';
import { OrganizationSlots } from '../../../runtime/organization-slots.ts';
import { BodySpool } from './body-spool.ts';
import { ipBlockOf } from '../../identity/session-origin.ts';
import type { Services } from '../../services.ts';
import { readRawBody } from './read-body.ts';
import { receiveChunks } from './receive-chunks.ts';

/** Source: GitHub, "Webhook events and payloads": payloads are capped at 25 MB. */
const maximumBytes = 25 * 1024 * 1024;
const smallBytes = 1024 * 1024;
const largeBodies = 4;
const largeBodiesOfAddress = 2;
const megabyte = 1024 * 1024;
/** GitHub and GitLab close a delivery after 10 seconds. */
const deadlineSeconds = 10;

/** Creates the space for large bodies that arrive: 1 GB per process, an eighth of it for one client address. */
export function createLargeBodySpool(): BodySpool {
  return new BodySpool({ maximumBytes: 1024 * megabyte, maximumBytesOfKey: 128 * megabyte, full: busy });
}

/** Creates the slots of {@link readSignedBody}: four per process, two of them for one client address. */
export function createLargeBodySlots(): OrganizationSlots {
  return new OrganizationSlots({
    slots: largeBodies,
    perOrganization: largeBodiesOfAddress,
    oneWhileOthersWait: true,
    maximumWaiting: 20,
    // Half of the deadline, so that the sender receives the response.
    maximumWaitMs: deadlineSeconds * 500,
    busy,
  });
}

/**
 * Reads a body of at most 25 MB whose sender is not known before its signature is checked, and passes its bytes to `work`.
 * A process holds at most four bodies above 1 MB in memory: further ones, which have arrived, wait until the `work` of an
 * earlier one ends. A large body must arrive within 10 seconds, and counts for a limit of its address if it does not.
 * @throws CatalogueError `invalid_body` for a larger body, `provider_unavailable` when the body cannot be received in time,
 *   `rate_limited` for an address beyond its limit
 */
export async function readSignedBody<T>(
  { largeBodies: slots, largeBodySpool, rateLimits }: LargeBodyServices,
  request: Request,
  response: Response,
  work: (body: Buffer) => Promise<T>,
): Promise<T> {
  // A body without a length is large until its end is known.
  const length = Number(request.headers['content-length'] ?? maximumBytes);
  if (length > maximumBytes) throw tooLarge();
  if (length <= smallBytes) return work(await readRawBody(request, response, smallBytes));
  // Another limit than that of unverified deliveries, which a stranger can have sent from the addresses of GitHub.
  await rateLimits.check('webhook_unsent', request);
  const address = ipBlockOf(request);
  const deadline = setTimeout(() => request.destroy(), deadlineSeconds * 1000);
  const body = await largeBodySpool
    .receive(address, receiveChunks(request), maximumBytes)
    .catch(async (error: unknown) => {
      if (!request.complete) await rateLimits.take('webhook_unsent', request, response);
      throw error;
    })
    .finally(() => clearTimeout(deadline));
  try {
    if (body.bytes > maximumBytes) throw tooLarge();
    return await slots.run(address, async () => work(await buffer(body.chunks())));
  } finally {
    await body.close();
  }
}

type LargeBodyServices = Pick<Services, 'largeBodies' | 'largeBodySpool' | 'rateLimits'>;

function tooLarge(): Error {
  return errors.invalidBody('The body is too large.');
}

function busy(): Error {
  return errors.providerUnavailable(
    'Too many large requests are being received.',
    undefined,
    deadlineSeconds,
  );
}
