import { equalTagKeys, globPrefix, globToLike, isUnderOu } from '../../../domain/ownership/condition.ts';
import type { Condition, Leaf, RelatedTest, TagTest, TextTest } from '../../../domain/ownership/condition.ts';
import { managedByProjects } from '../../mapping/projects/project-states.ts';
import { joinSql, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { followedEdge } from './evaluate-related.ts';
import type { RuleContext } from './rule-context.ts';
import { parameterValuesOf } from './rule-parameters.ts';

/**
 * Returns the condition that resource `r` meets the conditions of one rule; never null. It does not check the status. The
 * members for `related_to` are the stored ones. To evaluate many rules, use `evaluateRules`.
 */
export function compileConditions(organizationId: string, condition: Condition, context: RuleContext): Sql {
  const compile = (part: Condition) => compileConditions(organizationId, part, context);
  if ('all' in condition) return combine(condition.all.map(compile), ' and ', 'true');
  if ('any' in condition) return combine(condition.any.map(compile), ' or ', 'false');
  if ('not' in condition) return sql`not (${compile(condition.not)})`;
  return compileLeaf(organizationId, condition, context);
}

function combine(parts: readonly Sql[], operator: string, empty: string): Sql {
  return parts.length === 0 ? rawSql(empty) : sql`(${joinSql(parts, operator)})`;
}

function compileLeaf(organizationId: string, leaf: Leaf, context: RuleContext): Sql {
  if ('tag' in leaf) return compileTag(organizationId, leaf.tag, context.tagKeys);
  if ('name' in leaf) return sql`(r.name is not null and ${compileName(leaf.name)})`;
  if ('account' in leaf) return sql`r.aws_account_id = any(${leaf.account.in}::uuid[])`;
  if ('region' in leaf) return sql`r.region = any(${leaf.region.in}::text[])`;
  if ('resource_type' in leaf) return sql`r.resource_type = any(${leaf.resource_type.in}::text[])`;
  if ('ou' in leaf) {
    const accounts = context.accounts.filter(({ ouPath: path }) => isUnderOu(path, leaf.ou.under));
    return sql`r.aws_account_id = any(${accounts.map(({ id }) => id)}::uuid[])`;
  }
  if ('project' in leaf) return managedBy(organizationId, sql`p.id = any(${leaf.project.in}::uuid[])`);
  if ('repository' in leaf)
    return managedBy(organizationId, sql`p.repository_id = any(${leaf.repository.in}::uuid[])`);
  return sql`r.id in (${relatedIds(organizationId, leaf.related_to)})`;
}

function compileTag(organizationId: string, test: TagTest, storedKeys: readonly string[]): Sql {
  const keys = equalTagKeys(test.key, storedKeys);
  const isAbsence = test.exists === false;
  if (keys.length === 0) return rawSql(isAbsence ? 'true' : 'false');
  return sql`r.id ${rawSql(isAbsence ? 'not in' : 'in')} (
    select t.resource_id from resource_tags t where t.organization_id = ${organizationId} and t.valid_to = 'infinity'
      and t.key = any(${keys}::text[]) and ${test.exists === undefined ? compareText(rawSql('t.value'), test) : rawSql('true')})`;
}

function compareText(column: Sql, test: TextTest): Sql {
  return test.matches === undefined
    ? sql`${column} = any(${parameterValuesOf(test)}::text[])`
    : sql`${column} like ${globToLike(test.matches)}`;
}

/** A glob also limits the range of the index on names by its literal prefix. */
function compileName(test: TextTest): Sql {
  const prefix = globPrefix(test.matches ?? '');
  const indexed = rawSql(`coalesce(r.name, '') collate "C"`);
  if (test.matches === undefined)
    return sql`${indexed} = any(${parameterValuesOf(test)}::text[]) and ${compareText(rawSql('r.name'), test)}`;
  const end = textBehind(prefix);
  const bounds = [
    ...(prefix === '' ? [] : [sql`${indexed} >= ${prefix}`]),
    ...(end === undefined ? [] : [sql`${indexed} < ${end}`]),
    compareText(rawSql('r.name'), test),
  ];
  return joinSql(bounds, ' and ');
}

/** Returns the first text in code point order behind all texts with a prefix; undefined if there is none. */
function textBehind(prefix: string): string | undefined {
  const chars = Array.from(prefix);
  for (let last = chars.pop(); last !== undefined; last = chars.pop()) {
    const next = (last.codePointAt(0) ?? 0) + 1;
    if (next <= 0x10_ff_ff)
      return chars.join('') + String.fromCodePoint(next >= 0xd8_00 && next <= 0xdf_ff ? 0xe0_00 : next);
  }
  return undefined;
}

/** The condition that a project `p` that meets `projects` manages the resource. */
function managedBy(organizationId: string, projects: Sql): Sql {
  return sql`r.id in ${managedByProjects(
    organizationId,
    sql`select p.id from iac_projects p where p.organization_id = ${organizationId} and ${projects}`,
  )}`;
}

/** Returns a query for the ids of resources with a followed edge to a member; `direction` is seen from the resource. */
function relatedIds(organizationId: string, test: RelatedTest): Sql {
  const ends = [
    { direction: 'outgoing', own: 'e.source_id', other: 'e.target_id' },
    { direction: 'incoming', own: 'e.target_id', other: 'e.source_id' },
  ].filter(({ direction }) => test.direction === undefined || test.direction === direction);
  const type =
    test.relationship_type === undefined
      ? rawSql('true')
      : sql`e.relationship_type = ${test.relationship_type}`;
  const queries = ends.map(
    ({ own, other }) => sql`select ${rawSql(own)}
      from memberships m
      join relationships e on e.organization_id = ${organizationId} and ${rawSql(other)} = m.resource_id
        and ${followedEdge} and ${type}
      where m.organization_id = ${organizationId} and m.application_id = ${test.application_id}
        and (m.status in ('declared', 'confirmed') or m.status = 'inferred' and not m.only_related)`,
  );
  return joinSql(queries, ' union all ');
}
