import type { ProviderRepository } from '../../domain/scm/provider-records.ts';
import { errors } from '../../domain/errors.ts';
import type { AutomationGrant, RepositoryRemovalReason } from '../../domain/values.ts';
import { linkExecutions } from '../plans/executions/link-executions.ts';
import { execute, oneRowOf, queryModel, rowOf, rowsOf } from '../query.ts';
import { updateRow } from '../row-store.ts';
import { rowset } from '../rowset.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { Repository } from './repository.ts';
import type { ScmConnection } from './scm-connection.ts';

/** Finds a repository, also a removed one. */
export async function findRepository(tenant: Tenant, id: string): Promise<Repository | undefined> {
  return queryModel(tenant, Repository).findById([tenant.organizationId, id]);
}

/**
 * Returns a repository, also a removed one, locked until the transaction ends. Rows that refer to it can be inserted.
 * @throws CatalogueError `not_found`, also when its connection was deleted.
 */
export async function lockRepository(tenant: Tenant, id: string): Promise<Repository> {
  const repository = await rowOf<Repository>(
    tenant,
    sql`select r.* from repositories r
      join scm_connections c on c.organization_id = r.organization_id and c.id = r.scm_connection_id
        and c.deleted_at is null
      where r.organization_id = ${tenant.organizationId} and r.id = ${id} for no key update of r`,
  );
  if (repository === undefined) throw errors.notFound();
  return repository;
}

/** Lists the selected repositories of a connection by id. */
export async function listSelected(tenant: Tenant, connectionId: string): Promise<readonly Repository[]> {
  return queryModel(tenant, Repository)
    .where({ organization_id: tenant.organizationId, scm_connection_id: connectionId })
    .whereNot('status', 'removed')
    .orderBy('id');
}

/** Finds a selected repository by the provider's id. */
export async function findByExternalId(
  tenant: Tenant,
  connectionId: string,
  externalId: string,
): Promise<Repository | undefined> {
  return queryModel(tenant, Repository)
    .where({
      organization_id: tenant.organizationId,
      scm_connection_id: connectionId,
      external_id: externalId,
    })
    .whereNot('status', 'removed')
    .first();
}

export type AddedRepository = Pick<Repository, 'id' | 'fullName'>;

export interface Selection {
  /** Repositories that were not selected before. */
  readonly added: readonly AddedRepository[];
  readonly removed: readonly string[];
  readonly selected: number;
}

/**
 * Makes the given repositories the whole selection of a connection. A removed repository keeps its row; its projects
 * become missing. Selected again, it is scanned again.
 */
export async function setSelection(
  tenant: Tenant,
  connection: Pick<ScmConnection, 'id' | 'provider'>,
  wanted: readonly ProviderRepository[],
  all: boolean,
): Promise<Selection> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`update scm_connections set select_all = ${all}, updated_at = now()
      where organization_id = ${organizationId} and id = ${connection.id}`,
  );
  const wantedIds = wanted.map(({ externalId }) => externalId);
  const removed = await removeOthers(tenant, connection.id, wantedIds, 'deselected');
  // The whole selection is new: a repository that the provider's list lacked does not come back by itself.
  await execute(
    tenant,
    sql`update repositories set removal_reason = 'deselected', updated_at = now()
      where organization_id = ${organizationId} and scm_connection_id = ${connection.id}
        and removal_reason = 'unlisted' and external_id <> all(${wantedIds}::text[])`,
  );
  const added = await upsertRepositories(tenant, connection, wanted, true);
  await linkExecutions(tenant);
  return { added, removed, selected: wanted.length };
}

const listedColumns = {
  externalId: 'text',
  fullName: 'text',
  defaultBranch: 'text',
  url: 'text',
  visibility: 'text',
  archived: 'boolean',
  pushedAt: 'timestamptz',
} as const;

/**
 * Updates the rows of listed repositories, and requests a scan of each repository with another default branch. With
 * `select`, inserts the missing rows, selects removed repositories again, and returns the rows of both.
 */
