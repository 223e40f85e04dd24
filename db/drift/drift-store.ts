import { isAtPath, pathOfKey } from '../../domain/drift/is-at-path.ts';
import { execute, rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { attributeOfDifference, selectHolderClaims, selectOwnClaims } from './compare-resources.ts';
import type { ComparedResource, Difference } from './compare-resources.ts';
import { listChangesAfterWrite } from './drift-changes.ts';

/**
 * Stores the comparisons of resources: their differences with the rules that mute them, their outcomes, and a transition for each
 * resource that became drifted or ceased to be. A difference that stays keeps its time.
 */
export async function storeComparisons(tenant: Tenant, compared: readonly ComparedResource[]): Promise<void> {
  if (compared.length === 0) return;
  const { organizationId } = tenant;
  const written = await rowsOf<{ id: string; isSettled: boolean }>(
    tenant,
    sql`insert into resource_drift as t (organization_id, resource_id, outcome, state_source_ids, checked_at)
      select ${organizationId}::uuid, n.resource_id, n.outcome,
        array(select jsonb_array_elements_text(n.state_source_ids)::uuid), now()
      from ${rowset('n', { resourceId: 'uuid', outcome: 'text', stateSourceIds: 'jsonb' }, compared)}
      on conflict on constraint resource_drift_pkey do update set outcome = excluded.outcome, checked_at = now(),
        state_source_ids = excluded.state_source_ids
      returning t.resource_id as id, new.outcome = 'in_sync' and coalesce(old.outcome, 'in_sync') = 'in_sync'
        and not coalesce(old.has_muted, false) as is_settled`,
  );
  // Of a resource that was and is in sync nothing else is stored.
  const ids = written.flatMap(({ id, isSettled }) => (isSettled ? [] : [id]));
  if (ids.length === 0) return;
  const differences = compared.flatMap(({ resourceId, differences: found, outcome }) =>
    outcome === 'drifted' ? found.map((difference) => ({ resourceId, ...difference })) : [],
  );
  const columns = {
    resourceId: 'uuid',
    key: 'text',
    stateSourceId: 'uuid',
    address: 'text',
    terraformType: 'text',
    expected: 'text',
    actual: 'text',
  } as const;
  await execute(
    tenant,
    sql`with n as materialized (select * from ${rowset('n', columns, differences)}), gone as (
        delete from drift_differences f using resource_drift t
        where f.organization_id = ${organizationId} and f.resource_id = any(${ids}::uuid[])
          and t.organization_id = ${organizationId} and t.resource_id = f.resource_id and t.outcome <> 'unknown'
          and not exists (select from n where (n.resource_id, n.key, n.state_source_id, n.address)
            = (f.resource_id, f.key, f.state_source_id, f.address)))
      insert into drift_differences as f (organization_id, resource_id, key, state_source_id, address, terraform_type, expected,
        actual, since, seen_at)
      select ${organizationId}::uuid, n.resource_id, n.key, n.state_source_id, n.address, n.terraform_type, n.expected,
        n.actual, now(), now()
      from n
      on conflict on constraint drift_differences_pkey do update set expected = excluded.expected, actual = excluded.actual
      where (f.expected, f.actual) is distinct from (excluded.expected, excluded.actual)`,
  );
  await storeTimesOfChanges(tenant, differences);
  await muteDifferences(tenant, ids);
}

type StoredDifference = Pick<Difference, 'key' | 'stateSourceId' | 'address' | 'terraformType'> & {
  readonly resourceId: string;
};

/**
 * A difference exists since the first change of its attribute after the state was written, when one is known, else since it was
 * first seen. Changes can be known later than the difference, and a new write of the state leaves earlier ones out.
 */
async function storeTimesOfChanges(tenant: Tenant, differences: readonly StoredDifference[]): Promise<void> {
  if (differences.length === 0) return;
  const changes = Map.groupBy(
    await listChangesAfterWrite(tenant, [...new Set(differences.map(({ resourceId }) => resourceId))]),
    ({ resourceId }) => resourceId,
  );
  const times = differences.map(({ resourceId, stateSourceId, key, address, terraformType }) => {
    const path = pathOfKey(terraformType, key);
    const first = changes
      .get(resourceId)
      ?.find(
        (change) => change.stateSourceId === stateSourceId && change.paths.some((one) => isAtPath(one, path)),
      );
    return { resourceId, stateSourceId, key, address, since: first?.occurredAt.toISOString() };
  });
  const columns = {
    resourceId: 'uuid',
    key: 'text',
    stateSourceId: 'uuid',
    address: 'text',
    since: 'timestamptz',
  } as const;
  await execute(
    tenant,
    sql`update drift_differences f set since = coalesce(n.since, f.seen_at) from ${rowset('n', columns, times)}
      where f.organization_id = ${tenant.organizationId} and (n.resource_id, n.key, n.state_source_id, n.address)
        = (f.resource_id, f.key, f.state_source_id, f.address) and f.since <> coalesce(n.since, f.seen_at)`,
  );
}

/**
 * Applies the mute rules to the differences of resources (all without ids), and stores the outcomes and transitions that follow.
 */
export async function muteDifferences(tenant: Tenant, resourceIds?: readonly string[]): Promise<void> {
  const { organizationId } = tenant;
  const within = (column: string) =>
    resourceIds === undefined ? rawSql('true') : sql`${rawSql(column)} = any(${resourceIds}::uuid[])`;
  await execute(
    tenant,
    sql`update drift_differences f set muted_by = m.rule_id
      from drift_differences d
      left join lateral (${firstMutingRule(organizationId)}) m on true
      where f.organization_id = ${organizationId} and d.organization_id = ${organizationId} and ${within('f.resource_id')}
        and (d.resource_id, d.key, d.state_source_id, d.address) = (f.resource_id, f.key, f.state_source_id, f.address)
        and f.muted_by is distinct from m.rule_id`,
  );
  await execute(
    tenant,
    sql`with counted as materialized (
        select t.resource_id, count(f.key) filter (where f.muted_by is null) as open,
          count(f.key) filter (where f.muted_by is not null) as muted, min(f.since) filter (where f.muted_by is null) as since
        from resource_drift t
        left join drift_differences f on f.organization_id = ${organizationId} and f.resource_id = t.resource_id
        where t.organization_id = ${organizationId} and t.outcome <> 'unknown' and ${within('t.resource_id')}
        group by t.resource_id
      ), written as (
        update resource_drift t set outcome = case when c.open > 0 then 'drifted' else 'in_sync' end, since = c.since,
          has_muted = c.muted > 0
        from counted c where t.organization_id = ${organizationId} and t.resource_id = c.resource_id
          and (t.outcome, t.since, t.has_muted) is distinct from
            (case when c.open > 0 then 'drifted' else 'in_sync' end, c.since, c.muted > 0)
      )
      insert into drift_transitions (organization_id, resource_id, kind, cause, attributes)
      select ${organizationId}::uuid, c.resource_id, case when c.open > 0 then 'drifted' else 'resolved' end,
        case when c.open > 0 then null when c.muted > 0 then 'muted' else 'in_sync' end, coalesce((
          select array_agg(distinct f.key) from drift_differences f where f.organization_id = ${organizationId}
            and f.resource_id = c.resource_id and f.muted_by is null), '{}')
      from counted c
      where (c.open > 0) <> coalesce((select l.kind = 'drifted' from drift_transitions l
        where l.organization_id = ${organizationId} and l.resource_id = c.resource_id order by l.id desc limit 1), false)`,
  );
}

/** A query for the rule that mutes the difference `d`, the oldest one first. Its columns are of `drift_rules`. */
function firstMutingRule(organizationId: string): Sql {
  return sql`select m.id as rule_id from drift_rules m
    where m.organization_id = ${organizationId} and m.enabled and (m.expires_at is null or m.expires_at > now())
      and ${meetsMuteConditions(organizationId, rawSql('m.conditions'))}
    order by m.id limit 1`;
}

/** The condition that the difference `d` meets the conditions of a mute rule. Globs are stored as patterns of LIKE. */
export function meetsMuteConditions(organizationId: string, conditions: Sql): Sql {
  return sql`(${conditions} ->> 'terraform_type' is null or d.terraform_type = ${conditions} ->> 'terraform_type')
    and (${conditions} ->> 'attribute' is null or ${attributeOfDifference('d')} like ${like(sql`${conditions} ->> 'attribute'`)})
    and (${conditions} ->> 'address' is null or d.address like ${like(sql`${conditions} ->> 'address'`)})
    and (${conditions} ->> 'aws_account_id' is null or exists (select from resources r
      where r.organization_id = ${organizationId} and r.id = d.resource_id
        and r.aws_account_id = (${conditions} ->> 'aws_account_id')::uuid))
    and (${conditions} ->> 'tag' is null or exists (select from resource_tags t
      where t.organization_id = ${organizationId} and t.resource_id = d.resource_id and t.valid_to = 'infinity'
        and (t.key = ${conditions} ->> 'tag' or t.key || '=' || t.value = ${conditions} ->> 'tag')))`;
}

function like(glob: Sql): Sql {
  return sql`replace(replace(replace(replace(replace(${glob}, '\\', '\\\\'), '%', '\\%'), '_', '\\_'), '*', '%'), '?', '_')`;
}

/** Ends the outcome of resources that no entry claims any more, or that were deleted. */
export async function endOutcomes(tenant: Tenant, resourceIds: readonly string[]): Promise<void> {
  const { organizationId } = tenant;
  const deleted = sql`r.status = 'deleted'`;
  const candidates = await rowsOf<{ id: string; isDeleted: boolean }>(
    tenant,
    sql`select r.id, ${deleted} as is_deleted from resource_drift t
      join resources r on r.organization_id = ${organizationId} and r.id = t.resource_id
      where t.organization_id = ${organizationId} and t.resource_id = any(${resourceIds}::uuid[]) and (${deleted}
        or not exists (select from (${selectOwnClaims(organizationId)}) c where c.resource_id = t.resource_id))`,
  );
  if (candidates.length === 0) return;
  const held = await rowsOf<{ id: string }>(
    tenant,
    sql`select distinct c.resource_id as id from (${selectHolderClaims(organizationId)}) c
      where c.resource_id = any(${candidates.map(({ id }) => id)}::uuid[])`,
  );
  const heldIds = new Set(held.map(({ id }) => id));
  const ended = candidates.filter(({ id, isDeleted }) => isDeleted || !heldIds.has(id));
  if (ended.length === 0) return;
  await execute(
    tenant,
    sql`with e as materialized (select * from ${rowset('n', { id: 'uuid', isDeleted: 'boolean' }, ended)}), told as (
        insert into drift_transitions (organization_id, resource_id, kind, cause, attributes)
        select ${organizationId}::uuid, e.id, 'resolved', case when e.is_deleted then 'deleted' else 'unclaimed' end, '{}'
        from e
        where (select l.kind from drift_transitions l where l.organization_id = ${organizationId} and l.resource_id = e.id
          order by l.id desc limit 1) = 'drifted'
      )
      delete from resource_drift t using e where t.organization_id = ${organizationId} and t.resource_id = e.id`,
  );
}

/**
 * Returns those of the sources to sync that a difference has not made sync within five minutes, and stores that it does now. The
 * others become due after the five minutes. A pushed state is read when it is pushed again, whenever that is.
 */
export async function claimDriftSyncs(
  tenant: Tenant,
  sourceIds: readonly string[],
): Promise<readonly string[]> {
  if (sourceIds.length === 0) return [];
  const rows = await rowsOf<{ id: string; isClaimed: boolean }>(
    tenant,
    sql`update state_sources s set
        drift_sync_requested_at = case when c.is_claimed or s.kind = 'pushed' then now() else s.drift_sync_requested_at end,
        next_sync_at = case when c.is_claimed or s.next_sync_at is null then s.next_sync_at
          else least(s.next_sync_at, s.drift_sync_requested_at + ${pause}) end
      from (select o.id, coalesce(o.drift_sync_requested_at < now() - ${pause}, true) as is_claimed from state_sources o
        where o.organization_id = ${tenant.organizationId} and o.id = any(${sourceIds}::uuid[]) and not o.disabled
        order by o.id for update) c
      where s.organization_id = ${tenant.organizationId} and s.id = c.id
      returning s.id, c.is_claimed and s.kind <> 'pushed' as is_claimed`,
  );
  return rows.filter(({ isClaimed }) => isClaimed).map(({ id }) => id);
}

const pause = rawSql(`interval '5 minutes'`);

/** Counts differences again whose mute rule has expired. Returns whether there were any. */
export async function endExpiredMutes(tenant: Tenant): Promise<boolean> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select distinct d.resource_id as id from drift_rules m
      join drift_differences d on d.organization_id = ${organizationId} and d.muted_by = m.id
      where m.organization_id = ${organizationId} and m.expires_at <= now()`,
  );
  if (rows.length > 0)
    await muteDifferences(
      tenant,
      rows.map(({ id }) => id),
    );
  return rows.length > 0;
}
