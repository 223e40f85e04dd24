/**
 * Enumerations of the product. The OpenAPI document and the tests use these lists; a test compares them with the check
 * constraints of the database.
 */
export const userStatuses = ['active', 'deactivated'] as const;
/** What a token that was mailed to a user permits. */
export const userTokenPurposes = ['email_verification', 'password_reset'] as const;
export const ssoStatuses = ['active', 'error'] as const;
export const ssoCheckKeys = ['discovery', 'keys', 'endpoints', 'clock'] as const;
export const ssoCheckStatuses = ['passed', 'failed', 'skipped'] as const;
export const invitationStatuses = ['pending', 'accepted', 'revoked', 'expired'] as const;
export const auditActorTypes = ['user', 'api_token', 'ingest_token', 'system', 'webhook'] as const;
export const apiTokenRevocations = ['revoked', 'creator_deactivated'] as const;
/** Who can make a record or request a run. */
export const authorTypes = ['user', 'api_token'] as const;
export const auditOutcomes = ['success', 'refused'] as const;
export const connectionKinds = ['organization', 'standalone'] as const;
export const connectionStatuses = [
  'pending',
  'validating',
  'active',
  'degraded',
  'error',
  'deleting',
] as const;
export const accountStatuses = [
  'pending',
  'validating',
  'connected',
  'invalid',
  'unreachable',
  'suspended',
  'departed',
] as const;
/** Outcomes of the check of a role in a customer's account. */
export const roleCheckOutcomes = ['connected', 'invalid', 'unreachable'] as const;
export const onboardingStepKeys = [
  'deploy_role',
  'validate_connection',
  'sync_accounts',
  'validate_accounts',
  'first_scan',
] as const;
export const onboardingStepStatuses = ['pending', 'in_progress', 'done', 'failed', 'skipped'] as const;
export const scanStatuses = ['queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled'] as const;
export const scanTriggers = ['manual', 'schedule', 'onboarding', 'retry', 'event'] as const;
export const scanTaskStatuses = ['queued', 'running', 'succeeded', 'failed', 'skipped', 'cancelled'] as const;
export const cellOutcomes = [
  'complete',
  'denied',
  'throttled',
  'unsupported',
  'error',
  // A policy of the customer's AWS organization denies the calls, so that no change of the role helps. Not a failure.
  'blocked_by_scp',
  // The role template does not grant a required action, so that no scan reads the cell. Not a failure.
  'not_permitted',
] as const;
export const coverageOutcomes = [...cellOutcomes, 'never'] as const;
/** Reasons why a part of a resource could not be read. */
export const unreadableReasons = ['denied', 'throttled', 'error'] as const;
export const resourceStatuses = ['active', 'deleted', 'unobserved'] as const;
/** Of the last comparison of a resource with the states that manage it. */
export const driftOutcomes = ['drifted', 'in_sync', 'unknown'] as const;
export const driftTransitionKinds = ['drifted', 'resolved'] as const;
export const driftResolutionCauses = ['in_sync', 'muted', 'unclaimed', 'deleted'] as const;
export type DriftOutcome = (typeof driftOutcomes)[number];
export type DriftResolutionCause = (typeof driftResolutionCauses)[number];
export const managementStates = ['managed', 'unmanaged', 'child', 'default', 'ignored', 'unknown'] as const;
export const resourceTiers = ['A', 'B'] as const;
export const resourceScopes = ['regional', 'global'] as const;
export const changeKinds = ['created', 'updated', 'deleted', 'reappeared'] as const;
export const changeSources = ['scan', 'cloudtrail'] as const;
export const changeAttributions = ['exact', 'probable', 'unattributed'] as const;
/** Kinds of records whose planned values can explain a change. */
export const explanationKinds = ['execution', 'plan', 'pull_request'] as const;
export const confidences = ['high', 'medium', 'low'] as const;
/** Outcome of the last CloudTrail poll of an account and region. */
export const feedStatuses = ['ok', 'denied', 'throttled', 'error', 'never', 'blocked_by_scp'] as const;
export const runStatuses = ['queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled'] as const;
export const environmentClasses = [
  'production',
  'staging',
  'development',
  'test',
  'sandbox',
  'shared',
] as const;

