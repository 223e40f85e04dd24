import { z } from 'zod';
import { flag, repeatable } from '../../commands/inventory/parameter-values.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { requestRepositoryScan } from '../../commands/scm/request-repository-scan.ts';
import { recordRepositoryTeams } from '../../db/ownership/owners/record-repository-teams.ts';
import { setRepositoryApplications } from '../../db/scm/repository-applications.ts';
import { getRepositoryRecord, listRepositories } from '../../db/scm/repository-read-model.ts';
import type { RepositoryRecord } from '../../db/scm/repository-read-model.ts';
import { lockRepository, setAutomationGrants } from '../../db/scm/repository-store.ts';
import { setRepositoryTeams } from '../../db/scm/repository-teams.ts';
import { getScmConnection, updateGrantedPermissions } from '../../db/scm/scm-connection-store.ts';
import { credentialsOf } from '../../db/scm/scm-credentials.ts';
import { errors } from '../../domain/errors.ts';
import { effectiveGrants, missingPermissions } from '../../domain/scm/grant-permissions.ts';
import {
  automationGrants,
  repositoryStatuses,
  repositoryVisibilities,
  scmProviders,
} from '../../domain/values.ts';
import type { AutomationGrant } from '../../domain/values.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { Accepted, id, iso, timestamp } from '../http/schemas.ts';
import type { Services } from '../services.ts';
import { fromProvider } from './provider-errors.ts';

const Grant = z.enum(automationGrants);
const Grants = z.array(Grant);
const maximumAssociations = 100;
const ids = z.array(id).max(maximumAssociations);
const repositoriesTag = 'Repositories';

const Repository = z
  .object({
    id,
    scm_connection_id: id,
    provider: z.enum(scmProviders),
    full_name: z.string(),
    default_branch: z.string().optional(),
    url: z.string(),
    visibility: z.enum(repositoryVisibilities),
    archived: z.boolean(),
    status: z.enum(repositoryStatuses),
    last_error: z.string().optional(),
    last_scanned_commit_sha: z.string().optional(),
    last_scanned_at: timestamp.optional(),
    last_scan: z
      .object({
        commit_sha: z.string().optional().describe('Missing when the repository has no commits'),
        files: z.number().int(),
        skipped_files: z.number().int(),
        truncated: z.boolean(),
        finished_at: timestamp,
      })
      .optional(),
    automation_grants: z.array(z.enum(automationGrants)),
    application_ids: z.array(id),
    team_ids: z.array(id),
    created_at: timestamp,
  })
  .meta({ id: 'Repository' });

