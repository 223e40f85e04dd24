import test from 'ava';
import { turnEventTypes, turnFailureCodes, turnStatuses } from '../../domain/assistant/turn-event.ts';
import { eventTypes } from '../../domain/events/event-types.ts';
import { roleNames } from '../../domain/identity/roles.ts';
import { emptySummary } from '../../domain/plans/read/count-change.ts';
import { builtInKeys } from '../../domain/queries/built-in-queries.ts';
import { runKinds } from '../../domain/runs/run-kinds.ts';
import * as values from '../../domain/values.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { createTestDatabase } from '../support/test-database.ts';

const planClassNames = Object.keys(emptySummary());

/** Each constraint that lists values, with the equal list in domain/. */
const lists: Readonly<Record<string, readonly string[]>> = {
  ai_audit_entries_kind_check: values.assistantAuditKinds,
  ai_audit_entries_status_check: values.assistantAuditStatuses,
  ai_settings_data_mode_check: values.assistantDataModes,
  access_policies_kind_check: values.accessHolderKinds,
  ai_turn_events_type_check: turnEventTypes,
  ai_turns_data_mode_check: values.assistantDataModes,
  ai_turns_error_code_check: turnFailureCodes,
  ai_turns_status_check: turnStatuses,
  api_tokens_revoked_reason_check: values.apiTokenRevocations,
  application_owners_kind_check: values.applicationOwnerKinds,
  applications_criticality_check: values.applicationCriticalities,
  applications_lifecycle_check: values.applicationLifecycles,
  applications_source_check: values.applicationSources,
  audit_entries_actor_type_check: values.auditActorTypes,
  audit_entries_outcome_check: values.auditOutcomes,
  aws_accounts_status_check: values.accountStatuses,
  aws_connections_kind_check: values.connectionKinds,
  aws_connections_status_check: values.connectionStatuses,
  changes_attribution_check: values.changeAttributions,
  changes_explained_by_confidence_check: values.confidences,
  changes_explained_by_kind_check: values.explanationKinds,
  changes_kind_check: values.changeKinds,
  changes_source_check: values.changeSources,
  cloudtrail_feeds_status_check: values.feedStatuses,
  code_locations_confidence_check: values.confidences,
  coverage_cells_outcome_check: values.cellOutcomes,
  drift_transitions_cause_check: values.driftResolutionCauses,
  drift_transitions_kind_check: values.driftTransitionKinds,
  environments_class_check: values.environmentClasses,
  event_deliveries_error_check: values.eventDeliveryErrors,
  event_deliveries_status_check: values.eventDeliveryStatuses,
  event_subscriptions_disabled_reason_check: values.subscriptionEndings,
  event_subscriptions_kind_check: values.subscriptionKinds,
  event_subscriptions_status_check: values.subscriptionStatuses,
  events_type_check: eventTypes,
  evidence_gaps_kind_check: values.evidenceGapKinds,
  evidence_gaps_reach_check: values.evidenceReaches,
  executions_kind_check: values.executionKinds,
  executions_status_check: values.executionStatuses,
  graph_accounts_requested_mode_check: values.extractionModes,
  graph_extractions_mode_check: values.extractionModes,
  graph_extractions_trigger_check: values.extractionTriggers,
  graph_holders_cut_check: values.extractionCuts,
  hcp_terraform_connections_status_check: values.hcpTerraformStatuses,
  iac_projects_detected_kind_check: values.iacProjectKinds,
  iac_projects_detected_system_check: values.iacSystems,
  iac_projects_detection_check: values.iacProjectDetections,
  iac_projects_kind_check: values.iacProjectKinds,
  iac_projects_status_check: values.iacProjectStatuses,
  iac_projects_system_check: values.iacSystems,
  inference_queue_kind_check: values.inferenceQueueKinds,
  invitations_roles_check: roleNames,
  invitations_status_check: values.invitationStatuses,
  memberships_confidence_check: values.confidences,
  memberships_source_check: values.membershipSources,
  memberships_status_check: values.membershipStatuses,
  onboarding_steps_key_check: values.onboardingStepKeys,
  onboarding_steps_status_check: values.onboardingStepStatuses,
  ownership_events_kind_check: values.ownershipEventKinds,
  ownership_events_source_check: values.ownershipEventSources,
  ownership_events_target_check: values.ownershipEventTargets,
  ownership_issues_kind_check: values.ownershipIssueKinds,
  ownership_issues_target_check: values.ownershipIssueTargets,
  plan_changes_class_check: planClassNames,
  plan_changes_origin_check: values.plannedChangeOrigins,
  plan_changes_unmapped_reason_check: values.unmappedReasons,
  pull_requests_state_check: values.pullRequestStates,
  relationships_confidence_check: values.confidences,
  relationships_source_failure_check: values.failureKinds,
  exposures_kind_check: values.exposureKinds,
  exposures_state_check: values.exposureStates,
  relationships_status_check: values.relationshipStatuses,
  relationships_target_failure_check: values.failureKinds,
  repositories_grants_check: values.automationGrants,
  repositories_provider_check: values.scmProviders,
  repositories_removal_reason_check: values.repositoryRemovalReasons,
  repositories_status_check: values.repositoryStatuses,
  repositories_visibility_check: values.repositoryVisibilities,
  resource_environments_source_check: values.storedEnvironmentSources,
  resource_identifiers_kind_check: values.identifierKinds,
  resource_teams_confidence_check: values.confidences,
  resources_management_state_check: values.managementStates,
  resources_origin_check: values.resourceOrigins,
  resources_status_check: values.resourceStatuses,
  resource_drift_outcome_check: values.driftOutcomes,
  runs_kind_check: Object.keys(runKinds),
  role_checks_outcome_check: values.roleCheckOutcomes,
  runs_status_check: values.runStatuses,
  saved_queries_built_in_check: builtInKeys,
  scan_tasks_status_check: values.scanTaskStatuses,
  scans_status_check: values.scanStatuses,
  scans_trigger_check: values.scanTriggers,
  scm_connections_kind_check: values.scmAccountKinds,
  scm_connections_provider_check: values.scmProviders,
  scm_connections_status_check: values.storedScmConnectionStatuses,
  scm_deliveries_status_check: values.scmDeliveryStatuses,
  mapping_corrections_action_check: values.mappingCorrectionActions,
  state_entries_class_check: values.stateEntryClasses,
  state_entries_confidence_check: values.confidences,
  state_entries_method_check: values.stateMatchMethods,
  state_entries_role_check: values.stateEntryRoles,
  state_sources_kind_check: values.stateSourceKinds,
  state_sources_origin_check: values.stateSourceOrigins,
  state_sources_repository_provider_check: values.scmProviders,
  state_sources_status_check: values.storedStateSourceStatuses,
  team_members_role_check: values.teamMemberRoles,
  user_tokens_purpose_check: values.userTokenPurposes,
  users_roles_check: roleNames,
  users_status_check: values.userStatuses,
  sso_configurations_status_check: values.ssoStatuses,
};

