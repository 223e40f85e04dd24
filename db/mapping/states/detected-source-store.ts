import type { DetectedState } from '../../../domain/mapping/plan-detected-states.ts';
import { lockOrganization } from '../../lock-organization.ts';
import { execute, rowsOf } from '../../query.ts';
import { rowset } from '../../rowset.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { AccountToMatch } from '../match/account-matches.ts';
import { listReachedAccounts } from '../match/account-matches.ts';
import { deleteStateSource } from './state-source-store.ts';
import type { StateSource } from './state-source.ts';

export interface DetectedStates {
  readonly states: readonly DetectedState[];
  /** Active projects without a backend whose state can be detected. */
  readonly projectsWithoutState: readonly string[];
}

export interface SourceDetectionResult {
  /** New, moved and enabled sources. */
  readonly toSync: readonly Pick<StateSource, 'id' | 'bucket' | 'key'>[];
  /** Accounts whose evidence changed because a source was disabled, enabled or deleted. */
  readonly toMatch: readonly AccountToMatch[];
}

/**
 * Stores the states that were detected for the projects of a repository. A project and workspace keeps its source:
 *
 * - A source that a user deleted is not inserted again. Fields that a user set do not change.
 * - When the backend of a project moves, its source moves with it, unless other projects share the source or another
 *   source has the new bucket and key.
 * - A source of which every project is disabled becomes disabled. Missing projects do not disable it.
 * - A backend that a project has no more, because its file of values is gone, loses its sources.
 * - A detected source that belongs to no project any more is deleted, unless a user changed it.
 *
 * Detections of an organization are serialized, because two projects can have the same object.
 */
export async function storeDetectedStates(
  tenant: Tenant,
  repositoryId: string,
  { states, projectsWithoutState }: DetectedStates,
): Promise<SourceDetectionResult> {
  await lockOrganization(tenant, 'state_detection');
  const columns = {
    projectId: 'uuid',
    workspace: 'text',
    variant: 'text',
    bucket: 'text',
    key: 'text',
    region: 'text',
    guessed: 'boolean',
  } as const;
  const detected = rowset('d', columns, states);
  const moved = await moveSources(tenant, detected);
  const inserted = await insertSources(tenant, detected);
  await linkSources(tenant, detected);
  await execute(
    tenant,
    sql`update state_sources s set guessed = n.guessed
      from (select d.bucket, d.key, bool_and(d.guessed) as guessed from ${detected} group by 1, 2) n
      where s.organization_id = ${tenant.organizationId} and s.origin = 'detected' and s.bucket = n.bucket
        and s.key = n.key and s.guessed <> n.guessed and not s.patched_fields && array['bucket', 'key']`,
  );
  await execute(
    tenant,
    sql`with unlinked as (
        delete from iac_project_states l using state_sources s
        where l.organization_id = ${tenant.organizationId} and (
            l.iac_project_id = any(${projectsWithoutState}::uuid[])
            or l.iac_project_id in (select d.project_id from ${detected}) and not exists (
              select from ${detected} where d.project_id = l.iac_project_id and d.variant = l.variant))
          and s.organization_id = l.organization_id and s.id = l.state_source_id and s.patched_fields = '{}'
        returning s.id
      )
      insert into inference_queue (organization_id, kind, subject_id)
      select distinct ${tenant.organizationId}::uuid, 'state_source', id from unlinked`,
  );
  const orphans = await deleteUnlinkedSources(tenant);
  const switched = await switchSources(tenant, repositoryId);
  const toMatch = [...orphans];
  for (const { id } of switched) toMatch.push(...(await listReachedAccounts(tenant, id)));
  const toSync = [...moved, ...inserted, ...switched.filter(({ disabled }) => !disabled)];
  return { toSync, toMatch: distinct(toMatch) };
}

/** Deletes detected sources that belong to no project, unless a user changed them. Returns the accounts they reached. */
export async function deleteUnlinkedSources(tenant: Tenant): Promise<readonly AccountToMatch[]> {
  const unlinked = await rowsOf<{ id: string }>(
    tenant,
    sql`select s.id from state_sources s
      where s.organization_id = ${tenant.organizationId} and s.origin = 'detected' and s.patched_fields = '{}'
        and s.kind = 's3' and s.iac_project_id is null and not exists (select from iac_project_states l
          where l.organization_id = s.organization_id and l.state_source_id = s.id)
      order by s.id for update`,
  );
  const accounts: AccountToMatch[] = [];
  for (const { id } of unlinked) {
    accounts.push(...(await listReachedAccounts(tenant, id)));
    await deleteStateSource(tenant, id);
  }
  return distinct(accounts);
}

type Touched = Pick<StateSource, 'id' | 'bucket' | 'key' | 'disabled'>;

/** The link of a detected state, `l`, whose source, `s`, a user neither deleted nor moved. */
const linked = (organizationId: string) => sql`iac_project_states l
  join state_sources s on s.organization_id = l.organization_id and s.id = l.state_source_id
    and not s.patched_fields && array['bucket', 'key']
  where l.organization_id = ${organizationId} and l.iac_project_id = d.project_id and l.workspace = d.workspace
    and l.variant = d.variant`;

