import test from 'ava';
import { choicesOf } from '../../console/shared/choices.ts';
import { eventWildcards } from '../../domain/events/event-types.ts';
import { roleNames } from '../../domain/identity/roles.ts';
import * as values from '../../domain/values.ts';

/** The console imports no other room, so it has the values of enumerations again. */
const enumerations: Readonly<Record<Exclude<keyof typeof choicesOf, 'yesNo'>, readonly string[]>> = {
  changeKind: values.changeKinds,
  changeSource: values.changeSources,
  accountStatus: values.accountStatuses,
  scanStatus: values.scanStatuses,
  riskSeverity: values.riskSeverities,
  scanTrigger: values.scanTriggers,
  coverageOutcome: values.coverageOutcomes,
  criticality: values.applicationCriticalities,
  lifecycle: values.applicationLifecycles,
  environmentClass: values.environmentClasses,
  membershipStatus: values.membershipStatuses,
  issueKind: values.ownershipIssueKinds,
  executionKind: values.executionKinds,
  executionStatus: values.executionStatuses,
  pullRequestState: values.pullRequestStates,
  repositoryStatus: values.repositoryStatuses,
  stateStatus: values.stateSourceStatuses,
  iacSystem: values.iacSystems,
  iacKind: values.iacProjectKinds,
  role: roleNames,
  relationshipType: values.relationshipTypes,
  exposureKind: values.exposureKinds,
  grant: values.automationGrants,
  event: eventWildcards,
};

for (const [name, expected] of Object.entries(enumerations)) {
  test(`the console offers every value of ${name}, and no other`, (t) => {
    const offered: readonly string[] = choicesOf[name as keyof typeof enumerations];
    t.deepEqual(offered.toSorted(), expected.toSorted());
  });
}
