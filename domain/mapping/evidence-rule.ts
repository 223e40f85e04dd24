import type { EvidenceReach, IacSystem } from '../values.ts';

/**
 * The constants of the rule that decides whether the evidence of an account is complete. `db/mapping/match/evidence.ts` has the
 * rule in SQL: an account is complete when a state that reaches it has been read, and no unread state, project or repository
 * reaches it.
 */

/** A state that was read within this time counts as read, then as overdue. An object that is missing longer is unread. */
export const stateAgeHours = 24;
/** A new source does not change the evidence before its first attempt has ended, at most this long. */
export const firstAttemptMinutes = 5;
/** A repository may be unscanned this long after its selection. */
export const firstScanHours = 1;

/** Systems whose roots have a state. A Pulumi project has the kind `stack`. */
export const systemsWithState: readonly IacSystem[] = ['terraform', 'opentofu', 'terragrunt', 'pulumi'];
export const kindsWithState = ['root', 'stack'] as const;

/**
 * The steps that find the accounts which a state or a project reaches; the first that holds decides. A state of several
 * projects takes a step of theirs only when it holds for each of them. A backend says where the state is, and nothing of its
 * reach.
 */
export const reachSteps = {
  /** The accounts that a person named, for a project or with a pushed state. */
  named: { order: 1, reach: 'known' },
  /** The accounts of the entries of the state, by place or by matched resource, when there are any. */
  entries: { order: 2, reach: 'known' },
  /** The accounts of the AWS provider configurations, when each of them names one. */
  providers: { order: 3, reach: 'known' },
  /** The accounts whose default environment is the one that a person gave the project, when there are any. */
  environment: { order: 4, reach: 'environment' },
  /** Every account of the organization. */
  all: { order: 5, reach: 'all' },
} as const satisfies Readonly<Record<string, { readonly order: number; readonly reach: EvidenceReach }>>;

export type ReachStep = keyof typeof reachSteps;
