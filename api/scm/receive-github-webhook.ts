import { acceptDelivery } from '../../commands/scm/accept-delivery.ts';
import { bindPendingClaims } from '../../commands/scm/bind-pending-claims.ts';
import { deleteInstallation } from '../../db/scm/github-installation-store.ts';
import { findGithubConnection } from '../../db/scm/install-state-store.ts';
import type { ScmDelivery } from '../../domain/scm/read-delivery.ts';
import { operation } from '../http/operation.ts';
import { tryParse } from '../http/request/parse-untrusted.ts';
import { readSignedBody } from '../http/request/read-signed-body.ts';
import type { Services } from '../services.ts';
import { scmTag, WebhookDelivery } from './schemas.ts';
import { digestOf, headerOf, readDelivery, rejectDelivery } from './webhook-request.ts';

export const receiveGithubWebhookOperation = operation({
  id: 'receiveGithubWebhook',
  method: 'POST',
  path: '/webhooks/github',
  tag: scmTag,
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
    return readSignedBody(services, request, response, async (body) => {
      const signature = request.get('x-hub-signature-256') ?? '';
      if (tryParse(() => services.scm.githubApp?.isSignedDelivery(body, signature)) !== true)
        return rejectDelivery(services, request, response);
      const event = headerOf(request, 'x-github-event') ?? 'unknown';
      const deliveryId = headerOf(request, 'x-github-delivery') ?? digestOf(body);
      const delivery = await readDelivery(services, 'github', { provider: 'github', event, body });
      if (delivery !== undefined) await accept(services, { event, deliveryId }, delivery);
      return { delivery_id: deliveryId };
    });
  },
});

/** Sends no request to GitHub, so that a failure of GitHub cannot fail the delivery. */
async function accept(
  services: Services,
  named: { readonly event: string; readonly deliveryId: string },
  { created, installationId, deleted, effects }: ScmDelivery,
): Promise<void> {
  const { database, configuration } = services;
  if (created !== undefined) await bindPendingClaims(services, created, configuration.githubApiUrl);
  if (installationId === undefined) return;
  if (deleted) await deleteInstallation(database, installationId);
  const connection = await findGithubConnection(database, installationId);
  if (connection === undefined) return;
  const { organizationId, id: connectionId } = connection;
  try {
    await acceptDelivery(services, organizationId, { connectionId, ...named, effects });
  } catch (error) {
    // Another request deleted the connection after it was found.
    if ((await findGithubConnection(database, installationId))?.id === connectionId) throw error;
  }
}