/** Lists in domain/values.ts whose values are not stored in a column of their own. */
const notStored: readonly (readonly string[])[] = [
  values.authorTypes,
  values.trustScopes,
  values.edgeEvidenceKinds,
  values.evidenceReasonKinds,
  values.graphEntityTypes,
  values.graphLinkTypes,
  values.graphRootTypes,
  values.pathDirections,
  values.exposedProtocols,
  values.exposureControls,
  values.exposureGapReasons,
  values.exposureNotes,
  values.accessDecisions,
  values.accessGaps,
  values.statementEffects,
  values.environmentSources,
  values.evidenceKinds,
  values.ownerSources,
  values.conversationStatuses,
  values.coverageOutcomes,
  values.ownershipIssueStatuses,
  values.relationshipDirections,
  values.riskKinds,
  values.riskSeverities,
  values.relationshipTypes,
  values.resourceScopes,
  values.resourceTiers,
  values.scmConnectionStatuses,
  values.ssoCheckKeys,
  values.ssoCheckStatuses,
  values.stateSourceStatuses,
  values.unreadableReasons,
];

test('every constraint that lists values is equal to its list in domain/', async (t) => {
  const database = await createTestDatabase();
  try {
    const constraints = await queryAsOwner<{ name: string; definition: string }>(
      database.url,
      `select conname as name, pg_get_constraintdef(oid, true) as definition from pg_constraint
       where connamespace = 'public'::regnamespace and contype = 'c'`,
    );
    const listed = new Map<string, readonly string[]>();
    for (const { name, definition } of constraints) {
      const found = valuesOf(definition);
      if (found !== undefined) listed.set(name, found);
    }
    t.deepEqual([...listed.keys()].toSorted(), Object.keys(lists).toSorted());
    for (const [name, list] of Object.entries(lists)) {
      t.deepEqual(listed.get(name)?.toSorted(), list.toSorted(), name);
    }
  } finally {
    await database.drop();
  }
});

test('every list of domain/values.ts is in a constraint, or known not to be stored', (t) => {
  const known = new Set<unknown>([...Object.values(lists), ...notStored]);
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value)) t.true(known.has(value), name);
  }
});

/** The values that a check allows: `= ANY (ARRAY[...])`, `<@ ARRAY[...]` or, for a single value, `column = '...'`. */
function valuesOf(definition: string): readonly string[] | undefined {
  const text = /(?:= ANY \(|<@ )ARRAY\[([^\]]*)\]/.exec(definition)?.[1];
  const single = /^CHECK \(\w+ = ('[^']*'::text)\)$/.exec(definition)?.[1];
  const literals = text ?? single;
  return literals === undefined
    ? undefined
    : [...literals.matchAll(/'([^']*)'/g)].map(([, value = '']) => value);
}
