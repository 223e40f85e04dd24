import { Model } from 'objection';
import type {
  PlanClass,
  PlannedCheck,
  PlannedOutput,
  PlanSummary,
} from '../../../domain/plans/read/planned-change.ts';
import type { Json } from '../../../domain/json/json.ts';
import type { PlannedChangeOrigin, UnmappedReason } from '../../../domain/values.ts';
import type { StoredImpact } from './compute-impact.ts';

/** A value as it is parsed from a column of type `jsonb`. */
type Parsed<T> = { -readonly [K in keyof T]: Parsed<T[K]> };

/** A row of `plans`: a plan of Terraform or OpenTofu that a CI system reported. */
export class Plan extends Model {
  static override tableName = 'plans';
  static override idColumn = ['organization_id', 'id'];
  declare organization_id: string;
  declare id: string;
  declare execution_id: string;
  /** `''` when the report names none. */
  declare project_path: string;
  /** `''` when the report names none. */
  declare workspace: string;
  declare hash: string;
  declare repository_id: string | null;
  declare iac_project_id: string | null;
  declare pull_request_id: string | null;
  declare commit_sha: string | null;
  declare tool_name: string | null;
  declare tool_version: string | null;
  declare format_version: string;
  declare is_errored: boolean;
  declare summary: PlanSummary;
  declare impact: Parsed<StoredImpact>;
  declare outputs: Parsed<PlannedOutput>[];
  declare checks: PlannedCheck[];
  /** The number of rows in `plan_changes`. */
  declare change_count: number;
  /** When the values of the changes were deleted; `null` before that. */
  declare values_deleted_at: Date | null;
  /** Whether the changes that the plan may concern are not explained yet. */
  declare explanation_due: boolean;
  declare created_at: Date;
}

/** A row of `plan_changes`. Its values are redacted. */
export class PlanChange extends Model {
  static override tableName = 'plan_changes';
  static override idColumn = ['organization_id', 'plan_id', 'position'];
  declare organization_id: string;
  declare plan_id: string;
  /** The order of the plan, from 0. */
  declare position: number;
  declare address: string;
  declare previous_address: string | null;
  declare resource_type: string;
  declare provider: string;
  declare actions: string[];
  declare action_reason: string | null;
  /** As the summary counts it; `null` for drift, deferred changes and actions without a class. */
  declare class: PlanClass | null;
  declare import_id: string | null;
  declare deposed: string | null;
  declare origin: PlannedChangeOrigin | null;
  declare resource_id: string | null;
  declare unmapped_reason: UnmappedReason | null;
  /** JSON Pointers (RFC 6901). */
  declare changed_paths: string[];
  declare before: Json;
  declare after: Json;
}
