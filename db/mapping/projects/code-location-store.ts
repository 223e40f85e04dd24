import { execute, oneRowOf, rowOf } from '../../query.ts';
import { rowset } from '../../rowset.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { FolderRef } from './project-code-store.ts';

/** The state of a project's locations when their computation began. */
export interface BegunLocation {
  readonly codeVersion: number;
  readonly revision: number;
}

/** Begins to locate the addresses of a project, before its code is read. */
export async function beginLocation(tenant: Tenant, projectId: string): Promise<BegunLocation> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`insert into code_location_states (organization_id, iac_project_id) values (${organizationId}, ${projectId})
      on conflict do nothing`,
  );
  return oneRowOf<{ codeVersion: number; revision: number }>(
    tenant,
    sql`select code_version as "codeVersion", revision from code_location_states
      where organization_id = ${organizationId} and iac_project_id = ${projectId}`,
  );
}

export interface AddressesOfProject {
  /** JSON text: the distinct code addresses of the entries of the project's state sources. */
  readonly entries: string;
  /** JSON text: the distinct addresses of these entries with instance keys; empty when they were not requested. */
  readonly instances: string;
  /** JSON text: the distinct addresses of corrections, with instance keys. */
  readonly corrections: string;
  /**
   * JSON text: the stored locations, each `[code_address, repository_id, file, line, confidence, ignored]`. `code_address` has
   * instance keys when the instance has another location than the others.
   */
  readonly stored: string;
}

/** Of the addresses with instance keys. Instances beyond it have the location of their code address. */
const maximumInstanceCharacters = 8_000_000;

/** Returns the addresses to locate and the stored locations. */
export async function readAddresses(
  tenant: Tenant,
  projectId: string,
  withInstances: boolean,
): Promise<AddressesOfProject> {
  const { organizationId } = tenant;
  const sources = sql`select s.id from state_sources s
            where s.organization_id = ${organizationId} and s.iac_project_id = ${projectId}
          union select l.state_source_id from iac_project_states l
            where l.organization_id = ${organizationId} and l.iac_project_id = ${projectId}`;
  return oneRowOf<{ entries: string; instances: string; corrections: string; stored: string }>(
    tenant,
    sql`select
      (select coalesce(json_agg(code_address), '[]')::text from (
        select distinct e.code_address from state_entries e
        where e.organization_id = ${organizationId} and e.state_source_id in (${sources})
      ) a) as entries,
      (select coalesce(json_agg(address), '[]')::text from (
        select address, sum(length(address)) over (order by address) as total from (
          select distinct e.address from state_entries e
          where ${withInstances} and e.organization_id = ${organizationId} and e.address <> e.code_address
            and e.state_source_id in (${sources})
        ) i
      ) a where total <= ${maximumInstanceCharacters}) as instances,
      (select coalesce(json_agg(distinct address), '[]')::text from mapping_corrections
        where organization_id = ${organizationId} and iac_project_id = ${projectId} and address is not null
      ) as corrections,
      (select coalesce(json_agg(json_build_array(code_address, repository_id, file, line, confidence, ignored)), '[]')::text
        from code_locations
        where organization_id = ${organizationId} and iac_project_id = ${projectId}
      ) as stored`,
  );
}

/** The result of a computation. */
export interface ComputedLocations {
  /** JSON text: the locations that differ from the stored ones, with the columns of the table. */
  readonly changed: string;
  /** Code addresses whose stored location is not valid any more. */
  readonly deleted: readonly string[];
  readonly folders: readonly FolderRef[];
  readonly remotes: readonly {
    readonly remote: string;
    readonly repositoryId: string | undefined;
    readonly defaultBranch: string | undefined;
  }[];
}

/**
 * Stores a computation. Writes only rows that changed. Returns false without a change when another computation was stored
 * since this one began: its differences are not the ones to the stored rows.
 */
export async function storeLocations(
  tenant: Tenant,
  projectId: string,
  begun: BegunLocation,
  computed: ComputedLocations,
): Promise<boolean> {
  const { organizationId } = tenant;
  const state = await rowOf<{ revision: number }>(
    tenant,
    sql`select revision from code_location_states
      where organization_id = ${organizationId} and iac_project_id = ${projectId} for update`,
  );
  // The project was deleted.
  if (state === undefined) return true;
  if (state.revision !== begun.revision) return false;
  await execute(
    tenant,
    sql`insert into code_locations (organization_id, iac_project_id, code_address, repository_id, file, line, confidence,
        ignored)
      select ${organizationId}, ${projectId}, code_address, repository_id, file, line, confidence, ignored
      from jsonb_to_recordset(${computed.changed}::jsonb)
        as c(code_address text, repository_id uuid, file text, line integer, confidence text, ignored text[])
      on conflict (organization_id, iac_project_id, code_address) do update set repository_id = excluded.repository_id,
        file = excluded.file, line = excluded.line, confidence = excluded.confidence,
        ignored = excluded.ignored`,
  );
  if (computed.deleted.length > 0)
    await execute(
      tenant,
      sql`delete from code_locations where organization_id = ${organizationId}
        and iac_project_id = ${projectId} and code_address = any(${computed.deleted}::text[])`,
    );
  await storeSources(tenant, projectId, computed);
  await execute(
    tenant,
    sql`update code_location_states set located_version = ${begun.codeVersion}, revision = revision + 1
      where organization_id = ${organizationId} and iac_project_id = ${projectId}`,
  );
  return true;
}

/** Replaces the folders and remotes on which the locations depend. */
async function storeSources(
  tenant: Tenant,
  projectId: string,
  { folders, remotes }: ComputedLocations,
): Promise<void> {
  const { organizationId } = tenant;
  const folderRows = sql`unnest(${folders.map(({ repositoryId }) => repositoryId)}::uuid[],
    ${folders.map(({ folder }) => folder)}::text[]) as n(repository_id, folder)`;
  await execute(
    tenant,
    sql`delete from code_location_folders f
      where f.organization_id = ${organizationId} and f.iac_project_id = ${projectId}
        and not exists (select from ${folderRows} where n.repository_id = f.repository_id and n.folder = f.folder)`,
  );
  await execute(
    tenant,
    sql`insert into code_location_folders (organization_id, iac_project_id, repository_id, folder)
      select ${organizationId}, ${projectId}, r.id, n.folder from ${folderRows}
      join repositories r on r.organization_id = ${organizationId} and r.id = n.repository_id
      on conflict do nothing`,
  );
  const names = remotes.map(({ remote }) => remote);
  await execute(
    tenant,
    sql`delete from code_location_remotes
      where organization_id = ${organizationId} and iac_project_id = ${projectId}
        and remote <> all(${names}::text[])`,
  );
  await execute(
    tenant,
    sql`insert into code_location_remotes as o (organization_id, iac_project_id, remote, repository_id, default_branch)
      select ${organizationId}, ${projectId}, n.remote, r.id, n.default_branch
      from ${rowset('n', { remote: 'text', repositoryId: 'uuid', defaultBranch: 'text' }, remotes)}
      left join repositories r on r.organization_id = ${organizationId} and r.id = n.repository_id
      on conflict (organization_id, remote, iac_project_id) do update
        set repository_id = excluded.repository_id, default_branch = excluded.default_branch
        where (o.repository_id, o.default_branch) is distinct from (excluded.repository_id, excluded.default_branch)`,
  );
}