/** The condition that a state has a link whose source a user deleted or moved. */
const isCorrected = (organizationId: string) => sql`exists (select from iac_project_states c
  left join state_sources m on m.organization_id = c.organization_id and m.id = c.state_source_id
  where c.organization_id = ${organizationId} and c.iac_project_id = d.project_id and c.workspace = d.workspace
    and c.variant = d.variant
    and (c.state_source_id is null or m.patched_fields && array['bucket', 'key']))`;

async function moveSources(tenant: Tenant, detected: Sql): Promise<readonly Touched[]> {
  const { organizationId } = tenant;
  return rowsOf<Touched>(
    tenant,
    sql`update state_sources t set bucket = n.bucket, key = n.key, guessed = n.guessed,
        region = case when 'region' = any(t.patched_fields) then t.region else coalesce(n.region, t.region) end,
        status = 'pending', last_error = null, last_success_at = null, read_begun_at = null, missing_since = null, etag = null,
        version_id = null, serial = null, lineage = null, sync_token = null, next_sync_at = now(), updated_at = now()
      from (
        select distinct on (d.bucket, d.key) d.bucket, d.key, d.region, d.guessed, l.id
        from ${detected}
        cross join lateral (
          select s.id, s.bucket, s.key from ${linked(organizationId)} and s.origin = 'detected'
            and (select count(*) from iac_project_states o
              where o.organization_id = s.organization_id and o.state_source_id = s.id) = 1) l
        where (l.bucket, l.key) <> (d.bucket, d.key) and not exists (select from state_sources o
          where o.organization_id = ${organizationId} and o.bucket = d.bucket and o.key = d.key)
        order by d.bucket, d.key, l.id
      ) n
      where t.organization_id = ${organizationId} and t.id = n.id
      returning t.id, t.bucket, t.key, t.disabled`,
  );
}

async function insertSources(tenant: Tenant, detected: Sql): Promise<readonly Touched[]> {
  const { organizationId } = tenant;
  return rowsOf<Touched>(
    tenant,
    sql`insert into state_sources (organization_id, bucket, key, region, workspace, origin, guessed)
      select distinct on (d.bucket, d.key) ${organizationId}::uuid, d.bucket, d.key, d.region,
        nullif(d.workspace, 'default'), 'detected', d.guessed
      from ${detected} where not ${isCorrected(organizationId)}
      order by d.bucket, d.key, d.guessed, d.region
      on conflict on constraint state_sources_object_key do nothing
      returning id, bucket, key, disabled`,
  );
}

/**
 * A source that gains a project is read again, because the locations of its entries depend on the project. Queues it and the
 * source that loses the project for inference.
 */
async function linkSources(tenant: Tenant, detected: Sql): Promise<void> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`with linked as (
      insert into iac_project_states as p (organization_id, iac_project_id, workspace, variant, state_source_id)
      select ${organizationId}::uuid, d.project_id, d.workspace, d.variant, s.id
      from ${detected}
      join iac_projects i on i.organization_id = ${organizationId} and i.id = d.project_id
      join state_sources s on s.organization_id = ${organizationId} and s.bucket = d.bucket and s.key = d.key
      where not ${isCorrected(organizationId)}
      on conflict on constraint iac_project_states_pkey do update set state_source_id = excluded.state_source_id
        where p.state_source_id is distinct from excluded.state_source_id
      returning new.state_source_id, old.state_source_id as former_id
    ), queued as (
      insert into inference_queue (organization_id, kind, subject_id)
      select ${organizationId}::uuid, 'state_source', id
      from (select state_source_id as id from linked union select former_id from linked) ids where id is not null
    )
    update state_sources s set etag = null from linked
    where s.organization_id = ${organizationId} and s.id = linked.state_source_id and s.etag is not null`,
  );
}

/** Disables and enables the sources of a repository's projects, except those that a user disabled or enabled. */
async function switchSources(tenant: Tenant, repositoryId: string): Promise<readonly Touched[]> {
  const { organizationId } = tenant;
  const links = sql`(select c.iac_project_id, c.id as state_source_id from state_sources c
      where c.organization_id = ${organizationId} and c.iac_project_id is not null
    union
    select d.iac_project_id, d.state_source_id from iac_project_states d
      where d.organization_id = ${organizationId} and d.state_source_id is not null)`;
  return rowsOf<Touched>(
    tenant,
    sql`update state_sources s set disabled = n.disabled, sync_token = null, updated_at = now(),
        next_sync_at = now()
      from (
        select l.state_source_id as id, bool_and(p.disabled) as disabled
        from ${links} l
        join iac_projects p on p.organization_id = ${organizationId} and p.id = l.iac_project_id
        where l.state_source_id in (
          select o.state_source_id from ${links} o
          join iac_projects q on q.organization_id = ${organizationId} and q.id = o.iac_project_id
          where q.repository_id = ${repositoryId})
        group by 1
      ) n
      where s.organization_id = ${organizationId} and s.id = n.id
        and s.disabled <> n.disabled and not 'disabled' = any(s.patched_fields)
      returning s.id, s.bucket, s.key, s.disabled`,
  );
}

function distinct(accounts: readonly AccountToMatch[]): readonly AccountToMatch[] {
  return [...new Map(accounts.map((account) => [account.id, account])).values()];
}
