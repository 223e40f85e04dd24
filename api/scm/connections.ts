import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ScmClients } from '../../clients/scm/scm-clients.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { listActiveRunsOf } from '../../db/runs/run-store.ts';
import { createInstallState } from '../../db/scm/install-state-store.ts';
import {
  createGitlabConnection,
  getScmConnection,
  listScmConnections,
  lockScmConnection,
  softDeleteScmConnection,
  updateAccessToken,
  updateWebhookSecret,
} from '../../db/scm/scm-connection-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { errors } from '../../domain/errors.ts';
import { signingKeyOf } from '../../domain/scm/verify-gitlab.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Accepted, Deleted, timestamp } from '../http/schemas.ts';
import { githubCallbackOperation } from './github-callback.ts';
import { signInstallState } from './install-state-token.ts';
import { providerUnavailable } from './provider-errors.ts';
import { requireGithubApp } from './require-github-app.ts';
import { presentScmConnection, ScmConnection, scmTag } from './schemas.ts';
import { listDiscoverableRepositoriesOperation, selectRepositoriesOperation } from './select-repositories.ts';

const defaultBaseUrl = 'https://gitlab.com';
const webhookSecretBytes = 32;

const groupNotFound = () =>
  errors.validationFailed('group_path', 'does not exist, or the token cannot access it');

/** A token is sent in a header. */
const accessToken = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .regex(/^[\x21-\x7e]+$/, 'must be one line of visible ASCII characters');

interface CheckedGitlab {
  readonly groupId: string;
  readonly groupPath: string;
  readonly tokenExpiresAt: Date | undefined;
  readonly scopes: readonly string[];
}

const stateMinutes = 10;

