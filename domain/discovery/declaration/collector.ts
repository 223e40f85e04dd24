import type { ResourceOrigin } from '../../values.ts';
import type { InputTemplate, TextExpression } from './text-expression.ts';

/** A call to AWS as data. `operation` is the SDK's operation name, e.g. `DescribeVpcs`. */
export interface AwsCall {
  /** SDK client package without its prefix (`ec2`, `cloudwatch-logs`); absent: the service's own. */
  readonly client?: string;
  readonly operation: string;
  /** Placeholders are filled from the item (or parent item) of the call and from the {@link ScanScope}. */
  readonly input?: InputTemplate;
}

/** The call that lists resources. Types with equal list calls share the pages of one call. */
export interface ListCall extends AwsCall {
  /** Path of the items in the response, e.g. `Reservations[].Instances[]`. */
  readonly items: string;
  /** For items that are strings: each becomes an object with the string under this key. */
  readonly as?: string;
  /**
   * For nested items: path of the inner items in each outer item. `carry` copies fields of the outer item to them.
   */
  readonly inner?: string;
  readonly carry?: Readonly<Record<string, string>>;
  /** Makes the call once for each variant, with the variant's fields added to the input. */
  readonly variants?: readonly InputTemplate[];
  /**
   * Variants that cannot find anything are not asked for. `by` is the input that tells them apart. A variant without an entry
   * in `cases` is asked for.
   */
  readonly variantsOnly?: { readonly by: string; readonly cases: Readonly<Record<string, VariantCondition>> };
  /** Fields that are copied from the call's input to its items: item key → input name. */
  readonly fromInput?: Readonly<Record<string, string>>;
  /** Only items that meet all of these conditions are resources of the type. */
  readonly only?: readonly ItemCondition[];
  /**
   * Parents for which the list of children is read: those that meet all of the conditions, or those whose `home` is the scanned
   * account and region. Default: all.
   */
  readonly parents?: readonly ItemCondition[] | 'home';
  /** Pagination, for operations whose token names the engine does not know; `false` for operations without pages. */
  readonly page?: PageRule | false;
  /** Error codes that mean that no resource of the type exists here. */
  readonly absent?: readonly string[];
  /** Input in region `global`, for regional types that also have global resources (web ACLs of CloudFront). */
  readonly globalInput?: InputTemplate;
  /**
   * Another list call. The call is made once for each of its items that meets the conditions; the item's fields are added
   * to those of the parent for the input and for `fromParent`. For items that are strings, `as` is their key.
   */
  readonly forEach?: AwsCall &
    Pick<ListCall, 'items' | 'as' | 'page'> & { readonly only?: readonly ItemCondition[] };
  /**
   * Only the `count` items of each list with the greatest texts at `by` (ISO 8601 times) are resources of the type.
   * `total` is the key under which each of them holds the length of the list.
   */
  readonly newest?: { readonly count: number; readonly by: string; readonly total: string };
}

/** When a variant of a list's input can find something. */
export interface VariantCondition {
  /** The scope of the task: region `global`, or another one. */
  readonly scope: 'global' | 'regional';
  /**
   * A list with an item if the region has a resource of the kind that the variant finds. Called once for all lists. Several
   * variants can name it. A failure means that the variant is asked for, unless the region does not offer the service.
   */
  readonly exists?: AwsCall & Pick<ListCall, 'items' | 'page'>;
}

/** Response values that are copied to the input of the next page. */
export interface PageRule {
  /** Input name → path in the response. When the path reaches several values, the last one is used. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Path of a flag that is true when there is a next page, for responses whose last page may contain a token. */
  readonly more?: string;
}