export const repositoryOperations = [
  operation({
    id: 'listRepositories',
    method: 'GET',
    path: '/repositories',
    tag: repositoriesTag,
    summary: 'List repositories',
    description: 'Lists the selected repositories of all connections. Filters are combined with AND.',
    access: 'repositories:read',
    query: z.strictObject({
      ...pagingParameters,
      q: z.string().min(1).max(200).optional().describe('Part of the name'),
      scm_connection_id: repeatable(id),
      provider: repeatable(z.enum(scmProviders)),
      status: repeatable(z.enum(repositoryStatuses)),
      archived: flag.optional(),
    }),
    success: [200, listOf(Repository)],
    async handle(context) {
      const { request, envelope } = pager(context, 'repositories', context.query);
      const [fullName, id] = (request.after ?? []).map(String);
      const after = fullName === undefined || id === undefined ? undefined : { fullName, id };
      const rows = await listRepositories(context.tenant, context.query, request.limit, after);
      return envelope(
        cutPage(rows, request.limit, (row) => [row.fullName, row.id]),
        presentRepository,
      );
    },
  }),
  operation({
    id: 'getRepository',
    method: 'GET',
    path: '/repositories/{id}',
    tag: repositoriesTag,
    summary: 'Get a repository',
    description: 'Returns the repository with the result of its last scan.',
    access: 'repositories:read',
    success: [200, Repository],
    async handle({ params, tenant }) {
      return presentRepository(await getRepositoryRecord(tenant, params.id));
    },
  }),
  operation({
    id: 'setAutomationGrants',
    method: 'PUT',
    path: '/repositories/{id}/automation-grants',
    tag: repositoriesTag,
    summary: 'Set the automation grants of a repository',
    description:
      'Without a grant, nothing is written to the repository. Reads the permissions of the GitHub App or the access token ' +
      'from the provider: `effective` lists the grants that they allow. Other grants are stored, and ' +
      '`missing_permissions` lists the permissions that they need.',
    access: 'repositories:manage',
    audit: 'repository.grants_set',
    transaction: false,
    body: z.strictObject({ grants: Grants.max(automationGrants.length) }),
    success: [
      200,
      z
        .object({
          grants: Grants,
          effective: Grants,
          missing_permissions: z.array(z.object({ grant: Grant, permission: z.string() })),
        })
        .meta({ id: 'RepositoryGrants' }),
    ],
    errors: ['conflict', 'provider_unavailable'],
    async handle({ body, params, principal, services, record }) {
      const { organizationId } = principal;
      const grants = [...new Set(body.grants)].toSorted();
      const checked = await readPermissions(services, organizationId, params.id, grants);
      return services.database.withTenant(organizationId, async (tenant) => {
        const repository = await lockRepository(tenant, params.id);
        await setAutomationGrants(tenant, repository.id, grants);
        const connectionId = repository.scmConnectionId;
        if (checked !== undefined) await updateGrantedPermissions(tenant, connectionId, checked);
        const { provider, grantedPermissions: granted } = await getScmConnection(tenant, connectionId);
        await record(tenant, {
          type: 'repository',
          id: repository.id,
          name: repository.fullName,
          details: { grants },
        });
        return {
          grants,
          effective: effectiveGrants(provider, granted, grants),
          missing_permissions: missingPermissions(provider, granted, grants),
        };
      });
    },
  }),
  operation({
    id: 'setRepositoryAssociations',
    method: 'PUT',
    path: '/repositories/{id}/associations',
    tag: repositoriesTag,
    summary: 'Set the applications and teams of a repository',
    description:
      'Replaces all links. An archived application or an inactive team cannot be added; a link to it that exists can stay.',
    access: 'repositories:manage',
    audit: 'repository.associations_set',
    body: z.strictObject({ application_ids: ids, team_ids: ids }),
    success: [
      200,
      z
        .object({ repository_id: id, application_ids: z.array(id), team_ids: z.array(id) })
        .meta({ id: 'RepositoryAssociations' }),
    ],
    errors: ['conflict'],
    async handle({ body, params, principal, tenant, services, audit }) {
      const { id: repositoryId, fullName: name } = await lockRepository(tenant, params.id);
      const applicationIds = [...new Set(body.application_ids)].toSorted();
      const teamIds = [...new Set(body.team_ids)].toSorted();
      const hasOtherApplications = await setRepositoryApplications(tenant, repositoryId, applicationIds);
      const teams = await setRepositoryTeams(tenant, repositoryId, teamIds);
      await recordRepositoryTeams(tenant, { id: repositoryId, name }, teams, principal.id);
      if (hasOtherApplications || teams.added.length + teams.removed.length > 0)
        await requestInference(tenant, services, 'repository', [repositoryId]);
      const links = { application_ids: applicationIds, team_ids: teamIds };
      audit({ type: 'repository', id: repositoryId, name, details: links });
      return { repository_id: repositoryId, ...links };
    },
  }),
  operation({
    id: 'rescanRepository',
    method: 'POST',
    path: '/repositories/{id}/rescan',
    tag: repositoriesTag,
    summary: 'Scan a repository again',
    description: 'Starts a run that reads the default branch again. Returns its `run_id`.',
    access: 'repositories:manage',
    audit: 'repository.rescan_requested',
    success: [202, Accepted],
    errors: ['conflict'],
    async handle({ params, principal, tenant, services, audit }) {
      const repository = await lockRepository(tenant, params.id);
      if (repository.status === 'removed') throw errors.conflict('The repository is not selected.');
      const { run_id } = await requestRepositoryScan(tenant, services, repository, principal.id);
      audit({ type: 'repository', id: repository.id, name: repository.fullName });
      return { run_id };
    },
  }),
];

/**
 * Returns the permissions that the provider confirms. Withdrawing grants must always be possible: then a failure of the
 * provider is ignored, and the result is `undefined`.
 * @throws CatalogueError `not_found`, `provider_unavailable`; `conflict` for a repository that is not selected.
 */
async function readPermissions(
  services: Services,
  organizationId: string,
  repositoryId: string,
  grants: readonly AutomationGrant[],
): Promise<Readonly<Record<string, string>> | undefined> {
  const { database, encryption, scm, providerSlots } = services;
  const { credentials, repository } = await database.withTenant(organizationId, async (tenant) => {
    const found = await lockRepository(tenant, repositoryId);
    const connection = await getScmConnection(tenant, found.scmConnectionId);
    return { repository: found, credentials: await credentialsOf(tenant, encryption, connection) };
  });
  const adds = grants.some((grant) => !repository.automationGrants.includes(grant));
  if (adds && repository.status === 'removed') throw errors.conflict('The repository is not selected.');
  if (adds) return fromProvider(services, organizationId, () => scm.readPermissions(credentials));
  try {
    return await providerSlots.run(organizationId, () => scm.readPermissions(credentials));
  } catch (error) {
    if (error instanceof ScmError) return undefined;
    throw error;
  }
}

function presentRepository(repository: RepositoryRecord): z.input<typeof Repository> {
  return {
    id: repository.id,
    scm_connection_id: repository.scmConnectionId,
    provider: repository.provider,
    full_name: repository.fullName,
    default_branch: repository.defaultBranch,
    url: repository.url,
    visibility: repository.visibility,
    archived: repository.archived,
    status: repository.status,
    last_error: repository.lastError,
    last_scanned_commit_sha: repository.lastScannedCommitSha,
    last_scanned_at: iso(repository.lastScannedAt),
    last_scan: repository.lastScan,
    automation_grants: repository.automationGrants,
    application_ids: repository.applicationIds,
    team_ids: repository.teamIds,
    created_at: iso(repository.createdAt),
  };
}
