import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { RuleProgram } from '../../domain/ownership/rule-program.ts';
import type { Evaluation } from './evaluation.ts';
import { applyOutcomes, matchRules } from './match-rules.ts';
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
  const { organizationId } = evaluation;
  return sql`${relatedFacts(evaluation, parameters)},
    final_placed as materialized (
      select l.resource_id, l.name, l.group_id as base_id, coalesce(p.facts, '{}') as facts
      from located l left join related_profile p on p.resource_id = l.resource_id
    ), final_group as materialized (
      select (row_number() over ())::integer as id, base_id, facts
      from (select distinct base_id, facts from final_placed) distinct_facts
    ), final_located as materialized (
      select p.resource_id, p.name, g.id as group_id
      from final_placed p join final_group g on g.base_id = p.base_id and g.facts = p.facts
    ), final_leaf as materialized (
      select g.id as group_id, l.leaf, l.evidence from final_group g join group_leaf l on l.group_id = g.base_id
      union all
      select g.id, k.leaf, jsonb_build_object('kind', 'relationship', 'key', k.relationship_type, 'reference',
        jsonb_build_object('entity_type', 'resource', 'id', r.id, 'name', coalesce(r.name, r.native_id)))
      from final_group g
      cross join lateral unnest(g.facts) f(fact)
      join related_kind k on k.fact = f.fact
      join resources r on r.organization_id = ${organizationId} and r.id = k.other_id
    ), final_fact as materialized (
      select g.id as group_id, f.fact from final_group g join group_fact f on f.group_id = g.base_id
    ), related_matched as materialized (
      ${matchRules(program, true, { ids: 'final_group', leaves: 'final_leaf' })}
    ), final_matched as materialized (
      select g.id as group_id, m.rule from final_group g join matched m on m.group_id = g.base_id
      union all
      select group_id, rule from related_matched
    ), final_named as materialized (
      select g.id as group_id, n.leaf, n.application_id from final_group g join named n on n.group_id = g.base_id
    ), final_applied as materialized (
      select g.id as group_id, a.application_id, a.rule, false as is_related
      from final_group g join applied a on a.group_id = g.base_id
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
  return sql`edge as materialized (
      select c.id as resource_id, e.target_id as other_id, e.relationship_type, 'outgoing' as direction
      from candidate c
      join relationships e on e.organization_id = ${organizationId} and e.source_id = c.id and ${followedEdge}
      union all
      select c.id, e.source_id, e.relationship_type, 'incoming'
      from candidate c
      join relationships e on e.organization_id = ${organizationId} and e.target_id = c.id and ${followedEdge}
    ), member as materialized (
      select m.resource_id, m.application_id
      from (select distinct other_id from edge) n
      join memberships m on m.organization_id = ${organizationId} and m.resource_id = n.other_id
      where m.application_id = any(${relatedApplicationIds}::uuid[])
        and (m.status in ('declared', 'confirmed') or ${inferredOutside})
      union
      select l.resource_id, a.application_id
      from located l join applied a on a.group_id = l.group_id
      where a.application_id = any(${relatedApplicationIds}::uuid[]) and not exists (
        select from memberships m where m.organization_id = ${organizationId} and m.resource_id = l.resource_id
          and m.application_id = a.application_id and m.status = 'rejected')
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
