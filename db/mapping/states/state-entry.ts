import { RowModel } from '../../row-model.ts';
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
export class StateEntryRow extends RowModel {
  static override tableName = 'state_entries';
  static override idColumn = ['organization_id', 'state_source_id', 'address'];
  static override jsonAttributes = ['identity', 'candidates'];
  declare organizationId: string;
  declare stateSourceId: string;
  /** With index keys; of a deposed instance `<address> (deposed <key>)`. */
  declare address: string;
  declare codeAddress: string;
  declare deposedKey: string | undefined;
  declare terraformType: string;
  declare provider: string;
  declare providerAlias: string | undefined;
  /** Of the inventory; `undefined` when no rule names one. */
  declare resourceType: string | undefined;
  declare role: StateEntryRole;
  declare awsAccountNumber: string | undefined;
  declare region: string | undefined;
  declare arn: string | undefined;
  /** `{arn?, id?, account_id?, region?, ...parts}`, as the API returns it. */
  declare identity: Readonly<Record<string, string>>;
  /** In order: the first one with exactly one resource matches. */
  declare candidates: readonly StoredMatchCandidate[];
  declare class: StateEntryClass;
  declare reason: string | undefined;
  declare resourceId: string | undefined;
  declare method: StateMatchMethod | undefined;
  declare confidence: Confidence | undefined;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** The columns of an entry that its state determines. The others are the result of matching. */
export type NewStateEntry = Pick<
  StateEntryRow,
  | 'address'
  | 'codeAddress'
  | 'deposedKey'
  | 'terraformType'
  | 'provider'
  | 'providerAlias'
  | 'resourceType'
  | 'role'
  | 'awsAccountNumber'
  | 'region'
  | 'arn'
  | 'identity'
  | 'candidates'
>;
