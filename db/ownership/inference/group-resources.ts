import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { managedProjects } from './managed-projects.ts';
import { lookUp } from '../../planner-settings.ts';
import type { RuleParameters } from './rule-parameters.ts';

/**
 * Returns common table expressions that group resources with the same facts, so that rules are evaluated once per group. A
 * fact is what a leaf reads of a resource: a tag, the leaf that its name meets, a project that manages it; its account, region
 * and type are facts only if a leaf names them. They read the tables of the parameters and `environment_key`,
 * `environment_word`, and end with:
 *
 * - `located (resource_id, name, group_id)`
 * - `group_leaf (group_id, leaf, evidence)`: the true leaves; evidence is null for leaves on the name
 * - `group_fact (group_id, fact)`, `project (fact, ...)`, `environment_fact (fact, ...)`
 *
 * @param scope the query of the ids to evaluate, or undefined for all resources
 * @param size the number of ids in `scope`, which the planner reads from the limit; undefined for all resources
 */
export function groupResources(
  organizationId: string,
  { accountIds, regions, resourceTypes, tagKeys, globSizes, ambiguousLeaves }: RuleParameters,
  scope: Sql | undefined,
  size: number | undefined,
): Sql {
  const source =
    scope === undefined
      ? sql`resources r where r.organization_id = ${organizationId}`
      : sql`(select s.resource_id from (${scope}) s limit ${size ?? 0}) s ${lookUp(
          size,
          sql`select r.* from resources r where r.organization_id = ${organizationId} and r.id = s.resource_id`,
          'r',
        )} where true`;
  return sql`candidate as materialized (
      select r.id, r.name,
             case when r.aws_account_id = any(${accountIds}::uuid[]) then r.aws_account_id::text else '' end as account,
             case when r.region = any(${regions}::text[]) then r.region else '' end as region,
             case when r.resource_type = any(${resourceTypes}::text[]) then r.resource_type else '' end as type
      from ${source} and r.status <> 'deleted'
    ), ${tagFacts(organizationId, tagKeys, size)}, ${nameFacts(globSizes)}, ${managedProjects(organizationId, size)}, ${projectFacts(organizationId)},
    profile as materialized (
      select resource_id, array_agg(fact order by fact) as facts from (
        select t.resource_id, p.fact from tagged t join relevant_tag p on p.key = t.key and p.value = t.value
        union all select resource_id, fact from name_fact
        union all select c.resource_id, p.fact from claim c join project p on p.id = c.project_id
      ) facts group by resource_id
    ), placed as materialized (
      select c.id as resource_id, c.name, c.account, c.region, c.type, coalesce(p.facts, '{}') as facts
      from candidate c left join profile p on p.resource_id = c.id
    ), grouped as materialized (
      select (row_number() over ())::integer as id, account, region, type, facts
      from (select distinct account, region, type, facts from placed) distinct_facts
    ), located as materialized (
      select p.resource_id, p.name, g.id as group_id
      from placed p join grouped g on g.account = p.account and g.region = p.region and g.type = p.type and g.facts = p.facts
    ), group_fact as materialized (
      select g.id as group_id, f.fact from grouped g cross join lateral unnest(g.facts) f(fact)
    ), ranked_leaf as not materialized (
      select f.group_id, l.leaf, l.key collate "C" as rank,
             jsonb_build_object('kind', 'tag', 'key', l.key, 'value', l.value) as evidence
      from group_fact f join tag_leaf l on l.fact = f.fact
      union all
      select f.group_id, l.leaf, l.rank, l.evidence from group_fact f join project_leaf l on l.fact = f.fact
    ), group_leaf as materialized (
      (select distinct on (group_id, leaf) group_id, leaf, evidence from ranked_leaf
        where leaf = any(${ambiguousLeaves}::integer[]) order by group_id, leaf, rank)
      union all
      select group_id, leaf, evidence from ranked_leaf where leaf <> all(${ambiguousLeaves}::integer[])
      union all
      select f.group_id, f.fact / 4, null from group_fact f where f.fact % 4 = 1
      union all
      select g.id, l.leaf, l.evidence from grouped g join account_leaf l on l.account = g.account
      union all
      select g.id, l.leaf, jsonb_build_object('kind', 'region', 'value', l.value)
      from grouped g join region_leaf l on l.value = g.region
      union all
      select g.id, l.leaf, jsonb_build_object('kind', 'type', 'value', l.value)
      from grouped g join type_leaf l on l.value = g.type
    )`;
}

