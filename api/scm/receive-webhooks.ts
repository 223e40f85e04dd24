import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Request, Response } from 'express';
import { errors } from '../../domain/errors.ts';
import type { Json } from '../../domain/json.ts';
import { readGitlabDelivery } from '../../domain/scm/read-delivery.ts';
import { selectGitlabCheck, signingKeyOf } from '../../domain/scm/verify-gitlab.ts';
import { acceptDelivery } from '../../commands/scm/accept-delivery.ts';
import { findGitlabOrganization } from '../../db/scm/install-state-store.ts';
import { findScmConnection, openWebhookSecret } from '../../db/scm/scm-connection-store.ts';
import { operation } from '../http/operation.ts';
import { readRawBody } from '../http/read-body.ts';
import type { Services } from '../services.ts';
import { WebhookDelivery, tag } from './schemas.ts';

/** Source: GitHub, "Webhook events and payloads": payloads are capped at 25 MB. */
const mostBytes = 25 * 1024 * 1024;
const mostIdCharacters = 200;

export const receiveGitlabWebhook = operation({
  id: 'receiveGitlabWebhook',
  method: 'POST',
  path: '/webhooks/gitlab',
  tag,
  summary: 'Receive a webhook delivery of a GitLab group',
  description:
    'Verified by `webhook-signature` when GitLab sends it, else by `X-Gitlab-Token`. Events without an effect are ' +
    'accepted and ignored.',
  access: 'public',
  bodyKind: 'raw',
  transaction: false,
  // Any value: the response to a malformed id is the 401 of an unknown one.
  query: z.object({ connection: z.union([z.string(), z.array(z.string())]).optional() }),
  success: [202, WebhookDelivery],
  errors: ['webhook_unauthorized', 'rate_limited', 'invalid_body'],
  async handle({ query, request, response, services }) {
    const body = await readRawBody(request, response, mostBytes);
    const connectionId = z.uuid().safeParse(query.connection).data;
    const organizationId =
      connectionId === undefined ? undefined : await verifyGitlab(services, connectionId, request, body);
    if (connectionId === undefined || organizationId === undefined)
      return rejectDelivery(services, request, response);
    const deliveryId =
      headerOf(request, 'idempotency-key') ?? headerOf(request, 'webhook-id') ?? digest(body);
    const payload = parse(body);
    await acceptDelivery(services, organizationId, {
      connectionId,
      deliveryId,
      event: headerOf(request, 'x-gitlab-event') ?? 'unknown',
      effects: readGitlabDelivery(payload),
    });
    return { delivery_id: deliveryId };
  },
});

/**
 * Counts an unverified delivery of an address. Verified ones are not counted: the addresses of GitHub and GitLab.com send
 * the deliveries of all their customers.
 * @throws CatalogueError `webhook_unauthorized`, the same for all causes; `rate_limited` beyond the limit.
 */
async function rejectDelivery(services: Services, request: Request, response: Response): Promise<never> {
  await services.rateLimits.take('webhook_address', request, response);
  throw errors.webhookUnauthorized();
}

/** Returns the organization of the connection, or `undefined` for a delivery that is not verified. */
async function verifyGitlab(
  { database, encryption }: Services,
  connectionId: string,
  request: Request,
  body: Buffer,
): Promise<string | undefined> {
  const check = selectGitlabCheck(
    {
      signature: request.get('webhook-signature'),
      webhookId: request.get('webhook-id'),
      timestamp: request.get('webhook-timestamp'),
      token: request.get('x-gitlab-token'),
    },
    Date.now() / 1000,
  );
  const organizationId = await findGitlabOrganization(database, connectionId);
  if (organizationId === undefined || check.kind === 'refused') return undefined;
  const secret = await database.withTenant(organizationId, async (tenant) => {
    const connection = await findScmConnection(tenant, connectionId);
    return connection === undefined ? undefined : openWebhookSecret(tenant, encryption, connection);
  });
  if (secret === undefined) return undefined;
  if (check.kind === 'token') return isEqual(check.token, secret) ? organizationId : undefined;
  const key = signingKeyOf(secret);
  if (key === undefined) return undefined;
  const expected = sign(key, check.signed, body);
  return check.candidates.some((candidate) => isEqual(candidate, expected)) ? organizationId : undefined;
}

/** @param key in base64 */
function sign(key: string, prefix: string, body: Buffer): string {
  return createHmac('sha256', Buffer.from(key, 'base64')).update(prefix).update(body).digest('base64');
}

/** Compares in constant time; hashing first hides the length. */
function isEqual(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}

function parse(body: Buffer): Json {
  try {
    return JSON.parse(body.toString('utf8')) as Json;
  } catch {
    throw errors.invalidBody();
  }
}

function headerOf(request: Request, name: string): string | undefined {
  const value = request.get(name);
  return value === undefined || value === '' ? undefined : value.slice(0, mostIdCharacters);
}

function digest(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}
