import { fn } from 'objection';
import type { LinkableWorkspace, WorkspaceProject } from '../../../domain/mapping/link-workspaces.ts';
import { projectOfWorkspace } from '../../../domain/mapping/link-workspaces.ts';
import { errors } from '../../../domain/errors.ts';
import { mapConstraintErrors } from '../../database-errors.ts';
import type { Encryption, SealedLocation } from '../../encryption.ts';
import { lockOrganization } from '../../lock-organization.ts';
import { newId } from '../../new-id.ts';
import { execute, oneRowOf, queryModel, rowsOf } from '../../query.ts';
import { insertRow, updateRow } from '../../row-store.ts';
import { sql } from '../../sql.ts';
import type { Database, Tenant } from '../../tenant.ts';
import type { AccountToMatch } from '../match/account-matches.ts';
import { listReachedAccounts } from '../match/account-matches.ts';
import { HcpTerraformConnection } from './hcp-terraform-connection.ts';
import { deleteStateSource } from './state-source-store.ts';

/** A connection with the number of its sources. */
export type HcpTerraformRecord = HcpTerraformConnection & { readonly workspaceCount: number };

/** A workspace that a connection sees. */
export interface SeenWorkspace extends LinkableWorkspace {
  readonly id: string;
}

/** Connections of an organization: each has up to 10,000 state sources. */
export const maximumHcpConnections = 50;

/** @throws CatalogueError `conflict` when the host and organization are connected already, and for connection 51 */
export async function createHcpTerraformConnection(
  tenant: Tenant,
  encryption: Encryption,
  given: {
    readonly hostname: string;
    readonly organization: string;
    readonly token: string;
    readonly workspaces: readonly string[] | undefined;
  },
): Promise<HcpTerraformConnection> {
  await lockOrganization(tenant, 'hcp_terraform_connections');
  const { count } = await oneRowOf<{ count: number }>(
    tenant,
    sql`select count(*)::integer as count from hcp_terraform_connections
      where organization_id = ${tenant.organizationId}`,
  );
  if (count >= maximumHcpConnections)
    throw errors.conflict(
      `The organization has ${maximumHcpConnections} connections with HCP Terraform, the maximum. Delete a connection first.`,
    );
  const id = newId();
  return mapConstraintErrors(
    {
      hcp_terraform_connections_name_key: () =>
        errors.conflict('The organization of HCP Terraform is connected already.'),
    },
    insertRow(tenant, HcpTerraformConnection, {
      id,
      hostname: given.hostname,
      organizationName: given.organization,
      tokenSealed: await encryption.seal(given.token, locationOf(tenant, id)),
      workspaces: given.workspaces,
    }),
  );
}

export async function updateHcpTerraformConnection(
  tenant: Tenant,
  encryption: Encryption,
  id: string,
  change: { readonly token?: string | undefined; readonly workspaces?: readonly string[] | null | undefined },
): Promise<void> {
  await updateRow(tenant, HcpTerraformConnection, id, {
    tokenSealed:
      change.token === undefined ? undefined : await encryption.seal(change.token, locationOf(tenant, id)),
    workspaces: change.workspaces,
    nextSyncAt: fn.now(),
  });
}

/** Lists connections by id, one more than `limit`. */
export async function listHcpTerraformConnections(
  tenant: Tenant,
  limit: number,
  after: string | undefined,
): Promise<readonly HcpTerraformRecord[]> {
  return rowsOf<HcpTerraformRecord>(
    tenant,
    sql`select c.*, ${workspaceCount} from hcp_terraform_connections c
      where c.organization_id = ${tenant.organizationId} and (${after}::uuid is null or c.id > ${after}::uuid)
      order by c.id limit ${limit + 1}`,
  );
}

/** @throws CatalogueError `not_found`. */
export async function getHcpTerraformConnection(tenant: Tenant, id: string): Promise<HcpTerraformRecord> {
  const [found] = await rowsOf<HcpTerraformRecord>(
    tenant,
    sql`select c.*, ${workspaceCount} from hcp_terraform_connections c
      where c.organization_id = ${tenant.organizationId} and c.id = ${id}`,
  );
  if (found === undefined) throw errors.notFound();
  return found;
}

