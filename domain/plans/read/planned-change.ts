import type { MatchCandidate } from '../../mapping/identify-entry.ts';
import type { Json } from '../../json/json.ts';
import type { PlannedChangeOrigin, UnmappedReason } from '../../values.ts';

/** A change of a plan: a managed resource change, drift, or a deferred change. Everything but `mapping` is redacted. */
export interface PlannedChange {
  readonly address: string;
  readonly previousAddress?: string;
  /** The Terraform type, for example `aws_sqs_queue`. */
  readonly resourceType: string;
  /** The source of the provider, for example `registry.terraform.io/hashicorp/aws`. */
  readonly provider: string;
  readonly actions: readonly string[];
  readonly actionReason?: string;
  /** The id of an `import` block; the identity as JSON text when it has no id. */
  readonly importId?: string;
  readonly deposed?: string;
  readonly origin?: PlannedChangeOrigin;
  /** JSON text that Postgres accepts; `null` is the text of JSON's null. A text is copied between threads faster. */
  readonly before: string;
  readonly after: string;
  /** JSON Pointers (RFC 6901); `''` is the whole value. */
  readonly changedPaths: readonly string[];
  readonly mapping: ChangeMapping;
}

/** How to find the resource of a change. Computed from values that are not redacted: never stored, logged or returned. */
export interface ChangeMapping {
  /** The addresses in the states, when those of the change are redacted. */
  readonly address?: string;
  readonly previousAddress?: string;
  /** The address without index keys; absent when the address is malformed. */
  readonly codeAddress?: string;
  /** The type in the inventory, for example `AWS::SQS::Queue`. */
  readonly resourceType?: string;
  readonly candidates: readonly MatchCandidate[];
  readonly awsAccountNumber?: string;
  readonly region?: string;
  /** The reason when nothing matches; absent when it depends on the coverage of the inventory. */
  readonly reason?: UnmappedReason;
}

/** The counts of a plan. */
export type PlanSummary = Record<PlanClass, number>;
export const planClasses = [
  'create',
  'update',
  'delete',
  'replace',
  'import',
  'forget',
  'move',
  'read',
  'no_op',
  'drift',
] as const;
export type PlanClass = (typeof planClasses)[number];

export interface PlannedOutput {
  readonly name: string;
  readonly actions: readonly string[];
  readonly sensitive: boolean;
}

export interface PlannedCheck {
  readonly address: string;
  readonly status: string;
}

/** A plan without its changes. */
export interface PlanHeader {
  readonly formatVersion: string;
  readonly terraformVersion?: string;
  readonly isErrored: boolean;
  /** The plan changes nothing but has drift, as `terraform plan -refresh-only` reports it. */
  readonly isDriftOnly: boolean;
  /** HMAC-SHA-256, in hex, of the bytes of the plan without insignificant white space. */
  readonly hash: string;
  readonly summary: PlanSummary;
  /** At most 1,000. */
  readonly outputs: readonly PlannedOutput[];
  /** At most 1,000. */
  readonly checks: readonly PlannedCheck[];
  /** The fields of the body beside `plan`; absent when the body is the plan itself. */
  readonly envelope?: Readonly<Record<string, Json>>;
}

export interface ParsedPlan extends PlanHeader {
  /** In the order of the plan: resource changes, drift, deferred changes, as they occur. */
  readonly changes: readonly PlannedChange[];
}
