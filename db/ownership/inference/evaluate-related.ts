import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { RuleProgram } from '../../../domain/ownership/rule-program.ts';
import type { Evaluation } from './evaluation.ts';
import { applyOutcomes, matchRules } from './match-rules.ts';
import { lookUp } from '../../planner-settings.ts';
import type { RuleParameters } from './rule-parameters.ts';

/** Edges that conditions follow. */
export const followedEdge = rawSql(`e.status = 'active' and e.confidence in ('high', 'medium')`);

/** Returns the tables `final_*` of {@link evaluateRules}: those of the first phase with the rules of the second added. */
export function evaluateRelated(
  evaluation: Evaluation,
  program: RuleProgram,
  parameters: RuleParameters,
): Sql {
  if (!program.rules.some(({ isRelated }) => isRelated))
    return sql`final_located as not materialized (select * from located),
      final_leaf as not materialized (select * from group_leaf),
      final_matched as not materialized (select * from matched),
      final_fact as not materialized (select * from group_fact),
      final_applied as not materialized (select group_id, application_id, rule, false as is_related from applied)`;
  const { organizationId, scope } = evaluation;
  const other = sql`select o.id, coalesce(o.name, o.native_id) as name from resources o
    where o.organization_id = ${organizationId} and o.id = k.other_id`;
  return sql`${relatedFacts(evaluation, parameters)},
    related_group as materialized (
      select ((select count(*) from grouped) + row_number() over ())::integer as id, base_id, facts from (
        select distinct l.group_id as base_id, p.facts
        from located l join related_profile p on p.resource_id = l.resource_id) distinct_facts
    ), final_located as materialized (
      select l.resource_id, l.name, coalesce(g.id, l.group_id) as group_id
      from located l
      left join related_profile p on p.resource_id = l.resource_id
      left join related_group g on g.base_id = l.group_id and g.facts = p.facts
    ), final_group as not materialized (
      select id from grouped union all select id from related_group
    ), related_leaf as materialized (
      select g.id as group_id, l.leaf, l.evidence from related_group g join group_leaf l on l.group_id = g.base_id
      union all
      select g.id, k.leaf, jsonb_build_object('kind', 'relationship', 'key', k.relationship_type, 'reference',
        jsonb_build_object('entity_type', 'resource', 'id', o.id, 'name', o.name))
      from related_group g
      cross join lateral unnest(g.facts) f(fact)
      join related_kind k on k.fact = f.fact
      ${lookUp(scope?.size, other, 'o')}
    ), final_leaf as not materialized (
      select * from group_leaf union all select * from related_leaf
    ), final_fact as not materialized (
      select * from group_fact
      union all
      select g.id, f.fact from related_group g join group_fact f on f.group_id = g.base_id
    ), related_matched as materialized (
      ${matchRules(program, true, { ids: 'final_group', leaves: 'final_leaf' })}
    ), final_matched as not materialized (
      select * from matched
      union all
      select g.id, m.rule from related_group g join matched m on m.group_id = g.base_id
      union all
      select * from related_matched
    ), final_named as not materialized (
      select group_id, leaf, application_id from named
      union all
      select g.id, n.leaf, n.application_id from related_group g join named n on n.group_id = g.base_id
    ), final_applied as materialized (
      select group_id, application_id, rule, false as is_related from applied
      union all
      select g.id, a.application_id, a.rule, false from related_group g join applied a on a.group_id = g.base_id
      union all
      select r.*, true from (${applyOutcomes('related_matched', 'final_named')}) r
    )`;
}

/** The members are those of the first phase in the scope, and stored ones outside of it. */
function relatedFacts({ organizationId, scope }: Evaluation, { relatedApplicationIds }: RuleParameters): Sql {
  const inferredOutside =
    scope === undefined
      ? rawSql('false')
      : sql`m.status = 'inferred' and not m.only_related
          and not exists (select from (${scope.ids}) s where s.resource_id = m.resource_id)`;
  const edges = sql`select e.* from relationships e
    where e.organization_id = ${organizationId} and ${followedEdge}`;
  const memberships = sql`select m.* from memberships m
    where m.organization_id = ${organizationId} and m.resource_id = n.other_id`;
  return sql`edge as materialized (
      select c.id as resource_id, e.target_id as other_id, e.relationship_type, 'outgoing' as direction
      from candidate c ${lookUp(scope?.size, sql`${edges} and e.source_id = c.id`, 'e')}
      union all
      select c.id, e.source_id, e.relationship_type, 'incoming'
      from candidate c ${lookUp(scope?.size, sql`${edges} and e.target_id = c.id`, 'e')}
    ), rejected as materialized (
      select m.resource_id, m.application_id from memberships m
      where m.organization_id = ${organizationId} and m.application_id = any(${relatedApplicationIds}::uuid[])
        and m.status = 'rejected'
    ), member as materialized (
      select m.resource_id, m.application_id
      from (select distinct other_id from edge) n ${lookUp(scope?.size, memberships, 'm')}
      where m.application_id = any(${relatedApplicationIds}::uuid[])
        and (m.status in ('declared', 'confirmed') or ${inferredOutside})
      union
      select l.resource_id, a.application_id
      from located l
      join applied a on a.group_id = l.group_id
      left join rejected j on j.resource_id = l.resource_id and j.application_id = a.application_id
      where a.application_id = any(${relatedApplicationIds}::uuid[]) and j.resource_id is null
    ), related_fact as materialized (
      select distinct on (e.resource_id, t.leaf) e.resource_id, t.leaf, e.relationship_type, e.other_id
      from edge e
      join member m on m.resource_id = e.other_id
      join related_test t on t.application_id = m.application_id
      where coalesce(t.relationship_type, e.relationship_type) = e.relationship_type
        and coalesce(t.direction, e.direction) = e.direction
      order by e.resource_id, t.leaf, e.relationship_type collate "C", e.other_id
    ), related_kind as materialized (
      select (row_number() over ())::integer as fact, leaf, relationship_type, other_id
      from (select distinct leaf, relationship_type, other_id from related_fact) kinds
    ), related_profile as materialized (
      select r.resource_id, array_agg(k.fact order by k.fact) as facts
      from related_fact r
      join related_kind k on k.leaf = r.leaf and k.relationship_type = r.relationship_type and k.other_id = r.other_id
      group by r.resource_id
    )`;
}