const workspaceCount = sql`(select count(*) from state_sources s
  where s.organization_id = c.organization_id and s.hcp_connection_id = c.id)::integer as workspace_count`;

/** As {@link findHcpTerraformConnection}, locked until the transaction ends. @throws CatalogueError `not_found`. */
export async function lockHcpTerraformConnection(
  tenant: Tenant,
  id: string,
): Promise<HcpTerraformConnection> {
  const found = await queryModel(tenant, HcpTerraformConnection)
    .findById([tenant.organizationId, id])
    .forUpdate();
  if (found === undefined) throw errors.notFound();
  return found;
}

export async function findHcpTerraformConnection(
  tenant: Tenant,
  id: string,
): Promise<HcpTerraformConnection | undefined> {
  return queryModel(tenant, HcpTerraformConnection).findById([tenant.organizationId, id]);
}

/** Returns the token of a connection. @throws Error when it cannot be decrypted. */
export async function openHcpTerraformToken(
  tenant: Tenant,
  encryption: Encryption,
  { id, tokenSealed }: HcpTerraformConnection,
): Promise<string> {
  return (await encryption.open(tokenSealed, locationOf(tenant, id))).toString('utf8');
}

/** Deletes a connection and its sources with their entries. Returns the accounts that they reached. */
export async function deleteHcpTerraformConnection(
  tenant: Tenant,
  id: string,
): Promise<{ readonly sourceIds: readonly string[]; readonly accounts: readonly AccountToMatch[] }> {
  const sourceIds = await listSourceIds(tenant, id);
  const accounts = await deleteSources(tenant, sourceIds);
  await execute(
    tenant,
    sql`delete from hcp_terraform_connections where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
  return { sourceIds, accounts };
}

/** A workspace whose source a user deletes becomes no source again. */
export async function ignoreHcpWorkspace(
  tenant: Tenant,
  connectionId: string,
  externalId: string,
): Promise<void> {
  await execute(
    tenant,
    sql`update hcp_terraform_connections set ignored_workspaces = ignored_workspaces || ${externalId}::text
      where organization_id = ${tenant.organizationId} and id = ${connectionId}
        and not ${externalId}::text = any(ignored_workspaces)`,
  );
}

/** What the workspaces of a connection changed. */
export interface StoredWorkspaces {
  /** New sources. */
  readonly toSync: readonly { readonly id: string; readonly name: string | undefined }[];
  /** Accounts whose evidence changed because a source was deleted. */
  readonly toMatch: readonly AccountToMatch[];
}

/**
 * Makes the sources of a connection those of its workspaces. Deletes sources of workspaces that the globs of the connection
 * exclude; one that the token does not see any more stays, and its sync tells why.
 *
 * @param seen the workspaces that the globs include
 * @param excluded ids of the other workspaces
 */
export async function storeHcpWorkspaces(
  tenant: Tenant,
  { id, ignoredWorkspaces }: Pick<HcpTerraformConnection, 'id' | 'ignoredWorkspaces'>,
  seen: readonly SeenWorkspace[],
  excluded: readonly string[],
): Promise<StoredWorkspaces> {
  const { organizationId } = tenant;
  const ignored = new Set(ignoredWorkspaces);
  const workspaces = seen
    .filter((workspace) => !ignored.has(workspace.id))
    .map(({ id: externalId, ...workspace }) => ({ externalId, workspace }));
  const toSync = await rowsOf<{ id: string; name: string | undefined }>(
    tenant,
    sql`with given as (
        select w."externalId" as external_id, w.workspace, w.workspace ->> 'name' as workspace_name,
          concat_ws('/', w.workspace ->> 'hostname', w.workspace ->> 'organization', w.workspace ->> 'name') as name
        from jsonb_to_recordset(${JSON.stringify(workspaces)}::jsonb) as w("externalId" text, workspace jsonb)
      ), stored as (
        insert into state_sources as s (organization_id, kind, name, workspace, hcp_connection_id, external_id,
          hcp_workspace, origin)
        select ${organizationId}::uuid, 'hcp_terraform', g.name, g.workspace_name, ${id}::uuid, g.external_id, g.workspace,
          'detected' from given g
        on conflict on constraint state_sources_hcp_workspace_key do update
          set name = excluded.name, workspace = excluded.workspace, hcp_workspace = excluded.hcp_workspace,
            updated_at = now()
          where s.hcp_workspace is distinct from excluded.hcp_workspace
        returning s.id, s.name, old.id is null as is_new
      )
      select id, name from stored where is_new order by id`,
  );
  const gone = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from state_sources where organization_id = ${organizationId} and hcp_connection_id = ${id}
        and external_id = any(${excluded}::text[]) and patched_fields = '{}' order by id for update`,
  );
  return {
    toSync,
    toMatch: await deleteSources(
      tenant,
      gone.map((source) => source.id),
    ),
  };
}

