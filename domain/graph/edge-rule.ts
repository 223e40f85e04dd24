import type { ItemCondition } from '../discovery/declaration/collector.ts';
import type { TextExpression } from '../discovery/declaration/text-expression.ts';
import type { Confidence, RelationshipType } from '../values.ts';
import type { AccessFact } from './access/access-statement.ts';
import type { ExposureFact } from './exposure/exposure-fact.ts';

/**
 * Whom a statement of a policy allows.
 *
 * - `named`: the principals that it lists
 * - `narrowed`: everyone (`*`, `NotPrincipal`), but only with callers that a condition names
 * - `open`: everyone
 */
export type Audience = 'named' | 'narrowed' | 'open';

/** How the value of a reference is resolved. The confidence is the default of the rules with the matcher. */
export type Matcher = 'arn' | 'id' | 'name' | 'dns' | 'url';

/** Kinds of identifiers of a resource. References of a matcher are resolved among the identifiers of the same kind. */
export type IdentifierKind = Matcher;

/**
 * Declares that values in the configurations of one resource type name other resources. The resource with the value is the
 * holder of the reference.
 */
export interface EdgeRule {
  /** Unique among all rules: `<type without AWS::>.<path>:<relation>` unless that is ambiguous. Stored with references. */
  readonly id: string;
  /** CloudFormation type of the holder; `*` for every type. */
  readonly sourceType: string;
  /**
   * Path of the values, as in collectors (`domain/json/path.ts`). `tags["key"]` reads a tag; `volatile.<path>` reads the
   * volatile values. `[]` also accepts one value in place of an array, which policy documents permit.
   */
  readonly path: string;
  /** Types that the value can name, also those of `external-type.ts`. An empty list means any type. */
  readonly targetTypes: readonly string[];
  readonly matcher: Matcher;
  readonly relation: RelationshipType;
  /** The holder is the target of the relationship. */
  readonly reversed?: true;
  /** Separator of several identifiers in one value. */
  readonly split?: string;
  /** Conditions on the text of each value, before `read`. All of them have to hold. */
  readonly text?: TextCondition;
  /** Condition on the key that holds the value or its array, or on the text at `path` in the item. */
  readonly key?: KeyCondition;
  /** Condition on the key of the item in the object around it, such as the operator of a policy's condition. */
  readonly itemKey?: TextCondition;
  /**
   * Reads the identifier from each value: `{value|after:/}`. The expression can also use `{key}`, `{item.<path>}`,
   * `{outer.<path>}` (the object around the item), `{holder.<path>}` (the configuration), `{account}`, `{region}` and
   * `{partition}`. The paths of items consist of keys only.
   */
  readonly read?: TextExpression;
  /**
   * Conditions on the item that holds the value: the object that contains the last array or key of the path. `on: 'holder'`
   * tests the whole configuration instead. The paths of conditions on items consist of keys only; the prefix `^.` tests the
   * object around the item.
   */
  readonly when?: { readonly on: 'item' | 'holder'; readonly conditions: readonly ItemCondition[] };
  /**
   * The value is in a statement of a policy that allows: to any audience (`named`), to everyone (`open`), or to everyone that
   * its conditions name (`narrowed`). The conditions of the statement are the property `conditions`.
   */
  readonly audience?: Audience;
  /**
   * Properties of the relationship: name → path of keys in the item that holds the value. The prefix `^.` reads from the
   * object around the item.
   */
  readonly properties?: Readonly<Record<string, string>>;
  /** Differs from the matcher's: `low` for policy text and environment variables, `medium` for DNS names of aliases. */
  readonly confidence?: Confidence;
  /** An external node is created for a value that names no resource of the inventory. Default: true for `arn` and `id`. */
  readonly external?: boolean;
  /** The fixture of the rule. The engine does not read it. A rule without one has a fixture in the tests. */
  readonly example?: EdgeExample;
}

/**
 * Texts at the path of a rule as AWS returns them. A text alone is the identifier. The keys of an object are texts, and its
 * values the identifiers that the rule reads in them; `true`: the text is the identifier; `false`: the rule reads none.
 */
export type EdgeExample =
  string | readonly string[] | Readonly<Record<string, string | boolean | { readonly baseKey: string }>>;

export interface TextCondition {
  readonly equals?: string;
  readonly startsWith?: string;
  readonly includes?: string;
  readonly excludes?: string;
}

export interface KeyCondition {
  readonly path?: string;
  readonly startsWith?: string;
  /** The key ends with one of these words in lower case, or with it and `name`: `log group` matches `APP_LOG_GROUP_NAME`. */
  readonly words?: readonly string[];
}

/** Declares that a resource type has further identifiers than its ARN, native id and name. */
export interface IdentifierRule {
  readonly resourceType: string;
  readonly kind: IdentifierKind;
  readonly path: string;
  /** As in edge rules. */
  readonly read?: TextExpression;
}

/**
 * Declares that two relationships through a resource of `throughType` give a third: from the other end of `first` to the
 * other end of `second`. `reversed`: the resource in the middle is the source of `first`, or the target of `second`. `types`
 * are those of the other ends; an empty list means any type.
 */
export interface CompositionRule {
  readonly id: string;
  readonly throughType: string;
  readonly first: {
    readonly relation: RelationshipType;
    readonly reversed?: true;
    readonly types: readonly string[];
  };
  readonly second: {
    readonly relation: RelationshipType;
    readonly reversed?: true;
    readonly types: readonly string[];
  };
  readonly relation: RelationshipType;
}

/** The confidence of a matcher's references. */
export const matcherConfidence: Readonly<Record<Matcher, Confidence>> = {
  arn: 'high',
  id: 'high',
  name: 'medium',
  dns: 'low',
  url: 'low',
};

/** A resource whose references are extracted. */
export interface HolderDocument {
  readonly resourceType: string;
  readonly nativeId: string;
  readonly arn: string | undefined;
  readonly name: string | undefined;
  /** 12 digits. */
  readonly awsAccountNumber: string;
  /** `global` for resources of global services. */
  readonly region: string;
  /** JSON texts, as Postgres returns them. They are parsed in a worker thread. */
  readonly configuration: string;
  readonly volatile: string;
  readonly tags: string;
}

export interface ExtractedIdentifier {
  readonly kind: IdentifierKind;
  readonly key: string;
  /** `hmac-sha256:<hex>` of the key, as secrets of configurations are stored; absent for ids. */
  readonly hash?: string;
}

export interface ExtractedReference {
  /** Id of the edge rule, or `generic`. */
  readonly rule: string;
  /** Path of the value without indexes: `A[].B`. At most 500 characters. */
  readonly path: string;
  /** The identifier, normalised as identifiers of the same kind; of a hashed value, `hmac-sha256:<hex>`. At most 2,048 bytes. */
  readonly key: string;
  /** The identifier without function version or alias, object key, or final `:*`. */
  readonly baseKey?: string;
  /** Text of the configuration. Of a hashed value, the hash: the evidence then shows the identifier found. */
  readonly value: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

export interface ExtractedHolder {
  readonly identifiers: readonly ExtractedIdentifier[];
  /** Distinct by rule, path and key. At most 2,000. */
  readonly references: readonly ExtractedReference[];
  /** The limit that cut the extraction: 200,000 leaves or 2,000 references. */
  readonly cut?: 'leaves' | 'references';
  /** The part of the configuration that exposure depends on. */
  readonly exposure?: ExposureFact;
  /** The policies of the resource. */
  readonly access?: AccessFact;
}
