import { citedEntityTypes } from '../../../domain/assistant/tool-response.ts';
import { turnFailureCodes, turnStatuses } from '../../../domain/assistant/turn-event.ts';
import { permissionGroups } from '../../../domain/connections/cloud-control-access.ts';
import { templateVariants } from '../../../domain/connections/role-template.ts';
import { errorCatalogue } from '../../../domain/errors.ts';
import { pictureFormats } from '../../../domain/graph/draw-graph.ts';
import { eventTypes, eventWildcards } from '../../../domain/events/event-types.ts';
import { permissions } from '../../../domain/identity/permissions.ts';
import { roleNames } from '../../../domain/identity/roles.ts';
import { managementStateFilters, sortNames } from '../../../domain/inventory/resource-filter.ts';
import { builtInKeys } from '../../../domain/queries/built-in-queries.ts';
import { emptySummary } from '../../../domain/plans/read/count-change.ts';
import { runKinds } from '../../../domain/runs/run-kinds.ts';
import * as lists from '../../../domain/values.ts';

export interface Enumeration {
  readonly name: string;
  readonly values: readonly string[];
  /** Describes the properties and parameters that have no description of their own. */
  readonly description: string;
  /** No value is ever added, so that responses and requests share the schema. */
  readonly isFixed: boolean;
}