export const applicationCriticalities = ['critical', 'high', 'medium', 'low'] as const;
export const applicationLifecycles = ['planned', 'active', 'deprecated', 'retired'] as const;
export const applicationSources = ['manual', 'inferred', 'imported'] as const;
export const membershipStatuses = ['inferred', 'confirmed', 'rejected', 'declared', 'stale'] as const;
export const membershipSources = ['declared', 'rule', 'repository'] as const;
export const evidenceKinds = [
  'tag',
  'name',
  'account',
  'region',
  'ou',
  'type',
  'project',
  'repository',
  'relationship',
  'declared',
] as const;
/** Levels of the owners of a resource. The first one with an active owner decides. */
export const ownerSources = ['rule', 'application', 'repository'] as const;
export const storedEnvironmentSources = ['rule', 'tag', 'project'] as const;
/** `account_default` is not stored: it is the default environment of the resource's account. */
export const environmentSources = [...storedEnvironmentSources, 'account_default'] as const;

export const scmProviders = ['github', 'gitlab'] as const;
export const storedScmConnectionStatuses = ['active', 'suspended', 'revoked', 'error'] as const;
/** `syncing` is not stored: it is the status of an active connection with an active sync. */
export const scmConnectionStatuses = [...storedScmConnectionStatuses, 'syncing'] as const;
export const scmAccountKinds = ['user', 'organization', 'group'] as const;
export const scmDeliveryStatuses = ['queued', 'succeeded', 'failed'] as const;
export const repositoryStatuses = ['pending', 'active', 'error', 'removed'] as const;
export const repositoryRemovalReasons = ['deselected', 'unlisted'] as const;
export const repositoryVisibilities = ['public', 'internal', 'private'] as const;
export const automationGrants = [
  'comment_on_pull_requests',
  'open_pull_requests',
  'set_commit_status',
] as const;
export const pullRequestStates = ['open', 'merged', 'closed'] as const;

/** Tools whose projects repository scans detect. */
export const iacSystems = [
  'terraform',
  'opentofu',
  'terragrunt',
  'cloudformation',
  'sam',
  'cdk',
  'pulumi',
  'serverless',
  'helm',
  'kustomize',
  'crossplane',
  'ansible',
  'bicep',
] as const;
export const iacProjectKinds = ['root', 'module', 'stack', 'chart', 'playbook', 'example'] as const;
export const iacProjectDetections = ['automatic', 'manual', 'corrected'] as const;
export const iacProjectStatuses = ['active', 'disabled', 'missing'] as const;

export const stateSourceKinds = ['s3', 'pushed', 'hcp_terraform'] as const;
/** Outcomes of the last sync of a connection with HCP Terraform. */
export const hcpTerraformStatuses = ['pending', 'synced', 'error'] as const;
export const stateSourceOrigins = ['manual', 'detected'] as const;
/** Outcomes of the last sync of a state source. */
export const storedStateSourceStatuses = ['pending', 'synced', 'error'] as const;
export const stateSourceStatuses = [...storedStateSourceStatuses, 'syncing', 'disabled'] as const;
/** What was not read and may manage resources of an account. */
export const evidenceGapKinds = [
  'state_unread',
  'state_overdue',
  'project_without_state',
  'repository_unscanned',
] as const;
/** Why the evidence of an account is incomplete. */
export const evidenceReasonKinds = ['no_source', ...evidenceGapKinds] as const;
/** How the accounts that a gap reaches are known. */
export const evidenceReaches = ['known', 'environment', 'all'] as const;
export const stateEntryRoles = ['resource', 'association', 'part', 'alias', 'unlisted'] as const;
export const stateEntryClasses = [
  'matched',
  'missing',
  'association',
  'unsupported',
  'unscanned',
  'unlinked',
] as const;
/** Rules that match an entry of a state to a resource, best first. */
export const stateMatchMethods = ['identity_arn', 'identity', 'arn', 'computed', 'id'] as const;
export const mappingCorrectionActions = ['link', 'unlink', 'ignore'] as const;
export const resourceOrigins = ['child', 'default', 'part', 'stack'] as const;

