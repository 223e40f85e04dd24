import { createHmac, randomUUID } from 'node:crypto';
import type { GitlabContext } from './context.ts';
import { isInGroup } from './model.ts';
import type { ServerGroup, GitlabHook, GitlabProject, GitlabUser } from './model.ts';

export interface GitlabWebhookPayload {
  readonly event: string;
  readonly body: object;
}

/** Delivers a payload to the hooks of a project, or of a group, and of the groups above. */
export type EmitWebhook = (
  subject: GitlabProject | ServerGroup,
  payload: GitlabWebhookPayload,
) => Promise<void>;

/**
 * Signs as GitLab does: `X-Gitlab-Token` carries the secret token; `webhook-signature` signs id, time and body with the
 * signing token. GitLab 19 sends id and time with every delivery.
 */
export function createEmitWebhook({ model, deliveries, origin }: GitlabContext): EmitWebhook {
  return async (subject, { event, body }) => {
    const eventUuid = randomUUID();
    for (const hook of model.hooks.filter(({ scope }) => covers(scope, subject))) {
      const guid = randomUUID();
      await deliveries.add({
        guid,
        event,
        action: null,
        url: hook.url,
        body: Buffer.from(JSON.stringify(body)),
        installationId: null,
        repositoryId: 'git' in subject ? subject.id : null,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'GitLab/19.1.0-ee',
          'x-gitlab-event': event,
          'x-gitlab-instance': origin(),
          'x-gitlab-webhook-uuid': hook.uuid,
          // The same for all hooks of an event.
          'x-gitlab-event-uuid': eventUuid,
          'idempotency-key': guid,
          'webhook-id': guid,
        },
        sign: (bytes) => signatureOf(hook, guid, bytes),
      });
    }
  };
}

function signatureOf(hook: GitlabHook, id: string, body: Buffer): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from((hook.signingToken ?? '').replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return {
    'webhook-timestamp': timestamp,
    ...(hook.token === undefined ? {} : { 'x-gitlab-token': hook.token }),
    ...(hook.signingToken === undefined ? {} : { 'webhook-signature': `v1,${signature}` }),
  };
}

function covers(scope: GitlabHook['scope'], subject: GitlabProject | ServerGroup): boolean {
  if ('git' in scope) return scope === subject;
  const namespace: ServerGroup | GitlabUser | undefined =
    'git' in subject ? subject.namespace : subject.parent;
  return namespace !== undefined && isInGroup(namespace, scope);
}
