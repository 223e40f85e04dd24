import { Model } from 'objection';
import type {
  Confidence,
  StateEntryClass,
  StateEntryRole,
  StateMatchMethod,
} from '../../../domain/values.ts';

/** A way to find the resource of an entry; see `MatchCandidate` of domain/mapping/identify-entry.ts. */
export interface StoredMatchCandidate {
  readonly method: StateMatchMethod;
  readonly confidence: Confidence;
  readonly resourceType?: string;
  readonly arn?: string;
  readonly nativeId?: string;
  readonly awsAccountNumber?: string;
  readonly region?: string;
}

/** A row of `state_entries`: a resource instance of a Terraform state, without its attributes. */
export class StateEntryRow extends Model {
  static override tableName = 'state_entries';
  static override idColumn = ['organization_id', 'state_source_id', 'address'];
  static override jsonAttributes = ['identity', 'candidates'];
  declare organization_id: string;
  declare state_source_id: string;
  /** With index keys; of a deposed instance `<address> (deposed <key>)`. */
  declare address: string;
  declare code_address: string;
  declare deposed_key: string | null;
  declare terraform_type: string;
  declare provider: string;
  declare provider_alias: string | null;
  /** Of the inventory; `null` when no rule names one. */
  declare resource_type: string | null;
  declare role: StateEntryRole;
  declare aws_account_number: string | null;
  declare region: string | null;
  declare arn: string | null;
  /** `{arn?, id?, account_id?, region?, ...parts}`, as the API returns it. */
  declare identity: Readonly<Record<string, string>>;
  /** In order: the first one with exactly one resource matches. */
  declare candidates: readonly StoredMatchCandidate[];
  declare class: StateEntryClass;
  declare reason: string | null;
  declare resource_id: string | null;
  declare method: StateMatchMethod | null;
  declare confidence: Confidence | null;
  declare created_at: Date;
  declare updated_at: Date;
}

/** The columns of an entry that its state determines. The others are the result of matching. */
export type NewStateEntry = Pick<
  StateEntryRow,
  | 'address'
  | 'code_address'
  | 'deposed_key'
  | 'terraform_type'
  | 'provider'
  | 'provider_alias'
  | 'resource_type'
  | 'role'
  | 'aws_account_number'
  | 'region'
  | 'arn'
  | 'identity'
  | 'candidates'
>;
