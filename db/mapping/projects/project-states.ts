import type { JsonObject } from '../../../domain/json/json.ts';
import { rowsOf } from '../../query.ts';
import { rowOfRecord } from '../../rows.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { voidsClaim } from '../match/correction-conditions.ts';
import { entrySums, selectProjectSources } from './project-entries.ts';
import { shownColumns } from '../states/state-source-read-model.ts';
import type { StateSourceRecord } from '../states/state-source-read-model.ts';

/** The state of a project: the source of its default workspace, else its first one, and the numbers of all of them. */
export interface ProjectState {
  readonly iacProjectId: string;
  readonly source: StateSourceRecord;
  /** Whether the account that reads the state is connected. */
  readonly accountLinked: boolean;
  readonly stateResources: number;
  readonly matched: number;
  readonly missing: number;
}

/** Returns the states of projects by project id. Projects without a state source are left out. */
export async function findProjectStates(
  tenant: Tenant,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, ProjectState>> {
  const { organizationId } = tenant;
  const linked = sql`select l.* from (${selectProjectSources(organizationId)}) l
    where l.iac_project_id = any(${projectIds}::uuid[])`;
  const rows = await rowsOf<
    StateSourceRecord & { readonly accountLinked: boolean; readonly sums: JsonObject }
  >(
    tenant,
    sql`with linked as materialized (${linked})
      select s.*, ${shownColumns}, to_jsonb(totals) as sums,
        case when s.kind <> 's3' then true when s.aws_account_id is not null then exists (
          select from aws_accounts a where a.organization_id = ${organizationId} and a.id = s.aws_account_id
            and a.status = 'connected' and a.deleted_at is null)
        else exists (
          select from resources r join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id
            and a.status = 'connected' and a.deleted_at is null
          where r.organization_id = ${organizationId} and r.resource_type = 'AWS::S3::Bucket'
            and r.native_id = s.bucket and r.status = 'active') end as account_linked
      from linked l
      join state_sources s on s.organization_id = ${organizationId} and s.id = l.state_source_id
      join (
        select l.iac_project_id, ${entrySums} from linked l
        join state_sources s on s.organization_id = ${organizationId} and s.id = l.state_source_id
        group by l.iac_project_id
      ) totals on totals.iac_project_id = l.iac_project_id
      where l.rank = 1`,
  );
  return new Map(
    rows.map((row) => {
      const sums = rowOfRecord<Omit<ProjectState, 'source' | 'accountLinked'>>(row.sums);
      return [sums.iacProjectId, { ...sums, accountLinked: row.accountLinked, source: row }];
    }),
  );
}

/** A state entry without a live resource. */
export interface MissingEntry {
  readonly address: string;
  readonly codeAddress: string;
  /** The Terraform type when it has no type of the inventory. */
  readonly resourceType: string;
  readonly identity: Readonly<Record<string, string>>;
}

/** Lists the missing entries of the sources of a project that count, by address. */
export async function listMissingEntries(
  tenant: Tenant,
  projectId: string,
  limit: number,
): Promise<readonly MissingEntry[]> {
  const { organizationId } = tenant;
  return rowsOf<MissingEntry>(
    tenant,
    sql`select e.address, e.code_address, coalesce(e.resource_type, e.terraform_type) as resource_type, e.identity
      from state_entries e
      join state_sources s on s.organization_id = ${organizationId} and s.id = e.state_source_id and s.counted
      where e.organization_id = ${organizationId} and e.class = 'missing' and e.resource_id is null
        and e.deposed_key is null and e.state_source_id in (
          select l.state_source_id from (${selectProjectSources(organizationId)}) l where l.iac_project_id = ${projectId})
      order by e.address, e.state_source_id limit ${limit}`,
  );
}

/** The condition that a state source belongs to project `p`. */
export function hasState(organizationId: string): Sql {
  return sql`(exists (select from state_sources s
      where s.organization_id = ${organizationId} and s.iac_project_id = p.id)
    or exists (select from iac_project_states l
      where l.organization_id = ${organizationId} and l.iac_project_id = p.id and l.state_source_id is not null))`;
}

/** Returns the condition that a column is the id of one of some projects. */
type IsProject = (idColumn: Sql) => Sql;

/** Returns a query for the ids of the resources that one of the projects manages, by its states or by a correction. */
export function managedIds(organizationId: string, projectIds: readonly string[]): Sql {
  return selectManaged(organizationId, isOneOf(projectIds));
}

/** As {@link managedIds}, for the projects of a query with one column, their id. */
export function managedByProjects(organizationId: string, projects: Sql): Sql {
  return selectManaged(organizationId, (idColumn) => sql`${idColumn} in (${projects})`);
}

function selectManaged(organizationId: string, isProject: IsProject): Sql {
  return sql`(select e.resource_id from state_entries e
      where e.organization_id = ${organizationId} and e.resource_id is not null and ${ofProjects(organizationId, isProject)}
    union all
    select c.resource_id from mapping_corrections c
      where c.organization_id = ${organizationId} and c.action = 'link' and ${isProject(rawSql('c.iac_project_id'))})`;
}

/** Returns the condition that one of the projects manages the resource with the id in `idColumn`. */
export function isManagedBy(organizationId: string, idColumn: Sql, projectIds: readonly string[]): Sql {
  const isProject = isOneOf(projectIds);
  return sql`(exists (select from state_entries e
      where e.organization_id = ${organizationId} and e.resource_id = ${idColumn}
        and ${ofProjects(organizationId, isProject)})
    or exists (select from mapping_corrections c
      where c.organization_id = ${organizationId} and c.resource_id = ${idColumn} and c.action = 'link'
        and ${isProject(rawSql('c.iac_project_id'))}))`;
}

function isOneOf(projectIds: readonly string[]): IsProject {
  return (idColumn) => sql`${idColumn} = any(${projectIds}::uuid[])`;
}

function ofProjects(organizationId: string, isProject: IsProject): Sql {
  return sql`e.state_source_id in (
      select s.id from state_sources s
      where s.organization_id = ${organizationId} and s.counted and (
        ${isProject(rawSql('s.iac_project_id'))} or s.id in (
          select l.state_source_id from iac_project_states l
          where l.organization_id = ${organizationId} and ${isProject(rawSql('l.iac_project_id'))})))
    and not exists (select from mapping_corrections c where ${voidsClaim(organizationId)})`;
}