/** Facts of tags have the numbers 4n: the distinct tags that a leaf reads or that name an environment. */
function tagFacts(organizationId: string, tagKeys: readonly string[], size: number | undefined): Sql {
  const tags = sql`select t.key, t.value from resource_tags t
    where t.organization_id = ${organizationId} and t.resource_id = c.id and t.valid_to = 'infinity'`;
  return sql`tagged as materialized (
      select c.id as resource_id, t.key, t.value
      from candidate c ${lookUp(size, tags, 't')}
      where t.key = any(${tagKeys}::text[]) or t.key in (select key from environment_key)
    ), distinct_tag as materialized (
      select (4 * row_number() over ())::integer as fact, key, value from (select distinct key, value from tagged) tags
    ), tag_leaf as materialized (
      select p.fact, p.key, p.value, l.leaf from distinct_tag p join tag_equals l on l.key = p.key and l.value = p.value
      union all
      select p.fact, p.key, p.value, l.leaf
      from distinct_tag p join tag_pattern l on l.key = p.key and p.value like l.pattern
      union all
      select p.fact, p.key, p.value, l.leaf from distinct_tag p join tag_exists l on l.key = p.key
    ), environment_fact as materialized (
      select p.fact, p.key, p.value, k.rank, w.environment_id
      from distinct_tag p
      join environment_key k on k.key = p.key
      join environment_word w on lower(w.word) = lower(p.value)
    ), relevant_tag as materialized (
      select p.fact, p.key, p.value from distinct_tag p
      where p.fact in (select fact from tag_leaf union all select fact from environment_fact)
    )`;
}

/** Facts of names have the numbers 4n + 1, n being the leaf. */
function nameFacts(globSizes: readonly number[]): Sql {
  return sql`name_fact as materialized (
      select c.id as resource_id, 4 * l.leaf + 1 as fact from candidate c join name_equals l on l.value = c.name
      union all
      select c.id, 4 * l.leaf + 1
      from candidate c
      cross join unnest(${globSizes}::integer[]) s(size)
      join name_glob l on l.size = s.size and l.prefix = left(c.name, s.size)
      where c.name like l.pattern
    )`;
}

/** Facts of projects have the numbers 4n + 2: projects that a leaf names, with an environment or a linked repository. */
function projectFacts(organizationId: string): Sql {
  return sql`project as materialized (
      select (4 * row_number() over () + 2)::integer as fact, p.id, p.path, p.repository_id, r.full_name,
             p.environment_id, l.application_id
      from iac_projects p
      join repositories r on r.organization_id = ${organizationId} and r.id = p.repository_id
      left join repository_link l on l.repository_id = p.repository_id
      where p.organization_id = ${organizationId} and (
        p.environment_id is not null or l.application_id is not null
        or p.id in (select value from project_test) or p.repository_id in (select value from repository_test))
    ), project_leaf as materialized (
      select p.fact, l.leaf, p.id::text as rank, jsonb_build_object('kind', 'project', 'reference',
        jsonb_build_object('entity_type', 'iac_project', 'id', p.id, 'name', p.path)) as evidence
      from project p join project_test l on l.value = p.id
      union all
      select p.fact, l.leaf, p.id::text, jsonb_build_object('kind', 'repository', 'reference',
        jsonb_build_object('entity_type', 'repository', 'id', p.repository_id, 'name', p.full_name))
      from project p join repository_test l on l.value = p.repository_id
    )`;
}