/** `name: [values, description]`, for enumerations that may get further values. */
const growing = {
  AccountStatus: [lists.accountStatuses, 'Status of the connection to an AWS account'],
  ApplicationCriticality: [lists.applicationCriticalities, 'How much a failure of the application costs'],
  ApplicationLifecycle: [lists.applicationLifecycles, 'Phase of the life of an application'],
  ApplicationOwnerKind: [
    lists.applicationOwnerKinds,
    'What a team is to the application. Only `owner` makes the team own the resources',
  ],
  AccessDecision: [
    lists.accessDecisions,
    'What the policies decide; `conditional` depends on what was not evaluated',
  ],
  AccessGap: [lists.accessGaps, 'Part of the evaluation of access that is not known'],
  ExposedProtocol: [lists.exposedProtocols, 'Protocol of the ports; `all` is every port of TCP and UDP'],
  ExposureControl: [lists.exposureControls, 'Control that stops every request from outside'],
  ExposureGapReason: [
    lists.exposureGapReasons,
    'Outcome of the last scan; `unreadable`: parts of resources could not be read; `not_extracted`: the account was not extracted',
  ],
  ExposureKind: [
    lists.exposureKinds,
    'How the resource can be reached: over the network, by its policy, because it is shared with everyone, or by an endpoint ' +
      'without authentication',
  ],
  ExposureNote: [
    lists.exposureNotes,
    'Control that may narrow the exposure, or part of its path that was not read and so cannot stop it',
  ],
  ExposureState: [lists.exposureStates, 'Whether the resource can be reached, or a control stops it'],
  BuiltInQuery: [builtInKeys, 'Key of a saved query that every organization begins with'],
  GraphRootType: [lists.graphRootTypes, 'Type of the record from which the graph begins'],
  PathDirection: [
    lists.pathDirections,
    'Direction of the relationships: from sources to targets, or in both directions',
  ],
  StatementEffect: [lists.statementEffects, 'Effect of the statement'],
  EventType: [eventTypes, 'Type of an event: what happened to a record'],
  EventName: [[...eventWildcards, ...eventTypes], 'Type of events, or a wildcard for several'],
  EventSubscriptionKind: [lists.subscriptionKinds, 'What receives the events'],
  EventSubscriptionStatus: [
    lists.subscriptionStatuses,
    '`failing`: no delivery succeeded for 24 hours. `disabled`: the service sends nothing until `enabled: true`',
  ],
  EventSubscriptionEnding: [
    lists.subscriptionEndings,
    'Why the service disabled the subscription: the receiver is gone, or failed for 7 days',
  ],
  EventDeliveryStatus: [
    lists.eventDeliveryStatuses,
    '`pending`: it will be attempted. `failed`: the receiver refused its content ten times',
  ],
  EventDeliveryError: [lists.eventDeliveryErrors, 'Why the last attempt did not succeed'],
  ApplicationSource: [lists.applicationSources, 'What created the application'],
  AssistantAuditKind: [
    lists.assistantAuditKinds,
    'Whether an entry is a turn, a call of a tool in a turn, or a call of a program through MCP',
  ],
  AssistantAuditStatus: [
    lists.assistantAuditStatuses,
    'Outcome of a turn (`completed`, `failed`, `cancelled`) or of a call of a tool (`ok`, `refused`, `error`)',
  ],
  AssistantDataMode: [
    lists.assistantDataModes,
    'What the model receives. `schema_only` leaves out names, tags and configurations',
  ],
  ApiTokenRevocation: [lists.apiTokenRevocations, 'Why the token was revoked'],
  AuthorType: [lists.authorTypes, 'Kind of the author'],
  AuditActorType: [lists.auditActorTypes, 'Type of the actor'],
  AuditOutcome: [lists.auditOutcomes, 'Whether the request succeeded or was refused'],
  AutomationGrant: [lists.automationGrants, 'What the service may do in a repository beyond reading it'],
  ChangeAttribution: [
    lists.changeAttributions,
    'How certain the actor of a change is: `exact` from a CloudTrail event, `probable` from events near it',
  ],
  ChangeKind: [lists.changeKinds, 'Kind of the change'],
  ChangeSource: [lists.changeSources, 'What observed the change'],
  CitedEntityType: [citedEntityTypes, 'Type of the cited record'],
  CloudControlGroup: [
    ['none', ...permissionGroups],
    'Group of services whose resource types the role can list through the AWS Cloud Control API',
  ],
  Confidence: [lists.confidences, 'Confidence of the inference'],
  ConnectionKind: [
    lists.connectionKinds,
    'Whether the connection covers an AWS organization or single accounts',
  ],
  ConnectionStatus: [lists.connectionStatuses, 'Status of the connection'],
  ConversationStatus: [lists.conversationStatuses, 'Status of the conversation'],
  CoverageOutcome: [
    lists.coverageOutcomes,
    'Outcome of the last scan of a resource type in an account and region; `never` before the first one',
  ],
  EdgeEvidenceKind: [
    lists.edgeEvidenceKinds,
    'How the configuration names the other end of the relationship',
  ],
  DriftOutcome: [
    lists.driftOutcomes,
    'Whether the resource differs from the state of its code; `unknown` when it was never compared, or cannot be',
  ],
  OwnershipIssueTargetType: [lists.ownershipIssueTargets, 'Type of the record that has the issue'],
  TrustScope: [lists.trustScopes, 'Whom outside of the organization a trust policy names'],
  EnvironmentClass: [lists.environmentClasses, 'Class of the environment'],
  EnvironmentSource: [lists.environmentSources, 'What assigned the environment to the resource'],
  ErrorCode: [
    Object.keys(errorCatalogue),
    'Identifies the error; programs branch on it and not on the message',
  ],
  EvidenceKind: [lists.evidenceKinds, 'What the inference found'],
  EvidenceReach: [lists.evidenceReaches, 'How the accounts are known that the missing evidence concerns'],
  EvidenceReasonKind: [lists.evidenceReasonKinds, 'Why the evidence of an account is incomplete'],
  ExecutionKind: [lists.executionKinds, 'What the tool did'],
  ExecutionStatus: [lists.executionStatuses, 'Status of the execution'],
  ExplanationKind: [lists.explanationKinds, 'Kind of the record that explains the change'],
  ExportFormat: [['csv', 'ndjson'], 'Format of the export'],
  ExtractionMode: [
    lists.extractionModes,
    '`incremental` extracts the changed resources of the account, `full` all of them',
  ],
  ExtractionTrigger: [lists.extractionTriggers, 'What started the extraction'],
  FailureKind: [
    lists.failureKinds,
    'What happens to the end that depends on the other one when that is gone, the weakest of a path',
  ],
  FeedStatus: [lists.feedStatuses, 'Outcome of the last poll of CloudTrail; `never` before the first one'],
  GithubInstallationStatus: [
    ['bound', 'requested', 'pending'],
    'Whether the installation is `bound` to a connection, was `requested` from an owner in GitHub, or is `pending`',
  ],
  GraphEdgeType: [
    [...lists.relationshipTypes, ...lists.graphLinkTypes],
    'Type of the edge, read from source to target',
  ],
  GraphEntityType: [
    lists.graphEntityTypes,
    'Type of the node. An `external` node is the target of a reference without a resource in the inventory',
  ],
  GraphFormat: [['json', ...pictureFormats], 'Format of the graph'],
  GraphLevel: [['resource', 'application', 'team'], 'What the nodes of the graph are'],
  HcpTerraformStatus: [lists.hcpTerraformStatuses, 'Outcome of the last sync of the connection'],
  IacProjectDetection: [lists.iacProjectDetections, 'Who determined the system and kind of the project'],
  IacProjectKind: [lists.iacProjectKinds, 'Kind of the project'],
  IacProjectStatus: [lists.iacProjectStatuses, 'Status of the project'],
  IacSystem: [lists.iacSystems, 'Tool of the project'],
  ImportPullRequestSkipReason: [
    [
      'not_found',
      'deleted',
      'managed',
      'child',
      'default',
      'ignored',
      'no_terraform_type',
      'not_importable',
      'id_unknown',
      'evidence_incomplete',
      'other_account',
      'other_region',
    ],
    'Why the resource has no import block in the code of the project',
  ],
  ImportSkipReason: [
    [
      'not_found',
      'deleted',
      'managed',
      'child',
      'default',
      'ignored',
      'no_terraform_type',
      'not_importable',
      'id_unknown',
    ],
    'Why the resource has no import block',
  ],
  InvitationStatus: [lists.invitationStatuses, 'Status of the invitation'],
  ManagementState: [lists.managementStates, 'Whether infrastructure as code manages the resource'],
  ManagementStateFilter: [
    managementStateFilters,
    'A management state. `managed_missing` is a state entry whose resource does not exist',
  ],
  MappingCorrectionAction: [
    lists.mappingCorrectionActions,
    '`link` and `unlink` a resource and a project, or `ignore` the resource in the coverage',
  ],
  MappingMethod: [[...lists.stateMatchMethods, 'correction'], 'What matched the state entry to the resource'],
  MembershipSource: [lists.membershipSources, 'What made the resource a member of the application'],
  MembershipStatus: [lists.membershipStatuses, 'Status of the membership'],
  OnboardingStepKey: [lists.onboardingStepKeys, 'Identifies the step'],
  OnboardingStepStatus: [lists.onboardingStepStatuses, 'Status of the step'],
  OwnerSource: [lists.ownerSources, 'What makes the team the owner of the resource'],
  OwnershipEventKind: [lists.ownershipEventKinds, 'What happened'],
  OwnershipEventSource: [lists.ownershipEventSources, 'What the event is about'],
  OwnershipEventTargetType: [lists.ownershipEventTargets, 'Type of the record whose ownership changed'],
  OwnershipIssueKind: [lists.ownershipIssueKinds, 'Kind of the issue'],
  OwnershipIssueStatus: [lists.ownershipIssueStatuses, 'Status of the issue'],
  PermissionName: [permissions, 'Name of the permission, `<resource>:<action>`'],
  PlannedChangeOrigin: [
    lists.plannedChangeOrigins,
    'The list of the plan that contains the change; absent for `resource_changes`',
  ],
  PlannedChangeClass: [Object.keys(emptySummary()), 'Class of a planned change'],
  PullRequestState: [lists.pullRequestStates, 'State of the pull or merge request'],
  ReadFailureReason: [lists.unreadableReasons, 'Why AWS did not return it'],
  RelationshipStatus: [
    lists.relationshipStatuses,
    'Status of the relationship. The last extraction did not find a `stale` one',
  ],
  RelationshipType: [lists.relationshipTypes, 'Type of the relationship, read from source to target'],
  RepositoryStatus: [lists.repositoryStatuses, 'Status of the repository'],
  RepositoryVisibility: [lists.repositoryVisibilities, 'Visibility at the provider'],
  ResourceStatus: [
    lists.resourceStatuses,
    'Status of the resource. No account that uses it returned an `unobserved` one lately',
  ],
  ResourceTier: [
    lists.resourceTiers,
    '`A`: the service API is read with all details. `B`: the AWS Cloud Control API is read',
  ],
  RiskKind: [lists.riskKinds, 'Kind of the risk'],
  RiskSeverity: [lists.riskSeverities, 'Severity of the risk'],
  RoleName: [roleNames, 'Name of a role'],
  RunKind: [Object.keys(runKinds), 'Kind of the run'],
  RunStatus: [lists.runStatuses, 'Status of the run'],
  ReadinessStatus: [
    ['ready', 'degraded'],
    'Whether the API serves all requests; `degraded` when it only reads',
  ],
  ScanStatus: [lists.scanStatuses, 'Status of the scan. A `partial` scan could not read everything'],
  ResourceFields: [['all', 'summary'], 'Which fields of the resources are returned'],
  ResourceInclusion: [['ownership', 'states'], 'What is added to the response'],
  ChangeInclusion: [['total'], 'What is added to the response'],
  GraphInclusion: [['groups'], 'What is added to the nodes'],
  ReviewAction: [['confirm', 'reject'], 'The decision about the memberships'],
  ReviewRefusal: [['not_found', 'conflict'], 'Why the membership was not reviewed'],
  ScanTaskStatus: [lists.scanTaskStatuses, 'Status of the task'],
  ScanTrigger: [lists.scanTriggers, 'What started the scan'],
  ScmConnectionStatus: [lists.scmConnectionStatuses, 'Status of the connection to the provider'],
  ScmProvider: [lists.scmProviders, 'Provider of source control'],
  StateEntryClass: [lists.stateEntryClasses, 'What was found for the entry of the Terraform state'],
  StateSourceKind: [lists.stateSourceKinds, 'Where the Terraform states are stored'],
  StateSourceOrigin: [lists.stateSourceOrigins, 'Whether a user or a repository scan created the source'],
  StateSourceStatus: [lists.stateSourceStatuses, 'Outcome of the last sync of the source'],
  TeamMemberRole: [lists.teamMemberRoles, 'Role of the user in the team'],
  TemplateVariant: [templateVariants, 'Variant of the CloudFormation template'],
  TurnFailureCode: [turnFailureCodes, 'Why the turn failed'],
  TurnFinishReason: [['stop', 'limit'], 'Whether the answer is complete or reached a limit'],
  ToolCallStatus: [['ok', 'refused', 'error'], 'Outcome of the call'],
  DependencyStatus: [['ok', 'unavailable'], 'Whether the service responds'],
  TurnStatus: [turnStatuses, 'Status of the turn'],
  UnmappedReason: [lists.unmappedReasons, 'Why the planned change has no resource in the inventory'],
  SsoCheckKey: [lists.ssoCheckKeys, 'What was checked'],
  SsoCheckStatus: [lists.ssoCheckStatuses, 'Result of the check'],
  SsoStatus: [lists.ssoStatuses, 'Outcome of the last request to the identity provider'],
  UserStatus: [lists.userStatuses, 'Status of the user'],
} as const satisfies Readonly<Record<string, readonly [readonly string[], string]>>;