/**
 * Finds the projects of the workspaces of all connections. A project that a user chose stays. Returns the sources that change:
 * the places of their entries depend on the project, so they are read again.
 */
export async function linkHcpWorkspaces(tenant: Tenant): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const sources = await rowsOf<{
    id: string;
    iacProjectId: string | undefined;
    hcpWorkspace: LinkableWorkspace;
  }>(
    tenant,
    sql`select id, iac_project_id, hcp_workspace from state_sources
      where organization_id = ${organizationId} and kind = 'hcp_terraform' and not 'iac_project_id' = any(patched_fields)
      order by id for update`,
  );
  if (sources.length === 0) return [];
  const projects = await rowsOf<WorkspaceProject>(
    tenant,
    sql`select p.id, r.full_name as repository, p.path, p.backend_type, p.backend_config from iac_projects p
      join repositories r on r.organization_id = ${organizationId} and r.id = p.repository_id
      where p.organization_id = ${organizationId} and p.kind = 'root' and p.status = 'active'
        and p.system in ('terraform', 'opentofu')
        and (p.backend_type in ('cloud', 'remote') or p.backend_type is null) order by p.id`,
  );
  const changed = sources.flatMap(({ id, iacProjectId, hcpWorkspace }) => {
    const projectId = projectOfWorkspace(hcpWorkspace, projects);
    return projectId === iacProjectId ? [] : [{ id, projectId: projectId ?? null }];
  });
  await execute(
    tenant,
    sql`with changed as (
        update state_sources s set iac_project_id = c."projectId", etag = null, next_sync_at = now(), updated_at = now()
        from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c(id uuid, "projectId" uuid)
        where s.organization_id = ${organizationId} and s.id = c.id returning s.id
      )
      insert into inference_queue (organization_id, kind, subject_id)
      select ${organizationId}::uuid, 'state_source', id from changed`,
  );
  return changed.map(({ id }) => id);
}

/** Stores the outcome of a sync of a connection. */
export async function recordHcpTerraformSync(
  tenant: Tenant,
  id: string,
  lastError: string | undefined,
): Promise<void> {
  await updateRow(tenant, HcpTerraformConnection, id, {
    status: lastError === undefined ? 'synced' : 'error',
    lastError: lastError ?? null,
    lastSyncedAt: lastError === undefined ? fn.now() : undefined,
  });
}

/** As `claimStateSyncs`, for the connections. */
export async function claimHcpTerraformSyncs(
  database: Database,
  minutes: number,
  limit: number,
): Promise<readonly { readonly organizationId: string; readonly id: string; readonly name: string }[]> {
  return rowsOf(
    database.outside,
    sql`select * from claim_hcp_terraform_syncs(make_interval(mins => ${minutes}), ${limit})`,
  );
}

async function listSourceIds(tenant: Tenant, connectionId: string): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from state_sources where organization_id = ${tenant.organizationId}
        and hcp_connection_id = ${connectionId} order by id for update`,
  );
  return rows.map(({ id }) => id);
}

async function deleteSources(tenant: Tenant, ids: readonly string[]): Promise<readonly AccountToMatch[]> {
  const accounts = new Map<string, AccountToMatch>();
  for (const id of ids) {
    for (const account of await listReachedAccounts(tenant, id)) accounts.set(account.id, account);
    await deleteStateSource(tenant, id);
  }
  return [...accounts.values()];
}

function locationOf(tenant: Tenant, rowId: string): SealedLocation {
  const { organizationId } = tenant;
  return { organizationId, table: 'hcp_terraform_connections', column: 'token_sealed', rowId };
}
