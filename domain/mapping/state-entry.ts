import type { JsonObject } from '../json/json.ts';

/**
 * How the account and the region of an entry were found, best first: the identity of provider 6, an ARN, an attribute
 * (region, zone, owner id, URL), the ARNs of entries with the same provider, or the provider block of the configuration.
 */
export type LocationSource = 'identity' | 'arn' | 'attribute' | 'siblings' | 'provider_block';

/** An instance of a managed AWS resource in a Terraform state, without attributes that its type's rule does not name. */
export interface StateEntry {
  /** With index keys; of a deposed instance `<address> (deposed <key>)`. */
  readonly address: string;
  /** The address without index keys. */
  readonly codeAddress: string;
  readonly deposedKey?: string;
  /** For example `aws_sqs_queue`. */
  readonly terraformType: string;
  /** As in the state, for example `provider["registry.terraform.io/hashicorp/aws"].west`. */
  readonly provider: string;
  readonly providerAlias?: string;
  readonly tainted?: boolean;
  /** The account of the resource, absent when it is unknown. */
  readonly awsAccountNumber?: string;
  /** The region of the resource, absent when it is unknown. */
  readonly region?: string;
  readonly locationSource?: LocationSource;
  /** The attribute `arn`, when it is well-formed. */
  readonly arn?: string;
  /** The attribute `id`; of types without a type of the inventory only when it is a well-formed ARN. */
  readonly id?: string;
  /**
   * The resource identity of provider 6, for example `{account_id, region, name}`; of types that no rule names only a
   * well-formed `arn`, `account_id` and `region`.
   */
  readonly identity?: Readonly<Record<string, string>>;
  /** The attributes that `stateAttributesOf(terraformType)` names, by dotted path, without sensitive ones. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Attributes that drift compares, as the state has them, without sensitive ones. */
  readonly compared?: JsonObject;
}

/** The content of a Terraform state that the product keeps. */
export interface ParsedState {
  readonly version: 3 | 4;
  readonly terraformVersion?: string;
  readonly serial: number;
  readonly lineage: string;
  /** The number of instances that were skipped because their address is malformed. */
  readonly malformedAddresses: number;
  /** Whether the state has managed instances, and none of a provider `aws` or `awscc`. */
  readonly withoutAws: boolean;
  readonly entries: readonly StateEntry[];
}