/** A call that reads more properties of an item. Its response is merged into the item, or stored under `into`. */
export interface DetailCall extends AwsCall {
  /** Path of the relevant part of the response; absent: the whole response. */
  readonly result?: string;
  readonly into?: string;
  /** Keys of the response's part that are merged into the item; absent: all keys. Not together with `into`. */
  readonly pick?: readonly string[];
  /** Error codes that mean that the item does not have these properties. */
  readonly absent?: readonly string[];
  /** The elements at `result` of up to this many pages are read as one list. Absent: the first page. With `into`. */
  readonly pages?: number;
  /** The call is made only for items that meet all of these conditions. */
  readonly when?: readonly ItemCondition[];
  /**
   * Paths in the list's item. While their values are the stored ones, the response cannot change, so the call is not made
   * and its part of the stored configuration is used. `[]`: the response never changes. The type has no volatile values.
   */
  readonly immutableFor?: readonly string[];
  /**
   * Reads up to `size` items per call. The placeholder `'{*}'` in `input` is replaced by the list of the items' `by`
   * texts. An element of `result` belongs to the item whose `by` text equals the element's `key`.
   */
  readonly batch?: {
    readonly size: number;
    readonly by: TextExpression;
    readonly key: string;
    /** Path of the relevant part of an element; absent: the whole element. */
    readonly part?: string;
  };
  /**
   * Reads all pages of the call once for all items of the type. An element of `result` belongs to the item whose `by`
   * text equals the element's `key`. For values that the type's own list lacks and another list returns.
   */
  readonly join?: { readonly by: TextExpression; readonly key: string };
}

/**
 * The call that lists the members of a resource: the resources that it makes. All pages are read, but only if the text at
 * `version` is not that of the last reading.
 */
export interface MembersCall extends AwsCall {
  /** Path of the members in the response. */
  readonly items: string;
  /** Name of the part in `unreadable` when the call fails. */
  readonly part: string;
  readonly version: TextExpression;
  /** While an item meets one of these conditions, its members can change without another version. They are always read. */
  readonly changing: readonly ItemCondition[];
}

/** Source of a resource's tags. A collector without one is for a type that has no tags. */
export type TagSource =
  | { readonly path: string }
  /** Filter of the Resource Groups Tagging API, e.g. `kms:key`. Results are joined by the resource's ARN. */
  | { readonly taggingApi: string }
  /** One call per resource, for types that no cheaper source covers. */
  | { readonly call: DetailCall & { readonly result: string } };

/** A condition on one item. It holds when at least one value at `path` meets it. */
export type ItemCondition =
  | { readonly path: string; readonly equals: string | boolean | number }
  | { readonly path: string; readonly equalsPath: string }
  /** Holds when no value at `path` is one at `differsFromPath`. */
  | { readonly path: string; readonly differsFromPath: string }
  /** Holds when no value at `path` is in the list. */
  | { readonly path: string; readonly noneOf: readonly string[] }
  | { readonly path: string; readonly startsWith: string }
  | { readonly path: string; readonly includes: string }
  /** Holds when a value at `path` ends with this text and a UUID. */
  | { readonly path: string; readonly uuidAfter: string }
  | { readonly path: string; readonly present: boolean }
  /** Holds when a value at `path` is the number of an account other than the scanned one; `false`: when none is. */
  | { readonly path: string; readonly otherAccount: boolean }
  | { readonly tag: string };

/**
 * Declares that resources meeting all conditions were created by another resource or a service (`child`) or by AWS
 * (`default`), have the tag of a stack (`stack`), or are parts of another resource (`part`).
 */
export interface OriginRule {
  readonly origin: ResourceOrigin;
  readonly when: readonly ItemCondition[];
}

/**
 * Paths of arrays → page of the AWS documentation that describes the array, below `https://docs.aws.amazon.com/`. The order of
 * an array has no meaning if the page gives it none, and if its elements are identified by a key, members of a group, enabled
 * options or values of which any can match.
 */
export type SourcedPaths = Readonly<Record<string, string>>;

