import type { Request } from 'express';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { acceptDelivery } from '../../commands/scm/accept-delivery.ts';
import { findGitlabOrganization } from '../../db/scm/install-state-store.ts';
import { findScmConnection, openWebhookSecret } from '../../db/scm/scm-connection-store.ts';
import { selectGitlabCheck, signingKeyOf } from '../../domain/scm/verify-gitlab.ts';
import type { GitlabCheck, GitlabSignature } from '../../domain/scm/verify-gitlab.ts';
import { operation } from '../http/operation.ts';
import { tryParse } from '../http/request/parse-untrusted.ts';
import { readSignedBody } from '../http/request/read-signed-body.ts';
import { id } from '../http/schemas.ts';
import type { Services } from '../services.ts';
import { scmTag, WebhookDelivery } from './schemas.ts';
import { digestOf, headerOf, readDelivery, rejectDelivery } from './webhook-request.ts';

export const receiveGitlabWebhookOperation = operation({
  id: 'receiveGitlabWebhook',
  method: 'POST',
  path: '/webhooks/gitlab',
  tag: scmTag,
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
  errors: ['webhook_unauthorized', 'rate_limited', 'invalid_body', 'provider_unavailable'],
  async handle({ query, request, response, services }) {
    return readSignedBody(services, request, response, async (body) => {
      const connectionId = id.safeParse(query.connection).data;
      const organizationId =
        connectionId === undefined ? undefined : await verifyGitlab(services, connectionId, request, body);
      if (connectionId === undefined || organizationId === undefined)
        return rejectDelivery(services, request, response);
      const deliveryId =
        headerOf(request, 'idempotency-key') ?? headerOf(request, 'webhook-id') ?? eventIdOf(request, body);
      const event = headerOf(request, 'x-gitlab-event') ?? 'unknown';
      const delivery = await readDelivery(services, organizationId, { provider: 'gitlab', event, body });
      if (delivery !== undefined)
        await acceptDelivery(services, organizationId, {
          connectionId,
          deliveryId,
          event,
          effects: delivery.effects,
        });
      return { delivery_id: deliveryId };
    });
  },
});

/**
 * Returns the id of a delivery of a GitLab without `Idempotency-Key`. Events with equal bodies differ in the UUID of the event.
 * Events that GitLab triggers in one request, or in response to a webhook, have one UUID and differ in their bodies. Source:
 * GitLab, "Webhooks", delivery headers; `Gitlab::WebHooks::RecursionDetection::UUID`.
 */
function eventIdOf(request: Request, body: Buffer): string {
  const uuid = headerOf(request, 'x-gitlab-event-uuid');
  return uuid === undefined ? digestOf(body) : `${uuid}:${digestOf(body)}`;
}

/** Returns the organization of the connection, or `undefined` for a delivery that is not verified. */
async function verifyGitlab(
  { database, encryption }: Services,
  connectionId: string,
  request: Request,
  body: Buffer,
): Promise<string | undefined> {
  const check = tryParse(() => selectGitlabCheck(signatureOf(request), Date.now() / 1000));
  const organizationId = await findGitlabOrganization(database, connectionId);
  if (organizationId === undefined || check === undefined || check.kind === 'refused') return undefined;
  const secret = await database.withTenant(organizationId, async (tenant) => {
    const connection = await findScmConnection(tenant, connectionId);
    return connection === undefined ? undefined : openWebhookSecret(tenant, encryption, connection);
  });
  if (secret === undefined) return undefined;
  return tryParse(() => isSigned(check, secret, body)) === true ? organizationId : undefined;
}

function signatureOf(request: Request): GitlabSignature {
  return {
    signature: request.get('webhook-signature'),
    webhookId: request.get('webhook-id'),
    timestamp: request.get('webhook-timestamp'),
    token: request.get('x-gitlab-token'),
  };
}

function isSigned(check: GitlabCheck, secret: string, body: Buffer): boolean {
  if (check.kind === 'refused') return false;
  if (check.kind === 'token') return isEqual(check.token, secret);
  const key = signingKeyOf(secret);
  if (key === undefined) return false;
  const expected = sign(key, check.signed, body);
  return check.candidates.some((candidate) => isEqual(candidate, expected));
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
