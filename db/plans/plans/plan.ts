import { RowModel } from '../../row-model.ts';
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
export class Plan extends RowModel {
  static override tableName = 'plans';
  declare organizationId: string;
  declare id: string;
  declare executionId: string;
  /** `''` when the report names none. */
  declare projectPath: string;
  /** `''` when the report names none. */
  declare workspace: string;
  declare hash: string;
  declare repositoryId: string | undefined;
  declare iacProjectId: string | undefined;
  declare pullRequestId: string | undefined;
  declare commitSha: string | undefined;
  declare toolName: string | undefined;
  declare toolVersion: string | undefined;
  declare formatVersion: string;
  declare isErrored: boolean;
  declare summary: PlanSummary;
  declare impact: Parsed<StoredImpact>;
  declare outputs: Parsed<PlannedOutput>[];
  declare checks: PlannedCheck[];
  /** The number of rows in `plan_changes`. */
  declare changeCount: number;
  /** When the values of the changes were deleted; `undefined` before that. */
  declare valuesDeletedAt: Date | undefined;
  /** Whether the changes that the plan may concern are not explained yet. */
  declare explanationDue: boolean;
  declare createdAt: Date;
}

/** A row of `plan_changes`. Its values are redacted. */
export class PlanChange extends RowModel {
  static override tableName = 'plan_changes';
  static override idColumn = ['organization_id', 'plan_id', 'position'];
  declare organizationId: string;
  declare planId: string;
  /** The order of the plan, from 0. */
  declare position: number;
  declare address: string;
  declare previousAddress: string | undefined;
  declare resourceType: string;
  declare provider: string;
  declare actions: string[];
  declare actionReason: string | undefined;
  /** As the summary counts it; `undefined` for drift, deferred changes and actions without a class. */
  declare class: PlanClass | undefined;
  declare importId: string | undefined;
  declare deposed: string | undefined;
  declare origin: PlannedChangeOrigin | undefined;
  declare resourceId: string | undefined;
  declare unmappedReason: UnmappedReason | undefined;
  /** JSON Pointers (RFC 6901). */
  declare changedPaths: string[];
  declare before: Json;
  declare after: Json;
}