/** How one resource type is collected, as data. `activities/discovery/collect/collect-service.ts` interprets it. */
export interface TypeCollector {
  /** CloudFormation type name. A type has exactly one collector. */
  readonly resourceType: string;
  /** Display name, e.g. `SQS queue`. */
  readonly title: string;
  /**
   * `global`: a type of a regional service whose list is the same in every region. It is read once, in region `global`.
   * Absent: the scope of the service.
   */
  readonly scope?: 'global';
  readonly list: ListCall;
  /** A type of the same service. The list call is made once for each of its items. */
  readonly parent?: string;
  /** For hierarchies of one type: the list call is also made for each item that it returned. */
  readonly recursive?: boolean;
  /** Fields that are copied from the parent item: item key → path in the parent. */
  readonly fromParent?: Readonly<Record<string, string>>;
  readonly details?: readonly DetailCall[];
  readonly members?: MembersCall;
  /** Identifier that is unique within account, region and type. */
  readonly nativeId: TextExpression;
  readonly arn?: TextExpression;
  /**
   * Paths of the account that owns the resource, and of the region that it belongs to. AWS can also list the resource in
   * other accounts and regions (shared subnets, peering connections). `{account}` and `{region}` in `arn` have these values.
   * Absent: the account and region of the ARN that AWS returns, if it has them.
   */
  readonly home?: { readonly account?: TextExpression; readonly region?: TextExpression };
  readonly name?: TextExpression;
  /**
   * Path of the time at which the resource was created, in any form that `readObservedTime` reads. When the path matches several
   * times, the earliest one is used.
   */
  readonly createdAt?: string;
  /**
   * A text by which people know a resource without a name: `HTTPS:443` for a listener, the target of an integration. It is
   * stored as the name if there is neither a `name` nor a tag `Name`. Reads only members of the list call.
   */
  readonly label?: TextExpression;
  readonly tags?: TagSource;
  /** Every string below these paths is replaced by a keyed hash before it is stored. */
  readonly secrets?: readonly string[];
  /** Values that change without a configuration change. They are stored but not hashed. */
  readonly volatile?: readonly string[];
  /**
   * Settings that AWS reports as a state with values for the time of a transition: path → transitional value → value at its
   * end. The value at the end is stored, so that one action is one change; the transitional one is volatile. States that
   * belong to no setting are in `volatile`.
   */
  readonly settled?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * Final states: path of the state → values, compared without case. AWS lists some resources for hours after their end.
   * Items in a final state are omitted, so that their rows are marked as deleted. A state of a running deletion, such as
   * `deleting`, is final only if the deletion cannot fail.
   */
  readonly ended?: Readonly<Record<string, readonly string[]>>;
  /** Arrays whose order has no meaning, in addition to the names in `rule-set.ts`. */
  readonly sets?: SourcedPaths;
  /** Arrays whose order has a meaning, although their names are in `rule-set.ts`. */
  readonly lists?: SourcedPaths;
  /** Strings that contain JSON (a policy, a definition), plain or URL-encoded. They are parsed. */
  readonly embedded?: readonly string[];
  readonly origin?: readonly OriginRule[];
  /** Terraform resource types that create this resource. */
  readonly terraform: readonly string[];
  /** Values that AWS has and this collector does not read or store, for `docs/resource-types.md`. */
  readonly notRead?: string;
}

/** All collectors of one service. */
export interface ServiceCollectors {
  /** The service's IAM prefix. It is also the service name of scan tasks. */
  readonly service: string;
  /** SDK client package without the prefix `@aws-sdk/client-`. */
  readonly client: string;
  readonly scope: 'global' | 'regional';
  /**
   * For a global service whose endpoint is not in the partition's global region: partition → region of its calls. The
   * service does not exist in the other partitions, where all its types are `unsupported`.
   */
  readonly callRegions?: Readonly<Record<string, string>>;
  /** One cheap call that shows whether the role has access to the service in a region. */
  readonly probe: AwsCall;
  /** IAM actions of operations whose action is not `<service>:<operation>`. */
  readonly actions?: Readonly<Record<string, readonly string[]>>;
  /** A call whose response must have `equals` at `path`. Otherwise all types are `unsupported`, with the error `otherwise`. */
  readonly precondition?: AwsCall & {
    readonly path: string;
    readonly equals: string;
    readonly otherwise: string;
  };
  readonly types: readonly TypeCollector[];
}
