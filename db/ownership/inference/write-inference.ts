import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { lookUp } from '../../planner-settings.ts';

/**
 * Returns common table expressions that write the differences to the tables of inference:
 *
 * - `changed_membership` (`application_id`, `source`, `evidence`, `added`) and `staled_membership`
 * - `resource_environments` and `resource_teams`
 *
 * Reviewed and declared memberships stay as they are, also those that another transaction writes at the same time: the
 * statements check the status again after they have locked the row.
 *
 * @param scope the ids to compare, or undefined for all
 */
export function writeInference(
  organizationId: string,
  scope: { readonly ids: Sql; readonly size: number } | undefined,
): Sql {
  const stored = (table: string) => {
    const own = sql`select t.* from ${rawSql(table)} t where t.organization_id = ${organizationId}`;
    return scope === undefined
      ? own
      : sql`select t.* from (${scope.ids} limit ${scope.size}) s
          ${lookUp(scope.size, sql`${own} and t.resource_id = s.resource_id`, 't')}`;
  };
  return sql`stored_membership as materialized (
      select t.id, t.resource_id, t.application_id, t.status, t.rule_id, t.source, t.confidence, t.only_related, t.evidence
      from (${stored('memberships')}) t
    ), changed_membership as (
      insert into memberships as m
        (organization_id, application_id, resource_id, status, source, confidence, rule_id, only_related, evidence)
      select ${organizationId}::uuid, w.application_id, w.resource_id, 'inferred', w.source, w.confidence, w.rule_id,
             w.only_related, w.evidence
      from wanted_membership w
      left join stored_membership m on m.application_id = w.application_id and m.resource_id = w.resource_id
      where m.status is null or m.status = 'stale' or (m.status = 'inferred'
        and (m.rule_id, m.source, m.confidence, m.only_related, m.evidence)
          is distinct from (w.rule_id, w.source, w.confidence, w.only_related, w.evidence))
      order by w.resource_id, w.application_id
      on conflict on constraint memberships_resource_key do update
        set status = excluded.status, source = excluded.source, confidence = excluded.confidence,
            rule_id = excluded.rule_id, only_related = excluded.only_related, evidence = excluded.evidence,
            updated_at = now()
        where m.status in ('inferred', 'stale')
      returning new.application_id, new.source, new.evidence, coalesce(old.status, 'stale') = 'stale' as added
    ), staled_membership as (
      update memberships m set status = 'stale', updated_at = now(), rule_id = (
        select r.id from inference_rules r
        where r.organization_id = ${organizationId} and r.id = m.rule_id and r.deleted_at is null)
      where m.organization_id = ${organizationId} and m.status = 'inferred' and m.id = any(array(
        select t.id from stored_membership t
        left join wanted_membership w on w.application_id = t.application_id and w.resource_id = t.resource_id
        where t.status = 'inferred' and w.resource_id is null))
      returning m.id
    ), stored_environment as materialized (
      select t.resource_id, t.environment_id, t.source, t.rule_id, t.evidence
      from (${stored('resource_environments')}) t
    ), changed_environment as (
      insert into resource_environments as e
        (organization_id, resource_id, environment_id, source, rule_id, evidence)
      select ${organizationId}::uuid, w.resource_id, w.environment_id, w.source, w.rule_id, w.evidence
      from wanted_environment w left join stored_environment t on t.resource_id = w.resource_id
      where (t.environment_id, t.source, t.rule_id, t.evidence)
        is distinct from (w.environment_id, w.source, w.rule_id, w.evidence)
      order by w.resource_id
      on conflict on constraint resource_environments_pkey do update
        set environment_id = excluded.environment_id, source = excluded.source, rule_id = excluded.rule_id,
            evidence = excluded.evidence, updated_at = now()
    ), removed_environment as (
      delete from resource_environments e where e.organization_id = ${organizationId} and e.resource_id = any(array(
        select t.resource_id from stored_environment t
        left join wanted_environment w on w.resource_id = t.resource_id where w.resource_id is null))
    ), stored_team as materialized (
      select t.resource_id, t.team_id, t.rule_id, t.confidence, t.evidence from (${stored('resource_teams')}) t
    ), changed_team as (
      insert into resource_teams as e (organization_id, resource_id, team_id, rule_id, confidence, evidence)
      select ${organizationId}::uuid, w.resource_id, w.team_id, w.rule_id, w.confidence, w.evidence
      from wanted_team w left join stored_team t on t.resource_id = w.resource_id
      where (t.team_id, t.rule_id, t.confidence, t.evidence)
        is distinct from (w.team_id, w.rule_id, w.confidence, w.evidence)
      order by w.resource_id
      on conflict on constraint resource_teams_pkey do update
        set team_id = excluded.team_id, rule_id = excluded.rule_id, confidence = excluded.confidence,
            evidence = excluded.evidence, updated_at = now()
    ), removed_team as (
      delete from resource_teams e where e.organization_id = ${organizationId} and e.resource_id = any(array(
        select t.resource_id from stored_team t
        left join wanted_team w on w.resource_id = t.resource_id where w.resource_id is null))
    )`;
}