export const scmConnectionOperations = [
  operation({
    id: 'listScmConnections',
    method: 'GET',
    path: '/scm/connections',
    tag: scmTag,
    summary: 'List source-control connections',
    description: 'Lists the connections to GitHub and GitLab.',
    access: 'scm:read',
    query: z.strictObject(pagingParameters),
    success: [200, listOf(ScmConnection)],
    async handle(context) {
      const { request, envelope } = pager(context, 'scm_connections', context.query);
      const rows = await listScmConnections(context.tenant, request.limit, request.after?.[0]?.toString());
      const syncing = await listSyncing(
        context.tenant,
        rows.map(({ id }) => id),
      );
      return envelope(
        cutPage(rows, request.limit, ({ id }) => [id]),
        (row) => presentScmConnection(row, syncing.has(row.id)),
      );
    },
  }),
  operation({
    id: 'createGitlabConnection',
    method: 'POST',
    path: '/scm/gitlab/connections',
    tag: scmTag,
    summary: 'Connect a GitLab group',
    description:
      'Calls GitLab before it responds. The webhook secret is returned once: add a group webhook with the URL and the ' +
      'secret, for push and merge request events. The access token needs the scope `read_api`, and `api` for grants.',
    access: 'scm:manage',
    audit: 'scm_connection.created',
    transaction: false,
    body: z.strictObject({
      base_url: z.string().max(2000).optional(),
      group_path: z.string().trim().min(1).max(500),
      access_token: accessToken,
    }),
    success: [
      201,
      z
        .object({ connection: ScmConnection, webhook_url: z.string(), webhook_secret: z.string() })
        .meta({ id: 'CreatedGitlabConnection' }),
    ],
    errors: ['unsafe_base_url', 'connection_exists', 'provider_unavailable'],
    async handle({ body, principal, services, record }) {
      const baseUrl = services.scm.parseBaseUrl(body.base_url ?? defaultBaseUrl);
      if (baseUrl === undefined) throw errors.unsafeBaseUrl();
      const group = body.group_path.replaceAll(/^\/+|(?<!\/)\/+$/g, '');
      // A URL has no such segments: the request would read another record.
      if (group === '' || group.split('/').some((segment) => segment === '.' || segment === '..'))
        throw errors.validationFailed('group_path', 'must be the full path of a group');
      const checked = await services.providerSlots.run(principal.organizationId, () =>
        checkGitlab(services.scm, { baseUrl, accessToken: body.access_token, group }, groupNotFound),
      );
      const webhookSecret = `whsec_${randomBytes(webhookSecretBytes).toString('base64')}`;
      return services.database.withTenant(principal.organizationId, async (tenant) => {
        const connection = await createGitlabConnection(tenant, services.encryption, {
          baseUrl,
          ...checked,
          accessToken: body.access_token,
          webhookSecret,
        });
        await record(tenant, { type: 'scm_connection', id: connection.id, name: connection.externalOrgSlug });
        return {
          connection: presentScmConnection(connection, false),
          webhook_url: `${services.configuration.publicUrl}/api/v1/webhooks/gitlab?connection=${connection.id}`,
          webhook_secret: webhookSecret,
        };
      });
    },
  }),
  operation({
    id: 'getGithubInstallationUrl',
    method: 'GET',
    path: '/scm/github/installation-url',
    tag: scmTag,
    summary: 'Get a URL to install the GitHub App',
    description: 'The URL contains a signed state that can be used once, within ten minutes.',
    access: 'scm:manage',
    callers: 'users',
    transaction: true,
    success: [
      200,
      z.object({ url: z.string(), expires_at: timestamp }).meta({ id: 'GithubInstallationUrl' }),
    ],
    errors: ['provider_unavailable'],
    async handle({ principal, tenant, services }) {
      const app = requireGithubApp(services);
      const { id: stateId, expiresAt } = await createInstallState(tenant, principal.id, stateMinutes);
      const { organizationId } = tenant;
      const token = signInstallState(services.configuration.jwtKeys, { organizationId, stateId }, expiresAt);
      return { url: app.installationUrl(token), expires_at: expiresAt.toISOString() };
    },
  }),
  githubCallbackOperation,
  operation({
    id: 'getScmConnection',
    method: 'GET',
    path: '/scm/connections/{id}',
    tag: scmTag,
    summary: 'Get a source-control connection',
    description: 'Returns the connection with its status and last error.',
    access: 'scm:read',
    success: [200, ScmConnection],
    async handle({ params, tenant }) {
      return present(tenant, params.id);
    },
  }),
  operation({
    id: 'updateScmConnection',
    method: 'PATCH',
    path: '/scm/connections/{id}',
    tag: scmTag,
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
      const before = await database.withTenant(organizationId, (tenant) =>
        getScmConnection(tenant, params.id),
      );
      const { access_token: token, webhook_secret: secret } = body;
      if (before.provider !== 'gitlab' && (token ?? secret) !== undefined)
        throw errors.conflict('A GitHub connection has no secrets of its own.');
      const checked =
        token === undefined
          ? undefined
          : await services.providerSlots.run(organizationId, () =>
              checkGitlab(
                services.scm,
                { baseUrl: before.baseUrl, accessToken: token, group: before.externalOrgId },
                () => errors.validationFailed('access_token', 'cannot access the group of the connection'),
              ),
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
  }),
  operation({
    id: 'deleteScmConnection',
    method: 'DELETE',
    path: '/scm/connections/{id}',
    tag: scmTag,
    summary: 'Delete a source-control connection',
    description:
      'A run deletes the repositories, projects and pull requests of the connection. A GitHub App stays installed: ' +
      '`uninstall_url` is the page on which to uninstall it.',
    access: 'scm:manage',
    audit: 'scm_connection.deleted',
    success: [
      200,
      Deleted.extend({ run_id: Accepted.shape.run_id, uninstall_url: z.string().optional() }).meta({
        id: 'ScmConnectionDeletion',
      }),
    ],
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
  }),
  listDiscoverableRepositoriesOperation,
  selectRepositoriesOperation,
  operation({
    id: 'syncScmConnection',
    method: 'POST',
    path: '/scm/connections/{id}/sync',
    tag: scmTag,
    summary: 'Sync the repositories and pull requests of a connection',
    description:
      'Starts a run that reads the repositories and pull requests at the provider. Returns its ' +
      '`run_id`.',
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
  }),
];

async function present(tenant: Tenant, id: string): Promise<z.input<typeof ScmConnection>> {
  return presentScmConnection(await getScmConnection(tenant, id), (await listSyncing(tenant, [id])).has(id));
}

/** Returns the ids of the connections with a queued or running sync. */
async function listSyncing(tenant: Tenant, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const runs = await listActiveRunsOf(tenant, ids, ['sync_scm_connection']);
  return new Set(runs.map(({ subjectId: id }) => id));
}

/**
 * Reads the token and the group.
 *
 * @param groupNotFound creates the error for a group that does not exist or that the token cannot access
 * @throws CatalogueError `validation_failed` for a token that GitLab rejects or an address without the API of GitLab;
 *   the error of `groupNotFound`; `unsafe_base_url`; `provider_unavailable`.
 */
async function checkGitlab(
  scm: ScmClients,
  credentials: { readonly baseUrl: string; readonly accessToken: string; readonly group: string },
  groupNotFound: () => Error,
): Promise<CheckedGitlab> {
  const client = await fromGitlab(async () => {
    const opened = scm.gitlab({ provider: 'gitlab', ...credentials });
    // Another organization may keep a connection open to an address that the name had before.
    await scm.checkAddress(credentials.baseUrl);
    return opened;
  }, groupNotFound);
  const { scopes, expiresAt } = await fromGitlab(
    () => client.describeToken(),
    () => errors.validationFailed('base_url', 'is not the address of a GitLab instance'),
  );
  if (!scopes.some((scope) => scope === 'read_api' || scope === 'api'))
    throw errors.validationFailed('access_token', 'needs the scope read_api');
  const group = await fromGitlab(() => client.getGroup(credentials.group), groupNotFound);
  return { groupId: group.id, groupPath: group.fullPath, tokenExpiresAt: expiresAt, scopes };
}

async function fromGitlab<T>(request: () => Promise<T>, notFound: () => Error): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw error instanceof ScmError ? toCatalogueError(error, notFound) : error;
  }
}

function toCatalogueError(error: ScmError, notFound: () => Error): Error {
  switch (error.fault) {
    case 'token_refused':
      return errors.validationFailed('access_token', 'is rejected by GitLab');
    case 'forbidden':
      return errors.validationFailed('access_token', 'lacks the scope read_api or a role in the group');
    case 'not_found':
      return notFound();
    case 'unsafe_address':
      return errors.unsafeBaseUrl();
    case 'wrong_server':
      return errors.validationFailed('base_url', `is not the address of a GitLab instance. ${error.message}`);
    default:
      return providerUnavailable(error, 'GitLab');
  }
}