/** Enumerations that never get a further value. */
const fixed = {
  DiffOperation: [['add', 'remove', 'replace'], 'How the value changed'],
  RelationshipDirection: [lists.relationshipDirections, 'Direction, seen from the resource'],
  ResourceScope: [lists.resourceScopes, 'Whether resources of the type belong to a region'],
  ResourceSort: [sortNames, 'Order of the resources; `-` is descending'],
} as const satisfies Readonly<Record<string, readonly [readonly string[], string]>>;

/**
 * The enumerations of the OpenAPI document. A schema gets the name of the row with its values; where rows have the same
 * values, the schema states its row: `z.enum(scanStatuses).meta({ enumeration: 'ScanStatus' })`.
 */
export const enumerations: readonly Enumeration[] = [
  ...Object.entries<readonly [readonly string[], string]>(growing).map((row) => toEnumeration(row, false)),
  ...Object.entries<readonly [readonly string[], string]>(fixed).map((row) => toEnumeration(row, true)),
];

function toEnumeration(
  [name, [values, description]]: readonly [string, readonly [readonly string[], string]],
  isFixed: boolean,
): Enumeration {
  return { name, values, description, isFixed };
}

/**
 * Returns the row of an `enum` of a schema.
 * @param name - the row that the schema states
 * @throws Error if no row or several rows have the values.
 */
export function findEnumeration(values: readonly string[], name: string | undefined): Enumeration {
  const found = enumerations.filter(
    (row) => keyOf(row.values) === keyOf(values) && (name === undefined || row.name === name),
  );
  const [first, ...others] = found;
  if (first === undefined)
    throw new Error(`no enumeration has the values ${values.join(', ')}: add a row to enumerations.ts`);
  if (others.length > 0)
    throw new Error(
      `${found.map((row) => row.name).join(' and ')} have the same values: add .meta({ enumeration }) to the schema`,
    );
  return first;
}

function keyOf(values: readonly string[]): string {
  return JSON.stringify([...values].toSorted());
}
