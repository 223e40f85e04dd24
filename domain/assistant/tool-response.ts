import type { Json } from '../json/json.ts';

/** Kinds of records that an answer can cite. */
export const citedEntityTypes = [
  'resource',
  'change',
  'revision',
  'account',
  'application',
  'team',
  'environment',
  'iac_project',
  'repository',
  'pull_request',
  'plan',
  'execution',
  'scan',
  'state_source',
  'saved_query',
  'inference_rule',
  'drift_rule',
  'ownership_issue',
  'audit_entry',
  'user',
  'document',
] as const;
export type CitedEntityType = (typeof citedEntityTypes)[number];

/** A row that a tool read, before it has a reference. */
export interface ToolRow {
  readonly entity: {
    readonly type: CitedEntityType;
    readonly id: string;
    /** The name that a citation shows. */
    readonly name: string;
    /** Path of the API, for example `/api/v1/resources/<id>`. */
    readonly url: string;
  };
  /** Fields that the model sees in `full` mode. Texts are neither stripped nor cut yet. */
  readonly fields: Readonly<Record<string, Json>>;
  /** Names of `fields` that hold types, regions, states, kinds, counts or times: visible in `schema_only` mode. */
  readonly structural: readonly string[];
}

/** The result of a call whose argument names several records of one rank. */
export interface Ambiguous {
  readonly ambiguous: {
    readonly argument: string;
    /** At most five. */
    readonly candidates: readonly ToolRow[];
    readonly total: number;
  };
}

/** One group of a count. */
export interface ToolGroup {
  /** Value of the grouped field: an id for applications, teams, accounts and environments. */
  readonly key: string | undefined;
  readonly count: number;
  /** The record that the key names. Without it, the key is structural (a type, a region, a state), unless `isText`. */
  readonly entity?: ToolRow['entity'];
  /** Set when the key is a text of the inventory, such as the value of a tag or an actor: hidden in `schema_only` mode. */
  readonly isText?: true;
  /** Values of the configurations that have the key: not in `schema_only` mode. */
  readonly examples?: readonly Json[];
}

/** What the tool read, before the references and the limits of a turn are applied. */
export interface ToolResult {
  readonly rows: readonly ToolRow[];
  /** Number of matching rows, equal to `total` of the operation; `null` when the operation has no total. */
  readonly total: number | null;
  /** Whether there are more rows or groups than the result has. False for a count, which asks for no rows. */
  readonly truncated: boolean;
  /** The rows before these ones, if the call returns a part of a list. */
  readonly offset?: number;
  readonly groups?: readonly ToolGroup[];
  /** The account, application or project that the arguments name: a count cites it. */
  readonly subject?: ToolRow['entity'];
  /** Fields of the response as a whole, for example of the coverage. All of them are structural. */
  readonly summary?: Readonly<Record<string, Json>>;
  readonly freshness: ToolFreshness;
}

export interface ToolFreshness {
  /** ISO time with seconds: the oldest last successful scan of the accounts that the rows come from. */
  readonly data_as_of: string | null;
  readonly stale_accounts: readonly { readonly id: string; readonly name: string }[];
  /** Connected accounts without a successful scan. */
  readonly never_scanned: number;
}

/**
 * What a model receives, as JSON:
 * `{untrusted: true, rows: [{ref, type, ...fields}], total, truncated, next_offset?, groups?, subject?, summary?, freshness}`, where
 * `subject` and `entity` of a group are references too, and a group with `entity` has the `name` of the record. In
 * `schema_only` mode, such a group has neither `name` nor `key`, a group whose key is a text has no `key`, and
 * `stale_accounts` is a number; or
 * `{refused: <permission>}`; or `{error: <message>}`; or, when a name of an argument matches several records of one rank,
 * `{untrusted: true, ambiguous: {argument, candidates: [ref, ...], total}, rows}`.
 */
export type ToolResponseStatus = 'ok' | 'refused' | 'error';
