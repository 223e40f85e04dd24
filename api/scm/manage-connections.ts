import { z } from 'zod';
import { errors } from '../../domain/errors.ts';
import { signingKeyOf } from '../../domain/scm/verify-gitlab.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import {
  getScmConnection as read,
  listScmConnections as list,
  lockScmConnection,
  softDeleteScmConnection,
  updateAccessToken,
  updateWebhookSecret,
} from '../../db/scm/scm-connection-store.ts';
import { listActiveRunsOf } from '../../db/runs/run-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Accepted, Deleted } from '../http/schemas.ts';
import { checkGitlab } from './check-gitlab.ts';
import { accessToken } from './create-gitlab-connection.ts';
import { ScmConnection, presentScmConnection, tag } from './schemas.ts';

export const listScmConnections = operation({
  id: 'listScmConnections',
  method: 'GET',
  path: '/scm/connections',
  tag,
  summary: 'List source-control connections',
  access: 'scm:read',
  query: z.strictObject(pagingParameters),
  success: [200, listOf(ScmConnection)],
  async handle(context) {
    const { request, envelope } = pager(context, 'scm_connections', context.query);
    const rows = await list(context.tenant, request.limit, request.after?.[0]?.toString());
    const syncing = await listSyncing(
      context.tenant,
      rows.map(({ id }) => id),
    );
    return envelope(
      cutPage(rows, request.limit, ({ id }) => [id]),
      (row) => presentScmConnection(row, syncing.has(row.id)),
    );
  },
});

export const getScmConnection = operation({
  id: 'getScmConnection',
  method: 'GET',
  path: '/scm/connections/{id}',
  tag,
  summary: 'Get a source-control connection',
  access: 'scm:read',
  success: [200, ScmConnection],
  async handle({ params, tenant }) {
    return present(tenant, params.id);
  },
});

export const updateScmConnection = operation({
  id: 'updateScmConnection',
  method: 'PATCH',
  path: '/scm/connections/{id}',
  tag,
  summary: 'Change the secrets of a GitLab connection',
  description:
    'A new access token is checked with GitLab. Repositories, projects and corrections stay as they are.',
  access: 'scm:manage',
  audit: 'scm_connection.updated',
  transaction: false,
  body: z.strictObject({
    access_token: accessToken.optional(),
    webhook_secret: z
      .string()
      .trim()
      .min(16)
      .max(500)
      .refine((secret) => !secret.startsWith('whsec_') || signingKeyOf(secret) !== undefined, {
        message: 'must have the base64 of 24 to 64 bytes after whsec_',
      })
      .optional(),
  }),
  success: [200, ScmConnection],
  errors: ['conflict', 'unsafe_base_url', 'provider_unavailable'],
  async handle({ body, params, principal, services, record }) {
    const { database, encryption } = services;
    const { organizationId } = principal;
    const before = await database.withTenant(organizationId, (tenant) => read(tenant, params.id));
    const { access_token: token, webhook_secret: secret } = body;
    if (before.provider !== 'gitlab' && (token ?? secret) !== undefined)
      throw errors.conflict('A GitHub connection has no secrets of its own.');
    const checked =
      token === undefined
        ? undefined
        : await checkGitlab(
            services.scm,
            { baseUrl: before.baseUrl, accessToken: token, group: before.externalOrgId },
            () => errors.validationFailed('access_token', 'cannot access the group of the connection'),
          );
    return database.withTenant(organizationId, async (tenant) => {
      const { id, externalOrgSlug: name } = await lockScmConnection(tenant, params.id);
      if (token !== undefined && checked !== undefined) {
        const { tokenExpiresAt: expiresAt, scopes } = checked;
        await updateAccessToken(tenant, encryption, id, { text: token, expiresAt, scopes });
        await launchRun(tenant, services, {
          kind: 'sync_scm_connection',
          subjectId: id,
          description: name,
          requestedBy: principal.id,
        });
      }
      if (secret !== undefined) await updateWebhookSecret(tenant, encryption, id, secret);
      await record(tenant, { type: 'scm_connection', id, name, details: { changed: Object.keys(body) } });
      return present(tenant, id);
    });
  },
});

export const deleteScmConnection = operation({
  id: 'deleteScmConnection',
  method: 'DELETE',
  path: '/scm/connections/{id}',
  tag,
  summary: 'Delete a source-control connection',
  description:
    'A run deletes the repositories, projects and pull requests of the connection. A GitHub App stays installed: ' +
    '`uninstall_url` is the page on which to uninstall it.',
  access: 'scm:manage',
  audit: 'scm_connection.deleted',
  success: [200, Deleted.extend({ run_id: Accepted.shape.run_id, uninstall_url: z.string().optional() })],
  async handle({ params, principal, tenant, services, audit }) {
    const connection = await lockScmConnection(tenant, params.id);
    const { id, externalOrgSlug: name, externalOrgKind: kind, installationId: installation } = connection;
    await softDeleteScmConnection(tenant, id);
    const { run_id } = await launchRun(tenant, services, {
      kind: 'delete_scm_connection',
      subjectId: id,
      description: name,
      requestedBy: principal.id,
    });
    audit({ type: 'scm_connection', id, name });
    const account = { login: name, isOrganization: kind === 'organization' };
    const uninstallUrl =
      installation === undefined ? undefined : services.scm.githubApp?.settingsUrl(account, installation);
    return { id, deleted: true, run_id, uninstall_url: uninstallUrl };
  },
});

export const syncScmConnection = operation({
  id: 'syncScmConnection',
  method: 'POST',
  path: '/scm/connections/{id}/sync',
  tag,
  summary: 'Sync the repositories and pull requests of a connection',
  access: 'scm:manage',
  audit: 'scm_connection.sync_requested',
  success: [202, Accepted],
  async handle({ params, principal, tenant, services, audit }) {
    const { id, externalOrgSlug: name } = await lockScmConnection(tenant, params.id);
    const { run_id } = await launchRun(tenant, services, {
      kind: 'sync_scm_connection',
      subjectId: id,
      description: name,
      requestedBy: principal.id,
    });
    audit({ type: 'scm_connection', id, name });
    return { run_id };
  },
});

async function present(tenant: Tenant, id: string): Promise<z.input<typeof ScmConnection>> {
  return presentScmConnection(await read(tenant, id), (await listSyncing(tenant, [id])).has(id));
}

/** Returns the ids of the connections with a queued or running sync. */
async function listSyncing(tenant: Tenant, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const runs = await listActiveRunsOf(tenant, ids, ['sync_scm_connection']);
  return new Set(runs.map(({ subjectId: id }) => id));
}
