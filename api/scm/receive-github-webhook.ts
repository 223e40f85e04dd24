import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { errors } from '../../domain/errors.ts';
import type { GithubDelivery } from '../../domain/scm/read-delivery.ts';
import { DocumentRejected } from '../../runtime/document-workers.ts';
import type { DocumentTask } from '../../runtime/document-workers.ts';
import { acceptDelivery } from '../../commands/scm/accept-delivery.ts';
import { bindPendingClaims } from '../../commands/scm/bind-pending-claims.ts';
import { deleteInstallation } from '../../db/scm/github-installation-store.ts';
import { findGithubConnection } from '../../db/scm/install-state-store.ts';
import { operation } from '../http/operation.ts';
import { readSignedBody } from '../http/read-signed-body.ts';
import type { Services } from '../services.ts';
import { run as parseDelivery } from './parse-github-delivery.ts';
import type { GithubDeliveryBody } from './parse-github-delivery.ts';
import { WebhookDelivery, tag } from './schemas.ts';

const mostIdCharacters = 200;
/** Above, a body is parsed in a thread. Parsing 256 KB takes about 2 ms. */
const eventLoopBytes = 256 * 1024;

const task: DocumentTask<GithubDeliveryBody, GithubDelivery | undefined> = {
  module: new URL('./parse-github-delivery.js', import.meta.url),
  maximumSize: 26 * 1024 * 1024,
  deadlineMilliseconds: 8000,
};

export const receiveGithubWebhook = operation({
  id: 'receiveGithubWebhook',
  method: 'POST',
  path: '/webhooks/github',
  tag,
  summary: 'Receive a webhook delivery of the GitHub App',
  description:
    'Verified by `X-Hub-Signature-256`. Events without an effect are accepted and ignored. Deliveries that cannot be ' +
    'verified are limited per client address.',
  access: 'public',
  bodyKind: 'raw',
  transaction: false,
  success: [202, WebhookDelivery],
  errors: ['webhook_unauthorized', 'invalid_body', 'rate_limited', 'provider_unavailable'],
  async handle({ request, response, services }) {
    const app = services.scm.githubApp;
    return readSignedBody(services.largeBodies, request, response, async (body) => {
      if (app?.isSignedDelivery(body, request.get('x-hub-signature-256') ?? '') !== true) {
        // Only deliveries that cannot be verified count, so that an attacker cannot block those of GitHub.
        await services.rateLimits.take('webhook_address', request, response);
        throw errors.webhookUnauthorized();
      }
      const event = headerOf(request, 'x-github-event') ?? 'unknown';
      const deliveryId = headerOf(request, 'x-github-delivery') ?? digest(body);
      await process(services, { event, deliveryId, delivery: await read(services, event, body) });
      return { delivery_id: deliveryId };
    });
  },
});

async function process(
  services: Services,
  received: {
    readonly event: string;
    readonly deliveryId: string;
    readonly delivery: GithubDelivery | undefined;
  },
): Promise<void> {
  const { delivery, ...named } = received;
  if (delivery === undefined) return;
  const { database, configuration } = services;
  const { created, installationId, deleted, effects } = delivery;
  if (created !== undefined) await bindPendingClaims(services, created, configuration.githubApiUrl);
  if (installationId === undefined) return;
  if (deleted) await deleteInstallation(database, installationId);
  const connection = await findGithubConnection(database, installationId);
  if (connection === undefined) return;
  const { organization_id: organizationId, id: connectionId } = connection;
  try {
    await acceptDelivery(services, organizationId, { connectionId, ...named, effects });
  } catch (error) {
    // The connection was deleted meanwhile.
    if ((await findGithubConnection(database, installationId))?.id === connectionId) throw error;
  }
}

/**
 * Returns `undefined` for a delivery that exhausts the time or memory of a thread. It is accepted, because GitHub would
 * repeat it in vain; the reconciliation finds its changes.
 * @throws CatalogueError `invalid_body` for a body that is not JSON.
 */
async function read(
  { documents, logger }: Services,
  event: string,
  body: Buffer,
): Promise<GithubDelivery | undefined> {
  try {
    const input = { event, body };
    const delivery =
      body.length <= eventLoopBytes ? parseDelivery(input) : await documents.run('github', task, input);
    if (delivery === undefined) throw errors.invalidBody();
    return delivery;
  } catch (error) {
    if (!(error instanceof DocumentRejected)) throw error;
    logger.warn({ err: error, event }, 'a webhook delivery could not be parsed');
    return undefined;
  }
}

function headerOf(request: Request, name: string): string | undefined {
  const value = request.get(name);
  return value === undefined || value === '' ? undefined : value.slice(0, mostIdCharacters);
}

function digest(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}
