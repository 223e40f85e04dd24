import { environmentTagKeys, environmentWords } from '../../../domain/ownership/environment-words.ts';
import { numberLeaves } from '../../../domain/ownership/rule-program.ts';
import type { RuleProgram } from '../../../domain/ownership/rule-program.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { evaluateRelated } from './evaluate-related.ts';
import type { Evaluation } from './evaluation.ts';
import { groupResources } from './group-resources.ts';
import { applyOutcomes, matchRules } from './match-rules.ts';
import { ruleParameters, tableOf } from './rule-parameters.ts';

/** Tables of the statement that {@link evaluateRules} builds. */
export interface EvaluatedTables {
  readonly program: RuleProgram;
  readonly tables: Sql;
}

/**
 * Returns common table expressions that evaluate rules over resources that are not deleted, in two phases. They end with:
 *
 * - `final_located (resource_id, name, group_id)`
 * - `final_leaf (group_id, leaf, evidence)`: the true leaves of a group
 * - `final_matched (group_id, rule)`: the rules, by position, that a group matches
 * - `final_fact (group_id, fact)`
 * - `final_applied (group_id, application_id, rule, is_related)`: the position behind the last rule is the repository rule
 */
export function evaluateRules(evaluation: Evaluation): EvaluatedTables {
  const { organizationId, rules, context, environments, scope, applicationsByValue } = evaluation;
  const program = numberLeaves(rules);
  const parameters = ruleParameters(program, rules, context);
  const nameLeaves = program.rules.flatMap(({ nameLeaf }) => (nameLeaf === undefined ? [] : [nameLeaf]));
  const values = [...applicationsByValue].map(([value, id]) => ({ value, applicationId: id }));
  const keys = environmentTagKeys(context.tagKeys).map((key, rank) => ({ key, rank }));
  const words = [...environmentWords(environments)].map(([word, id]) => ({ word, environmentId: id }));
  const first = sql`${parameters.tables},
    ${tableOf('environment_key', { key: 'text', rank: 'integer' }, keys)},
    ${tableOf('environment_word', { word: 'text', environmentId: 'uuid' }, words)},
    ${tableOf('name_value', { value: 'text', applicationId: 'uuid' }, values)},
    ${groupResources(organizationId, parameters, scope?.ids, scope?.size)},
    matched as materialized (${matchRules(program, false, { ids: 'grouped', leaves: 'group_leaf' })}),
    named as materialized (
      select l.group_id, l.leaf, v.application_id
      from group_leaf l join name_value v on v.value = l.evidence ->> 'value'
      where l.leaf = any(${nameLeaves}::integer[])
    ), applied as materialized (
      ${applyOutcomes('matched')}
      union all
      select distinct f.group_id, p.application_id, ${rules.length}::integer
      from group_fact f join project p on p.fact = f.fact where p.application_id is not null
    )`;
  return { program, tables: sql`${first}, ${evaluateRelated(evaluation, program, parameters)}` };
}
