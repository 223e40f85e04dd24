import { membershipStatuses } from '../values.ts';
import type { MembershipStatus } from '../values.ts';

/** `match` and `unmatch`: the last inference run found a rule or repository that gives the membership, or none. */
export const membershipActions = ['match', 'unmatch', 'confirm', 'reject', 'declare'] as const;
export type MembershipAction = (typeof membershipActions)[number];

/** The next status; `conflict` if the action is rejected; `null` if there is no membership before or after the action. */
export type MembershipOutcome = MembershipStatus | 'conflict' | null;

/**
 * The next status of a membership by its status and the action. An outcome equal to the status changes nothing.
 * Inference never changes a confirmed, declared or rejected membership.
 */
export const membershipTransitions: Readonly<
  Record<MembershipStatus | 'absent', Readonly<Record<MembershipAction, MembershipOutcome>>>
> = {
  absent: { match: 'inferred', unmatch: null, confirm: null, reject: null, declare: 'declared' },
  inferred: {
    match: 'inferred',
    unmatch: 'stale',
    confirm: 'confirmed',
    reject: 'rejected',
    declare: 'declared',
  },
  stale: {
    match: 'inferred',
    unmatch: 'stale',
    confirm: 'confirmed',
    reject: 'rejected',
    declare: 'declared',
  },
  confirmed: {
    match: 'confirmed',
    unmatch: 'confirmed',
    confirm: 'confirmed',
    reject: 'rejected',
    declare: 'confirmed',
  },
  declared: {
    match: 'declared',
    unmatch: 'declared',
    confirm: 'declared',
    reject: 'rejected',
    declare: 'declared',
  },
  rejected: {
    match: 'rejected',
    unmatch: 'rejected',
    confirm: 'conflict',
    reject: 'rejected',
    declare: 'declared',
  },
};

/** Returns the statuses that an action changes. */
export function statusesChangedBy(action: MembershipAction): readonly MembershipStatus[] {
  return membershipStatuses.filter((status) => {
    const outcome = membershipTransitions[status][action];
    return outcome !== status && outcome !== 'conflict';
  });
}
