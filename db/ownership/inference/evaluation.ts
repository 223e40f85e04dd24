import type { NamedEnvironment } from '../../../domain/ownership/environment-words.ts';
import type { Sql } from '../../sql.ts';
import type { EvaluatedRule } from './evaluated-rule.ts';
import type { RuleContext } from './rule-context.ts';

/** Input of an evaluation of rules. */
export interface Evaluation {
  readonly organizationId: string;
  readonly rules: readonly EvaluatedRule[];
  readonly context: RuleContext;
  readonly environments: readonly NamedEnvironment[];
  /** The ids to evaluate, or undefined for all resources. */
  readonly scope: { readonly ids: Sql; readonly size: number } | undefined;
  /** The applications of the values of tags that name one. */
  readonly applicationsByValue: ReadonlyMap<string, string>;
}