export async function upsertRepositories(
  tenant: Tenant,
  connection: Pick<ScmConnection, 'id' | 'provider'>,
  listed: readonly ProviderRepository[],
  select: boolean,
): Promise<readonly AddedRepository[]> {
  const { organizationId } = tenant;
  const rows = rowset('l', listedColumns, listed);
  await execute(
    tenant,
    sql`update repositories r set full_name = l.full_name, default_branch = l.default_branch, url = l.url,
        visibility = l.visibility, archived = l.archived, pushed_at = l.pushed_at, updated_at = now(),
        scan_requested_at = case when r.default_branch is distinct from l.default_branch then now()
          else r.scan_requested_at end
      from ${rows}
      where r.organization_id = ${organizationId} and r.scm_connection_id = ${connection.id}
        and r.external_id = l.external_id
        and (r.full_name, r.default_branch, r.url, r.visibility, r.archived, r.pushed_at)
          is distinct from (l.full_name, l.default_branch, l.url, l.visibility, l.archived, l.pushed_at)`,
  );
  if (!select) return [];
  return rowsOf<AddedRepository>(
    tenant,
    sql`insert into repositories as r (organization_id, scm_connection_id, provider, external_id, full_name,
        default_branch, url, visibility, archived, pushed_at)
      select ${organizationId}, ${connection.id}, ${connection.provider}, l.external_id, l.full_name,
        l.default_branch, l.url, l.visibility, l.archived, l.pushed_at
      from ${rows}
      on conflict (organization_id, scm_connection_id, external_id) do update set status = 'pending',
        removal_reason = null, last_error = null, last_scanned_commit_sha = null, selected_at = now(), updated_at = now()
        where r.status = 'removed'
      returning id, full_name`,
  );
}

/** Selects removed repositories again that the provider's list lacked before, and that no user deselected. */
export async function restoreUnlisted(
  tenant: Tenant,
  connectionId: string,
  listedExternalIds: readonly string[],
): Promise<void> {
  await execute(
    tenant,
    sql`update repositories set status = 'pending', removal_reason = null, last_error = null,
        last_scanned_commit_sha = null, selected_at = now(), updated_at = now()
      where organization_id = ${tenant.organizationId} and scm_connection_id = ${connectionId}
        and removal_reason = 'unlisted' and external_id = any(${listedExternalIds}::text[])`,
  );
}

/** Marks selected repositories as removed that the provider no longer lists, and their projects as missing. */
export async function removeUnlisted(
  tenant: Tenant,
  connectionId: string,
  listedExternalIds: readonly string[],
): Promise<void> {
  await removeOthers(tenant, connectionId, listedExternalIds, 'unlisted');
}

async function removeOthers(
  tenant: Tenant,
  connectionId: string,
  keptExternalIds: readonly string[],
  reason: RepositoryRemovalReason,
): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`update repositories set status = 'removed', removal_reason = ${reason}, pull_request_projects_key = null,
        updated_at = now()
      where organization_id = ${tenant.organizationId} and scm_connection_id = ${connectionId}
        and status <> 'removed' and external_id <> all(${keptExternalIds}::text[])
      returning id`,
  );
  const ids = rows.map(({ id }) => id);
  await markProjectsMissing(tenant, ids);
  return ids;
}

async function markProjectsMissing(tenant: Tenant, repositoryIds: readonly string[]): Promise<void> {
  await execute(
    tenant,
    sql`update iac_projects set status = 'missing', updated_at = now()
      where organization_id = ${tenant.organizationId} and repository_id = any(${repositoryIds}::uuid[])
        and status <> 'missing'`,
  );
}

/** Returns the database's time. */
export async function databaseTime(tenant: Tenant): Promise<string> {
  const { now } = await oneRowOf<{ now: string }>(tenant, sql`select clock_timestamp()::text as now`);
  return now;
}

export async function setAutomationGrants(
  tenant: Tenant,
  id: string,
  grants: readonly AutomationGrant[],
): Promise<void> {
  await updateRow(tenant, Repository, id, { automationGrants: grants });
}