/** Only an owner of the kind `owner` owns. */
export const applicationOwnerKinds = ['owner', 'on_call', 'contributor'] as const;
export const teamMemberRoles = ['lead', 'member'] as const;
export const ownershipIssueKinds = [
  'unowned_resource',
  'unowned_application',
  'conflicting_owners',
  'inactive_team',
  'orphaned_membership',
  'suspended_rule',
] as const;
export const ownershipIssueStatuses = ['open', 'resolved'] as const;
export const ownershipIssueTargets = ['resource', 'application', 'team', 'inference_rule'] as const;
export const ownershipEventKinds = [
  'assigned',
  'removed',
  'inferred',
  'confirmed',
  'rejected',
  'inherited_changed',
] as const;
/** A `user` is the target when the deactivation or reactivation of the user changes what applications inherit. */
export const ownershipEventTargets = [
  'resource',
  'application',
  'team',
  'repository',
  'user',
  'inference_rule',
] as const;
/**
 * What an ownership event is about: a membership (`declared`, `rule`, `repository`), an owner of an application
 * (`application`), the teams of a repository (`repository`), or the status of a team or user.
 */
export const ownershipEventSources = [
  'declared',
  'rule',
  'application',
  'repository',
  'team',
  'user',
] as const;

/**
 * What happens to one end of a relationship when the other end fails, the strongest first.
 *
 * - `stops`: it does not work any more
 * - `degrades`: it works with less: one of several targets, without new events
 * - `cannot_change`: it works as it is, but cannot be created, changed, rotated, logged or replicated
 * - `observes`: nothing
 */
export const failureKinds = ['stops', 'degrades', 'cannot_change', 'observes'] as const;

export const executionKinds = ['plan', 'apply', 'destroy', 'drift'] as const;
export const executionStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
/** The list of a plan that contains a planned change; absent for `resource_changes`. */
export const plannedChangeOrigins = ['drift', 'deferred'] as const;
/** The reasons for which a planned change has no resource of the inventory. */
export const unmappedReasons = [
  'not_created_yet',
  'other_provider',
  'unsupported_type',
  'association',
  'identity_unknown',
  'ambiguous',
  'not_scanned',
  'not_in_inventory',
] as const;
/** Risks of a planned change; `many_deletes` is a risk of the whole plan. */
export const riskKinds = [
  'holds_data',
  'has_dependents',
  'in_production',
  'many_deletes',
  'reverted_drift',
  'forget',
] as const;
export const riskSeverities = ['high', 'medium', 'low'] as const;
/** An edge reads source → type → target. */
export const relationshipTypes = [
  'contained_in',
  'member_of',
  'connects',
  'uses',
  'runs',
  'runs_as',
  'encrypted_by',
  'has_policy',
  'routes_to',
  'points_to',
  'serves_from',
  'forwards_to',
  'targets',
  'invokes',
  'reads_from',
  'pulls_from',
  'reads_secret',
  'contains',
  'manages',
  'associated_with',
  'registers_in',
  'triggers',
  'delivers_to',
  'attached_to',
  'created_from',
  'trusts',
  'allows_from',
  'notifies',
  'dead_letters_to',
  'replicates_to',
  'logs_to',
  'monitors',
  'protects',
  'references',
] as const;
export const relationshipDirections = ['incoming', 'outgoing'] as const;
/** An edge that the last extraction of its resource did not find is `stale`. */
export const relationshipStatuses = ['active', 'stale'] as const;
/** What references name a resource by. */
export const identifierKinds = ['arn', 'id', 'name', 'dns', 'url'] as const;
export const extractionTriggers = ['scan', 'schedule', 'manual'] as const;
/** `incremental` extracts changed resources, `full` all resources of the account. */
export const extractionModes = ['incremental', 'full'] as const;
/** Limits that the extraction of a resource can reach: its leaves, its references, those of its account, its document's size. */
export const extractionCuts = ['leaves', 'references', 'account', 'document'] as const;
/** How a value of a configuration names the other end of a relationship. */
export const edgeEvidenceKinds = [
  'arn',
  'id',
  'name',
  'dns',
  'url',
  'tag',
  'hashed',
  'generic',
  'composed',
] as const;
/** Kinds of nodes of the graph. An `external` node is the target of a reference that no resource of the inventory has. */
export const graphEntityTypes = ['resource', 'application', 'team', 'external'] as const;
/** Types of edges that are computed: from an application to its members, and between applications or teams. */
export const graphLinkTypes = ['has_member', 'depends_on'] as const;

