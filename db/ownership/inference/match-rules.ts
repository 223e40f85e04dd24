import type { Expression, RuleProgram } from '../../../domain/ownership/rule-program.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

interface NumberedRule {
  readonly rule: number;
  readonly expression: Expression;
}

/**
 * Returns a query for `(group_id, rule)`: the rules of one phase that the groups match. A rule is only evaluated for groups
 * with a leaf that the rule needs; a rule that is one leaf needs no evaluation.
 *
 * @param groups names of the tables of groups `(id)` and of their true leaves `(group_id, leaf)`
 */
export function matchRules(
  { rules }: RuleProgram,
  isRelated: boolean,
  groups: { readonly ids: string; readonly leaves: string },
): Sql {
  const numbered = rules.flatMap((rule, number) =>
    rule.isRelated === isRelated ? [{ rule: number, ...rule }] : [],
  );
  const simple = numbered.filter(({ expression }) => 'leaf' in expression);
  const combined = numbered.filter(({ expression }) => !('leaf' in expression));
  const always = combined.filter(({ triggers }) => triggers === undefined);
  const triggered = combined.filter(({ triggers }) => triggers !== undefined);
  const [ids, leaves] = [rawSql(groups.ids), rawSql(groups.leaves)];
  return sql`select l.group_id, t.rule from ${leaves} l join rule_trigger t on t.leaf = l.leaf
    where t.rule = any(${numbersOf(simple)}::integer[])
    union all
    select x.group_id, x.rule from (
      select c.group_id, c.rule, l.leaves
      from (
        select distinct l.group_id, t.rule from ${leaves} l join rule_trigger t on t.leaf = l.leaf
        where t.rule = any(${numbersOf(triggered)}::integer[])
      ) c
      join (${selectLeaves(leaves)}) l on l.group_id = c.group_id
    ) x where ${rawSql(selectExpression(triggered))}
    union all
    select x.group_id, x.rule from (
      select g.id as group_id, a.rule, coalesce(l.leaves, '{}') as leaves
      from ${ids} g
      cross join unnest(${numbersOf(always)}::integer[]) a(rule)
      left join (${selectLeaves(leaves)}) l on l.group_id = g.id
    ) x where ${rawSql(selectExpression(always))}`;
}

function numbersOf(rules: readonly NumberedRule[]): readonly number[] {
  return rules.map(({ rule }) => rule);
}

function selectLeaves(leaves: Sql): Sql {
  return sql`select group_id, array_agg(leaf) as leaves from ${leaves} group by group_id`;
}

/** Returns the condition of the rule `x.rule` on the true leaves `x.leaves`, found by binary search over the rules. */
function selectExpression(rules: readonly NumberedRule[]): string {
  const middle = rules[rules.length >> 1];
  const [first] = rules;
  if (middle === undefined || first === undefined) return 'false';
  if (rules.length === 1) return toText(first.expression);
  const [lower, upper] = [rules.slice(0, rules.length >> 1), rules.slice(rules.length >> 1)];
  return `case when x.rule < ${middle.rule} then ${selectExpression(lower)} else ${selectExpression(upper)} end`;
}

function toText(expression: Expression): string {
  if ('leaf' in expression) return `${expression.leaf} = any(x.leaves)`;
  if ('not' in expression) return `not (${toText(expression.not)})`;
  const [parts, operator, empty] =
    'all' in expression ? [expression.all, ' and ', 'true'] : [expression.any, ' or ', 'false'];
  return parts.length === 0 ? empty : `(${parts.map(toText).join(operator)})`;
}

/** Returns a query for `(group_id, application_id, rule)`: the applications of the rules that match, by groups of `named`. */
export function applyOutcomes(matched: string, named = 'named'): Sql {
  return sql`select m.group_id, coalesce(o.application_id, n.application_id) as application_id, m.rule
    from ${rawSql(matched)} m
    join outcome o on o.rule = m.rule
    left join ${rawSql(named)} n on n.group_id = m.group_id and n.leaf = o.name_leaf
    where coalesce(o.application_id, n.application_id) is not null`;
}
