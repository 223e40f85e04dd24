import { RowModel } from '../../row-model.ts';
import type { Condition } from '../../../domain/ownership/condition.ts';
import type { RuleOutcome } from '../../../domain/ownership/rule-outcome.ts';

/** A row of `inference_rules`. */
export class InferenceRule extends RowModel {
  static override tableName = 'inference_rules';
  static override jsonAttributes = ['conditions', 'outcome'];
  declare organizationId: string;
  declare id: string;
  declare name: string;
  declare description: string | undefined;
  declare enabled: boolean;
  /** Rules are evaluated by priority, `created_at` and id. */
  declare priority: number;
  declare conditions: Condition;
  declare outcome: RuleOutcome;
  /** The application of the outcome; `undefined` when the outcome has none or names it by a tag. */
  declare applicationId: string | undefined;
  declare environmentId: string | undefined;
  declare teamId: string | undefined;
  declare suspendedAt: Date | undefined;
  /** Reviews since then decide whether the rule is suspended. */
  declare judgedSince: Date;
  /** The membership whose confirmation created the rule. */
  declare learnedFrom: string | undefined;
  /** `undefined`: the user was deleted. */
  declare createdBy: string | undefined;
  declare createdAt: Date;
  declare updatedAt: Date;
  /** The number of changes by users, from 1. */
  declare version: number;
  /** The row stays until an inference run has reassigned what the rule inferred. */
  declare deletedAt: Date | undefined;
}
