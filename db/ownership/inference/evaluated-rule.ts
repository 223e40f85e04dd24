import type { Condition } from '../../../domain/ownership/condition.ts';
import type { RuleOutcome } from '../../../domain/ownership/rule-outcome.ts';

/** A rule of an inference run. Lists of them are in the order of evaluation. */
export interface EvaluatedRule {
  readonly id: string;
  readonly conditions: Condition;
  readonly outcome: RuleOutcome;
}