/** What a graph begins with. */
export const graphRootTypes = ['resource', 'application', 'account', 'organization_unit'] as const;
/** Protocols of exposed ports; `all` is every port of both. */
export const exposedProtocols = ['tcp', 'udp', 'all'] as const;
/** Why a part of the inventory that exposure is read from is not known. */
export const exposureGapReasons = [
  'not_extracted',
  'unreadable',
  'denied',
  'throttled',
  'error',
  'blocked_by_scp',
  'not_permitted',
] as const;
/** Effects of a statement of a policy. */
export const statementEffects = ['Allow', 'Deny'] as const;
/** Directions in which a path follows relationships. */
export const pathDirections = ['outgoing', 'any'] as const;
/** How a resource can be reached from outside its organization. */
export const exposureKinds = ['network', 'policy', 'share', 'endpoint'] as const;
export const exposureStates = ['exposed', 'stopped'] as const;
/** Controls that stop an exposure. */
export const exposureControls = [
  'network_acl',
  'security_group',
  'route_table',
  'vpc_block_public_access',
  'bucket_public_access_block',
  'account_public_access_block',
  'snapshot_block_public_access',
  'resource_policy',
] as const;
/** Controls that may narrow an exposure, and parts of its path that the inventory does not have. */
export const exposureNotes = [
  'waf',
  'api_key',
  'conditions',
  'subnet_not_read',
  'route_table_not_read',
  'security_group_not_read',
  'network_acl_not_read',
  'policy_not_read',
  'stage_not_read',
] as const;

/** What policies decide on the actions of a principal on a resource. `conditional`: it depends on what was not evaluated. */
export const accessDecisions = ['allowed', 'conditional', 'denied'] as const;
/**
 * Holders of policies for principals. A service control policy is attached to targets: an account, an organizational unit or a
 * root.
 */
export const accessHolderKinds = [
  'user',
  'role',
  'group',
  'policy',
  'control_policy',
  'control_target',
] as const;
/** Parts of the evaluation of access that are not known. */
export const accessGaps = [
  'condition',
  'part_of_actions',
  'part_of_resource',
  'permissions_boundary',
  'identity_policies',
  'policy_not_read',
  'service_control_policies',
  'resource_control_policies',
  'session_policies',
] as const;

/** What receives the events of a subscription. */
export const subscriptionKinds = ['webhook', 'slack'] as const;
export const subscriptionStatuses = ['active', 'failing', 'disabled'] as const;
/** Why the service disabled a subscription: its receiver is gone for ever, or failed for seven days. */
export const subscriptionEndings = ['gone', 'failing'] as const;
export const eventDeliveryStatuses = ['pending', 'delivered', 'failed'] as const;
/** Why an attempt did not deliver. `status`: the receiver answered with a status that is no success. */
export const eventDeliveryErrors = [
  'timeout',
  'connection',
  'tls',
  'address_not_permitted',
  'redirect',
  'status',
] as const;

/** Kinds of records whose change makes an inference run evaluate resources again. `all` evaluates every resource. */
export const inferenceQueueKinds = [
  'resource',
  'rule',
  'application',
  'repository',
  'project',
  'state_source',
  'account',
  'team',
  'all',
] as const;

