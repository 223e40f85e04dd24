import { defaultConfidence } from '../../../domain/ownership/rule-outcome.ts';
import type { RuleProgram } from '../../../domain/ownership/rule-program.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/**
 * Returns common table expressions that decide by the first rule, from the tables of `evaluateRules`:
 *
 * - `wanted_membership (resource_id, application_id, rule_id, source, confidence, only_related, evidence)`
 * - `wanted_environment (resource_id, environment_id, source, rule_id, evidence)`
 * - `wanted_team (resource_id, team_id, rule_id, confidence, evidence)`
 */
export function decideOutcomes({ rules }: RuleProgram): Sql {
  const single = rules.flatMap(({ evidence }, rule) => (evidence.length === 1 ? [rule] : []));
  return sql`pair as materialized (
      select group_id, application_id, min(rule) as rule, bool_and(is_related) as only_related
      from final_applied group by group_id, application_id
    ), team_rule as materialized (
      select m.group_id, min(m.rule) as rule
      from final_matched m join outcome o on o.rule = m.rule and o.team_id is not null group by m.group_id
    ), environment_rule as materialized (
      select m.group_id, min(m.rule) as rule
      from final_matched m join outcome o on o.rule = m.rule and o.environment_id is not null group by m.group_id
    ), rule_evidence as materialized (
      select d.group_id, d.rule, case when l.absent_key is not null and g.group_id is null
          then jsonb_build_array(jsonb_build_object('kind', 'tag', 'key', l.absent_key))
        when l.absent_key is null and g.evidence is not null then jsonb_build_array(g.evidence) else '[]' end as evidence,
        l.absent_key is null and g.group_id is not null and g.evidence is null as has_name
      from (${decidedRules}) d
      join rule_leaf l on l.rule = d.rule
      left join final_leaf g on g.group_id = d.group_id and g.leaf = l.leaf
      where d.rule = any(${single}::integer[])
      union all
      select group_id, rule, coalesce(jsonb_agg(evidence order by place) filter (where evidence is not null), '[]'),
             bool_or(evidence is null)
      from (
        select d.group_id, d.rule, min(l.place) as place, coalesce(g.evidence, case when l.absent_key is not null then
          jsonb_build_object('kind', 'tag', 'key', l.absent_key) end) as evidence
        from (${decidedRules}) d
        join rule_leaf l on l.rule = d.rule
        left join final_leaf g on g.group_id = d.group_id and g.leaf = l.leaf
        where d.rule <> all(${single}::integer[]) and (g.group_id is null) = (l.absent_key is not null)
        group by 1, 2, 4
      ) items group by group_id, rule
    ), repository_evidence as materialized (
      select distinct on (f.group_id, p.application_id) f.group_id, p.application_id, jsonb_build_array(
        jsonb_build_object('kind', 'repository', 'reference', jsonb_build_object(
          'entity_type', 'repository', 'id', p.repository_id, 'name', p.full_name))) as evidence
      from final_fact f join project p on p.fact = f.fact where p.application_id is not null
      order by f.group_id, p.application_id, p.full_name collate "C", p.repository_id
    ), wanted_membership as materialized (
      select l.resource_id, p.application_id, o.rule_id,
             case when o.rule is null then 'repository' else 'rule' end as source,
             coalesce(o.confidence, ${defaultConfidence}) as confidence, p.only_related,
             case when o.rule is null then r.evidence else ${withName} end as evidence
      from final_located l
      join pair p on p.group_id = l.group_id
      left join outcome o on o.rule = p.rule
      left join rule_evidence e on e.group_id = p.group_id and e.rule = p.rule
      left join repository_evidence r on p.rule = ${rules.length} and r.group_id = p.group_id
        and r.application_id = p.application_id
    ), wanted_team as materialized (
      select l.resource_id, o.team_id, o.rule_id, o.confidence, ${withName} as evidence
      from final_located l
      join team_rule t on t.group_id = l.group_id
      join outcome o on o.rule = t.rule
      left join rule_evidence e on e.group_id = t.group_id and e.rule = t.rule
    ), ${decideEnvironment}`;
}

/** The rules, by group, whose evidence is stored. */
const decidedRules = rawSql(`select group_id, rule from pair union select group_id, rule from team_rule
  union select group_id, rule from environment_rule`);

/** The evidence of a rule; the name of the resource comes last, because it is not the same in all of a group. */
const withName = rawSql(`case when e.has_name
  then e.evidence || jsonb_build_array(jsonb_build_object('kind', 'name', 'value', l.name))
  else coalesce(e.evidence, '[]') end`);

/** Environment by rule, else by tag, else by project. */
const decideEnvironment = rawSql(`environment_choice as materialized (
      select distinct on (group_id) group_id, environment_id, source, rule_id, evidence, has_name from (
        select t.group_id, 1 as level, 0 as rank, '' as key, o.environment_id, 'rule' as source, o.rule_id,
               coalesce(e.evidence, '[]') as evidence, coalesce(e.has_name, false) as has_name
        from environment_rule t
        join outcome o on o.rule = t.rule
        left join rule_evidence e on e.group_id = t.group_id and e.rule = t.rule
        union all
        select f.group_id, 2, x.rank, x.key, x.environment_id, 'tag', null,
               jsonb_build_array(jsonb_build_object('kind', 'tag', 'key', x.key, 'value', x.value)), false
        from final_fact f join environment_fact x on x.fact = f.fact
        union all
        select f.group_id, 3, 0, p.id::text, p.environment_id, 'project', null,
               jsonb_build_array(jsonb_build_object('kind', 'project', 'reference',
                 jsonb_build_object('entity_type', 'iac_project', 'id', p.id, 'name', p.path))), false
        from final_fact f join project p on p.fact = f.fact where p.environment_id is not null
      ) choices order by group_id, level, rank, key, environment_id
    ), wanted_environment as materialized (
      select l.resource_id, e.environment_id, e.source, e.rule_id, case when e.has_name
        then e.evidence || jsonb_build_array(jsonb_build_object('kind', 'name', 'value', l.name))
        else e.evidence end as evidence
      from final_located l join environment_choice e on e.group_id = l.group_id
    )`);
