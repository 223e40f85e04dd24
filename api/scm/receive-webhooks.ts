import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Request } from 'express';
import { errors } from '../../domain/errors.ts';
import type { Json } from '../../domain/json.ts';
import { readGitlabDelivery } from '../../domain/scm/read-delivery.ts';
import { selectGitlabCheck } from '../../domain/scm/verify-gitlab.ts';
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
  limit: 'webhook_address',
  bodyKind: 'raw',
  transaction: false,
  query: z.object({ connection: z.string().max(100).optional() }),
  success: [202, WebhookDelivery],
  errors: ['webhook_unauthorized', 'invalid_body'],
  async handle({ query, request, response, services }) {
    const body = await readRawBody(request, response, mostBytes);
    const connectionId = z.uuid().safeParse(query.connection).data;
    if (connectionId === undefined) throw errors.webhookUnauthorized();
    const organizationId = await verifyGitlab(services, connectionId, request, body);
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

/** Returns the organization of the connection. @throws CatalogueError `webhook_unauthorized`, the same for all causes. */
async function verifyGitlab(
  { database, encryption }: Services,
  connectionId: string,
  request: Request,
  body: Buffer,
): Promise<string> {
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
  if (organizationId === undefined || check.kind === 'refused') throw errors.webhookUnauthorized();
  const secret = await database.withTenant(organizationId, async (tenant) => {
    const connection = await findScmConnection(tenant, connectionId);
    return connection === undefined ? undefined : openWebhookSecret(tenant, encryption, connection);
  });
  if (secret === undefined) throw errors.webhookUnauthorized();
  const verified =
    check.kind === 'token'
      ? isEqual(check.token, secret)
      : check.candidates.some((candidate) => isEqual(candidate, sign(secret, check.signed, body)));
  if (!verified) throw errors.webhookUnauthorized();
  return organizationId;
}

/** The key is the base64 behind `whsec_`. */
function sign(secret: string, prefix: string, body: Buffer): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(prefix).update(body).digest('base64');
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