/** Outside of the organization: whom trust policies name. */
export const trustScopes = ['other_account', 'anyone'] as const;
export const conversationStatuses = ['active', 'archived'] as const;
/** What the model of the assistant receives: `schema_only` leaves out names, tags and configurations. */
export const assistantDataModes = ['full', 'schema_only'] as const;
export const assistantAuditKinds = ['turn', 'tool_call', 'mcp_call'] as const;
/** Outcomes of a turn, and of a tool call. */
export const assistantAuditStatuses = ['completed', 'failed', 'cancelled', 'ok', 'refused', 'error'] as const;

export type SubscriptionKind = (typeof subscriptionKinds)[number];
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];
export type SubscriptionEnding = (typeof subscriptionEndings)[number];
export type EventDeliveryStatus = (typeof eventDeliveryStatuses)[number];
export type EventDeliveryError = (typeof eventDeliveryErrors)[number];
export type AuditActorType = (typeof auditActorTypes)[number];
export type ApiTokenRevocation = (typeof apiTokenRevocations)[number];
export type AuthorType = (typeof authorTypes)[number];
export type TrustScope = (typeof trustScopes)[number];
export type AuditOutcome = (typeof auditOutcomes)[number];
export type UserTokenPurpose = (typeof userTokenPurposes)[number];
export type InvitationStatus = (typeof invitationStatuses)[number];
export type UserStatus = (typeof userStatuses)[number];
export type SsoStatus = (typeof ssoStatuses)[number];
export type ConnectionKind = (typeof connectionKinds)[number];
export type ConnectionStatus = (typeof connectionStatuses)[number];
export type AccountStatus = (typeof accountStatuses)[number];
export type RoleCheckOutcome = (typeof roleCheckOutcomes)[number];
export type OnboardingStepKey = (typeof onboardingStepKeys)[number];
export type OnboardingStepStatus = (typeof onboardingStepStatuses)[number];
export type ScanStatus = (typeof scanStatuses)[number];
export type ScanTrigger = (typeof scanTriggers)[number];
export type ScanTaskStatus = (typeof scanTaskStatuses)[number];
export type UnreadableReason = (typeof unreadableReasons)[number];
export type ResourceStatus = (typeof resourceStatuses)[number];
export type ManagementState = (typeof managementStates)[number];
export type ChangeKind = (typeof changeKinds)[number];
export type ChangeSource = (typeof changeSources)[number];
export type ChangeAttribution = (typeof changeAttributions)[number];
export type ExplanationKind = (typeof explanationKinds)[number];
export type Confidence = (typeof confidences)[number];
export type CellOutcome = (typeof cellOutcomes)[number];
export type CoverageOutcome = (typeof coverageOutcomes)[number];
export type FeedStatus = (typeof feedStatuses)[number];
export type RunStatus = (typeof runStatuses)[number];
export type EnvironmentClass = (typeof environmentClasses)[number];

