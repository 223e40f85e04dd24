import { Model } from 'objection';
import type { Condition } from '../../../domain/ownership/condition.ts';
import type { RuleOutcome } from '../../../domain/ownership/rule-outcome.ts';

/** A row of `inference_rules`. */
export class InferenceRule extends Model {
  static override tableName = 'inference_rules';
  static override idColumn = ['organization_id', 'id'];
  static override jsonAttributes = ['conditions', 'outcome'];
  declare organization_id: string;
  declare id: string;
  declare name: string;
  declare description: string | null;
  declare enabled: boolean;
  /** Rules are evaluated by priority, `created_at` and id. */
  declare priority: number;
  declare conditions: Condition;
  declare outcome: RuleOutcome;
  /** The application of the outcome; `null` when the outcome has none or names it by a tag. */
  declare application_id: string | null;
  declare environment_id: string | null;
  declare team_id: string | null;
  declare suspended_at: Date | null;
  /** Reviews since then decide whether the rule is suspended. */
  declare judged_since: Date;
  /** The membership whose confirmation created the rule. */
  declare learned_from: string | null;
  /** `null`: the user was deleted. */
  declare created_by: string | null;
  declare created_at: Date;
  declare updated_at: Date;
  /** The row stays until an inference run has reassigned what the rule inferred. */
  declare deleted_at: Date | null;
}
