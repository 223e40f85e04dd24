import type { JsonObject } from '../../../domain/json/json.ts';

/** A resource, and the references that one edge rule finds in it. */
export interface EdgeFixture {
  /** Id of the edge rule. */
  readonly rule: string;
  readonly holder: EdgeFixtureHolder;
  /** All references of the rule in the holder, in any order. */
  readonly expected: readonly ExpectedReference[];
}

export interface EdgeFixtureHolder {
  readonly resourceType: string;
  readonly nativeId: string;
  readonly arn?: string;
  readonly name?: string;
  /** Default: `eu-west-1`, or `global` for types of global services. */
  readonly region?: string;
  /**
   * The item as AWS returns it, merged with its detail calls as the collector declares. Real field names and realistic
   * values. The test normalises it with the collector's rules, as a scan does, so that secrets become hashes and volatile
   * values are separated.
   */
  readonly configuration: JsonObject;
  /** Values in addition to those that normalisation separates. */
  readonly volatile?: JsonObject;
  readonly tags?: Readonly<Record<string, string>>;
}

export interface ExpectedReference {
  readonly path: string;
  /** Text in the configuration. */
  readonly value: string;
  /** The normalised identifier. Default: `value`. */
  readonly key?: string;
  /** Compared only when given. */
  readonly baseKey?: string;
  /** Default: none. */
  readonly properties?: JsonObject;
}

/** Number of the account of all holders. */
export const fixtureAccount = '123456789012';