/** Region of resources of global services. */
export const globalRegion = 'global';
export type ApplicationCriticality = (typeof applicationCriticalities)[number];
export type ApplicationLifecycle = (typeof applicationLifecycles)[number];
export type ApplicationSource = (typeof applicationSources)[number];
export type MembershipStatus = (typeof membershipStatuses)[number];
export type MembershipSource = (typeof membershipSources)[number];
export type EvidenceKind = (typeof evidenceKinds)[number];
export type OwnerSource = (typeof ownerSources)[number];
export type EnvironmentSource = (typeof environmentSources)[number];
export type ScmProvider = (typeof scmProviders)[number];
export type ScmAccountKind = (typeof scmAccountKinds)[number];
export type ScmDeliveryStatus = (typeof scmDeliveryStatuses)[number];
export type ScmConnectionStatus = (typeof scmConnectionStatuses)[number];
export type StoredScmConnectionStatus = (typeof storedScmConnectionStatuses)[number];
export type RepositoryStatus = (typeof repositoryStatuses)[number];
export type RepositoryRemovalReason = (typeof repositoryRemovalReasons)[number];
export type RepositoryVisibility = (typeof repositoryVisibilities)[number];
export type AutomationGrant = (typeof automationGrants)[number];
export type PullRequestState = (typeof pullRequestStates)[number];
export type IacSystem = (typeof iacSystems)[number];
export type IacProjectKind = (typeof iacProjectKinds)[number];
export type IacProjectDetection = (typeof iacProjectDetections)[number];
export type IacProjectStatus = (typeof iacProjectStatuses)[number];
export type StateSourceKind = (typeof stateSourceKinds)[number];
export type HcpTerraformStatus = (typeof hcpTerraformStatuses)[number];
export type StateSourceOrigin = (typeof stateSourceOrigins)[number];
export type StoredStateSourceStatus = (typeof storedStateSourceStatuses)[number];
export type StateSourceStatus = (typeof stateSourceStatuses)[number];
export type EvidenceGapKind = (typeof evidenceGapKinds)[number];
export type EvidenceReasonKind = (typeof evidenceReasonKinds)[number];
export type EvidenceReach = (typeof evidenceReaches)[number];
export type StateEntryRole = (typeof stateEntryRoles)[number];
export type StateEntryClass = (typeof stateEntryClasses)[number];
export type StateMatchMethod = (typeof stateMatchMethods)[number];
export type MappingCorrectionAction = (typeof mappingCorrectionActions)[number];
export type ResourceOrigin = (typeof resourceOrigins)[number];
export type ApplicationOwnerKind = (typeof applicationOwnerKinds)[number];
export type TeamMemberRole = (typeof teamMemberRoles)[number];
export type OwnershipIssueKind = (typeof ownershipIssueKinds)[number];
export type OwnershipIssueStatus = (typeof ownershipIssueStatuses)[number];
export type OwnershipIssueTarget = (typeof ownershipIssueTargets)[number];
export type OwnershipEventKind = (typeof ownershipEventKinds)[number];
export type OwnershipEventTarget = (typeof ownershipEventTargets)[number];
export type OwnershipEventSource = (typeof ownershipEventSources)[number];
export type ExecutionKind = (typeof executionKinds)[number];
export type ExecutionStatus = (typeof executionStatuses)[number];
export type PlannedChangeOrigin = (typeof plannedChangeOrigins)[number];
export type UnmappedReason = (typeof unmappedReasons)[number];
export type RiskKind = (typeof riskKinds)[number];
export type RiskSeverity = (typeof riskSeverities)[number];
export type FailureKind = (typeof failureKinds)[number];
export type RelationshipType = (typeof relationshipTypes)[number];
export type RelationshipStatus = (typeof relationshipStatuses)[number];
export type ExtractionTrigger = (typeof extractionTriggers)[number];
export type ExtractionMode = (typeof extractionModes)[number];
export type ExtractionCut = (typeof extractionCuts)[number];
export type RelationshipDirection = (typeof relationshipDirections)[number];
export type EdgeEvidenceKind = (typeof edgeEvidenceKinds)[number];
export type GraphEntityType = (typeof graphEntityTypes)[number];
export type GraphLinkType = (typeof graphLinkTypes)[number];
export type GraphRootType = (typeof graphRootTypes)[number];
export type ExposedProtocol = (typeof exposedProtocols)[number];
export type ExposureGapReason = (typeof exposureGapReasons)[number];
export type StatementEffect = (typeof statementEffects)[number];
export type ExposureKind = (typeof exposureKinds)[number];
export type ExposureState = (typeof exposureStates)[number];
export type ExposureControl = (typeof exposureControls)[number];
export type ExposureNote = (typeof exposureNotes)[number];
export type AccessHolderKind = (typeof accessHolderKinds)[number];
export type AccessDecision = (typeof accessDecisions)[number];
export type AccessGap = (typeof accessGaps)[number];
export type InferenceQueueKind = (typeof inferenceQueueKinds)[number];
export type ConversationStatus = (typeof conversationStatuses)[number];
export type AssistantDataMode = (typeof assistantDataModes)[number];
export type AssistantAuditKind = (typeof assistantAuditKinds)[number];
export type AssistantAuditStatus = (typeof assistantAuditStatuses)[number];
