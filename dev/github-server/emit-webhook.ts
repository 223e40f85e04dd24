import { createHmac, randomUUID } from 'node:crypto';
import type { ServerDelivery } from '../scm-servers/deliveries.ts';
import type { GithubContext } from './context.ts';
import { repositoriesOf } from './model.ts';
import type { ServerInstallation, GithubRepository } from './model.ts';
import { githubWebhookPayloads } from './webhook-payloads.ts';
import type { GithubWebhookPayload } from './webhook-payloads.ts';

export interface Webhooks {
  /** Where the App's webhooks go; `undefined`: no deliveries. */
  url: string | undefined;
  /** Delivers a payload. Returns `undefined` without {@link url}. */
  emit(
    payload: GithubWebhookPayload,
    installationId: number | undefined,
  ): Promise<ServerDelivery | undefined>;
  /** The installation that can see a repository; its events are delivered, those of other repositories are not. */
  installationOf(repository: GithubRepository): ServerInstallation | undefined;
  readonly payloads: ReturnType<typeof githubWebhookPayloads>;
}

export function createWebhooks(context: GithubContext): Webhooks {
  const { app, deliveries, model } = context;
  const webhooks: Webhooks = {
    url: undefined,
    payloads: githubWebhookPayloads(context),
    installationOf: (repository) =>
      [...model.installations.values()].find(
        (installation) =>
          installation.suspendedAt === undefined && repositoriesOf(model, installation).includes(repository),
      ),
    async emit({ event, action, body, repository }, installationId) {
      if (webhooks.url === undefined) return undefined;
      const guid = randomUUID();
      return deliveries.add({
        guid,
        event,
        action,
        url: webhooks.url,
        body: Buffer.from(JSON.stringify(body)),
        installationId: installationId ?? null,
        repositoryId: repository?.id ?? null,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'GitHub-Hookshot/044aadd',
          'x-github-delivery': guid,
          'x-github-event': event,
          'x-github-hook-id': '1',
          'x-github-hook-installation-target-id': app.appId,
          'x-github-hook-installation-target-type': 'integration',
        },
        sign: (bytes) => ({
          'x-hub-signature-256': `sha256=${createHmac('sha256', app.webhookSecret).update(bytes).digest('hex')}`,
        }),
      });
    },
  };
  return webhooks;
}
