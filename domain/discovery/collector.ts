import type { InputTemplate, TextExpression } from './text-expression.ts';

/** A call to AWS as data. `operation` is the SDK's operation name, e.g. `DescribeVpcs`. */
export interface AwsCall {
  /** SDK client package without its prefix (`ec2`, `cloudwatch-logs`); absent: the service's own. */
  readonly client?: string;
  readonly operation: string;
  /** Placeholders are filled from the item (or parent) the call is made for, and from the place of the scan. */
  readonly input?: InputTemplate;
}

/** The call that lists resources. Types whose list calls are equal share one pass over the pages. */
export interface ListCall extends AwsCall {
  /** Where the answer keeps its items, e.g. `Reservations[].Instances[]`. */
  readonly items: string;
  /** When items are bare texts: the key under which each becomes an object. */
  readonly as?: string;
  /** For items inside items: where each outer item keeps them, and fields of the outer one that they take along. */
  readonly inner?: string;
  readonly carry?: Readonly<Record<string, string>>;
  /** Where the call must be made once for each value of an input: what is added to the input each time. */
  readonly variants?: readonly InputTemplate[];
  /** Fields that items take from the input they were listed by: own key → input name. */
  readonly fromInput?: Readonly<Record<string, string>>;
  /** Only items that fulfil all of these are resources of the type. */
  readonly only?: readonly Condition[];
  /** How pages follow each other, where the generic rule of token names does not hold; `false`: one page. */
  readonly page?: PageRule | false;
  /** Error codes that mean "there is nothing of this kind here". */
  readonly absent?: readonly string[];
  /** Input in the `global` run of a regional type that has global instances too (e.g. CloudFront web ACLs). */
  readonly globalInput?: InputTemplate;
}

/** Which values of an answer go into the next page's input. */
export interface PageRule {
  /** Input name → path in the answer; of several values the last. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Path of the flag that says whether there is a next page, where the tokens alone do not. */
  readonly more?: string;
}

/** A call that completes an item. Its answer is merged into the item, or put under `into`. */
export interface DetailCall extends AwsCall {
  /** Where the answer keeps what counts; absent: the whole answer. */
  readonly result?: string;
  readonly into?: string;
  /** Error codes that mean "this item has no such part". */
  readonly absent?: readonly string[];
  /** Made only for items that fulfil all of these. */
  readonly when?: readonly Condition[];
  /**
   * Many items in one call: the placeholder `'{*}'` in `input` becomes the list of the items' `by` texts;
   * elements of `result` belong to the item whose `by` equals their `key`.
   */
  readonly batch?: {
    readonly size: number;
    readonly by: TextExpression;
    readonly key: string;
    /** The part of an element that counts; absent: all of it. */
    readonly part?: string;
  };
}

/** Where a resource's tags are. Absent: in nothing; the type has no tags. */
export type TagSource =
  | { readonly path: string }
  /** Filter of the Resource Groups Tagging API, e.g. `kms:key`. The resource's ARN joins the two. */
  | { readonly taggingApi: string }
  /** A call of its own per resource, where nothing cheaper covers the type. */
  | { readonly call: DetailCall & { readonly result: string } };

/** A condition on one item. `path` reaches any value; the condition holds when one value fulfils it. */
export type Condition =
  | { readonly path: string; readonly equals: string | boolean | number }
  | { readonly path: string; readonly equalsPath: string }
  /** No value is one of these. */
  | { readonly path: string; readonly noneOf: readonly string[] }
  | { readonly path: string; readonly startsWith: string }
  | { readonly path: string; readonly includes: string }
  | { readonly path: string; readonly present: boolean }
  | { readonly tag: string };

/** Says who made a resource, when it was not a person or their code. All conditions must hold. */
export interface OriginRule {
  readonly origin: 'child' | 'default';
  readonly when: readonly Condition[];
}

/** How one resource type is collected. Pure data; `collect-service` is the engine. */
export interface TypeCollector {
  /** CloudFormation type name. One collector owns a type. */
  readonly resourceType: string;
  /** What people call it, e.g. `SQS queue`. */
  readonly title: string;
  readonly list: ListCall;
  /** A type of the same service: the list call is made once for each of its items. */
  readonly parent?: string;
  /** Items hold items of the same type: the list call is made for each of them too. */
  readonly recursive?: boolean;
  /** Fields copied from the parent's item into this one: own key → path in the parent. */
  readonly fromParent?: Readonly<Record<string, string>>;
  readonly details?: readonly DetailCall[];
  /** The identifier inside (account, region, type). */
  readonly nativeId: TextExpression;
  readonly arn?: TextExpression;
  readonly name?: TextExpression;
  readonly tags?: TagSource;
  /** Every text below these paths becomes a keyed hash before it is stored. */
  readonly secrets?: readonly string[];
  /** What changes by itself: kept beside the hash. */
  readonly volatile?: readonly string[];
  /** Arrays whose order means nothing, beyond the names that `rule-set.ts` knows. */
  readonly sets?: readonly string[];
  /** Texts that hold JSON (a policy, a definition), plain or URL-encoded. */
  readonly embedded?: readonly string[];
  readonly origin?: readonly OriginRule[];
  /** Terraform types that become this resource. */
  readonly terraform: readonly string[];
}

/** All collectors of one service. */
export interface ServiceCollectors {
  /** Our name of the service, which is its IAM prefix. */
  readonly service: string;
  /** SDK client package without its prefix. */
  readonly client: string;
  readonly scope: 'global' | 'regional';
  /** One cheap call that shows whether the role may use the service here. */
  readonly probe: AwsCall;
  /** IAM actions of operations whose action is not `<service>:<operation>`. */
  readonly actions?: Readonly<Record<string, readonly string[]>>;
  /** Must hold, or every type here is `unsupported` in this account: a call and what its answer must fulfil. */
  readonly precondition?: AwsCall & { readonly path: string; readonly equals: string };
  readonly types: readonly TypeCollector[];
}
