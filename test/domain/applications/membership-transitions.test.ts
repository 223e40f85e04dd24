import test from 'ava';
import {
  membershipActions,
  membershipTransitions,
  statusesChangedBy,
} from '../../../domain/applications/membership-transitions.ts';
import type { MembershipOutcome } from '../../../domain/applications/membership-transitions.ts';
import { membershipStatuses } from '../../../domain/values.ts';

/** Outcomes in the order of `membershipActions`; `same` is the row's status. */
const expected: readonly (readonly [string, ...(MembershipOutcome | 'same')[]])[] = [
  ['absent', 'inferred', null, null, null, 'declared'],
  ['inferred', 'inferred', 'stale', 'confirmed', 'rejected', 'declared'],
  ['stale', 'inferred', 'stale', 'confirmed', 'rejected', 'declared'],
  ['confirmed', 'same', 'same', 'same', 'rejected', 'same'],
  ['declared', 'same', 'same', 'same', 'rejected', 'same'],
  ['rejected', 'same', 'same', 'conflict', 'same', 'declared'],
];

test('has the outcome of every status and action', (t) => {
  const cells = expected.map(([status, ...outcomes]) => [
    status,
    Object.fromEntries(
      membershipActions.map((action, index) => [
        action,
        outcomes[index] === 'same' ? status : outcomes[index],
      ]),
    ),
  ]);
  t.deepEqual(Object.fromEntries(cells), membershipTransitions);
  t.deepEqual(Object.keys(membershipTransitions).toSorted(), ['absent', ...membershipStatuses].toSorted());
});

test('a second application of an action changes nothing', (t) => {
  for (const status of membershipStatuses)
    for (const action of membershipActions) {
      const next = membershipTransitions[status][action];
      if (next !== null && next !== 'conflict') t.is(membershipTransitions[next][action], next);
    }
});

test('lists the statuses that an action changes', (t) => {
  t.deepEqual(statusesChangedBy('declare'), ['inferred', 'rejected', 'stale']);
  t.deepEqual(statusesChangedBy('unmatch'), ['inferred']);
  t.deepEqual(statusesChangedBy('confirm'), ['inferred', 'stale']);
  t.deepEqual(statusesChangedBy('match'), ['stale']);
});
