import { applicationOperations } from './applications/applications.ts';
import { environmentOperations } from './applications/environments.ts';
import { membershipOperations } from './applications/memberships.ts';
import { conversationOperations } from './assistant/conversations.ts';
import { listAssistantAuditLogOperation } from './assistant/list-audit-log.ts';
import { callMcpOperation } from './assistant/mcp/call-mcp.ts';
import { assistantSettingsOperations } from './assistant/settings.ts';
import { turnOperations } from './assistant/turns.ts';
import { changeOperations } from './changes/changes.ts';
import { ingestionOperations } from './changes/ingestion.ts';
import { accountOperations } from './connections/accounts.ts';
import { connectionOperations } from './connections/connections.ts';
import { listCoverageOperation } from './discovery/list-coverage.ts';
import { scanOperations } from './discovery/scans.ts';
import { accessOperations } from './graph/access.ts';
import { listEventsOperation } from './events/list-events.ts';
import { subscriptionOperations } from './events/subscriptions.ts';
import { exposureOperations } from './graph/exposure.ts';
import { extractionRunOperations } from './graph/extraction-runs.ts';
import { graphOperations } from './graph/graph.ts';
import { pathOperations } from './graph/paths.ts';
import type { Operation } from './http/operation.ts';
import { changePasswordOperation } from './identity/change-password.ts';
import { getCurrentUserOperation } from './identity/get-current-user.ts';
import { invitationAcceptanceOperations } from './identity/invitation-acceptance.ts';
import { loginOperation, loginWithCodeOperation } from './identity/login.ts';
import { logoutOperation } from './identity/logout.ts';
import { passwordResetOperations } from './identity/password-reset.ts';
import { refreshSessionOperation } from './identity/refresh-session.ts';
import { secondFactorOperations } from './identity/second-factor.ts';
import { sessionOperations } from './identity/sessions.ts';
import { signupOperation } from './identity/signup.ts';
import { ssoLoginOperations } from './identity/sso/sso-login.ts';
import { logOutBySsoOperation } from './identity/sso/log-out-by-sso.ts';
import { verifyEmailOperation } from './identity/verify-email.ts';
import { getOverviewOperation } from './inventory/get-overview.ts';
import { listActivityDaysOperation } from './inventory/list-activity-days.ts';
import { listResourceTypePropertiesOperation } from './inventory/list-resource-type-properties.ts';
import { listResourceTypesOperation } from './inventory/list-resource-types.ts';
import { listSharedResourcesOperation } from './inventory/list-shared-resources.ts';
import { resourceOperations } from './inventory/resources.ts';
import { driftRuleOperations } from './drift/drift-rules.ts';
import { driftOperations } from './drift/drift.ts';
import { codeMappingOperations } from './mapping/code-mapping.ts';
import { coverageOperations } from './mapping/coverage.ts';
import { importOperations } from './mapping/imports.ts';
import { hcpTerraformOperations } from './mapping/hcp-terraform.ts';
import { pushStateOperation } from './mapping/push-state.ts';
import { stateSourceOperations } from './mapping/state-sources.ts';
import { savedQueryOperations } from './queries/saved-queries.ts';
import { runOperations } from './meta/runs.ts';
import { serviceOperations } from './meta/service.ts';
import { auditExportOperations } from './organizations/audit-export.ts';
import { auditLogOperations } from './organizations/audit-log.ts';
import { apiTokenOperations } from './organizations/api-tokens.ts';
import { ingestTokenOperations } from './organizations/ingest-tokens.ts';
import { invitationOperations } from './organizations/invitations.ts';
import { memberOperations } from './organizations/members.ts';
import { organizationOperations } from './organizations/organization.ts';
import { customRoleOperations } from './organizations/custom-roles.ts';
import { roleOperations } from './organizations/roles.ts';
import { ssoOperations } from './organizations/sso.ts';
import { applicationOwnerOperations } from './ownership/application-owners.ts';
import { getResourceOwnershipOperation } from './ownership/get-resource-ownership.ts';
import { inferenceRuleOperations } from './ownership/inference-rules.ts';
import { listOwnershipEventsOperation } from './ownership/list-ownership-events.ts';
import { listOwnershipIssuesOperation } from './ownership/list-ownership-issues.ts';
import { teamOperations } from './ownership/teams.ts';
import { executionOperations } from './plans/executions.ts';
import { planOperations } from './plans/plans.ts';
import { scmConnectionOperations } from './scm/connections.ts';
import { iacProjectOperations, repositoryProjectOperations } from './scm/iac-projects.ts';
import { pullRequestOperations } from './scm/pull-requests.ts';
import { receiveGithubWebhookOperation } from './scm/receive-github-webhook.ts';
import { receiveGitlabWebhookOperation } from './scm/receive-gitlab-webhook.ts';
import { repositoryOperations } from './scm/repositories.ts';

/** Every operation of the API, by feature; the order of the OpenAPI document. */
export const operations: readonly Operation[] = [
  ...serviceOperations,
  ...runOperations,
  signupOperation,
  loginOperation,
  loginWithCodeOperation,
  refreshSessionOperation,
  changePasswordOperation,
  logoutOperation,
  getCurrentUserOperation,
  ...invitationAcceptanceOperations,
  verifyEmailOperation,
  ...passwordResetOperations,
  ...sessionOperations,
  ...secondFactorOperations,
  ...ssoLoginOperations,
  logOutBySsoOperation,
  ...organizationOperations,
  ...auditLogOperations,
  ...auditExportOperations,
  ...apiTokenOperations,
  ...ingestTokenOperations,
  ...invitationOperations,
  ...memberOperations,
  ...roleOperations,
  ...ssoOperations,
  ...customRoleOperations,
  ...connectionOperations,
  ...accountOperations,
  ...applicationOperations,
  ...membershipOperations,
  ...environmentOperations,
  ...teamOperations,
  ...applicationOwnerOperations,
  getResourceOwnershipOperation,
  ...inferenceRuleOperations,
  listOwnershipEventsOperation,
  listOwnershipIssuesOperation,
  ...graphOperations,
  ...exposureOperations,
  ...pathOperations,
  ...accessOperations,
  ...extractionRunOperations,
  ...executionOperations,
  ...planOperations,
  ...scanOperations,
  listCoverageOperation,
  ...resourceOperations,
  getOverviewOperation,
  listActivityDaysOperation,
  listResourceTypesOperation,
  listSharedResourcesOperation,
  ...savedQueryOperations,
  listResourceTypePropertiesOperation,
  ...changeOperations,
  ...ingestionOperations,
  ...scmConnectionOperations,
  receiveGithubWebhookOperation,
  receiveGitlabWebhookOperation,
  ...repositoryOperations,
  ...repositoryProjectOperations,
  ...pullRequestOperations,
  ...iacProjectOperations,
  pushStateOperation,
  ...hcpTerraformOperations,
  ...stateSourceOperations,
  ...coverageOperations,
  ...driftOperations,
  ...driftRuleOperations,
  ...codeMappingOperations,
  ...importOperations,
  listEventsOperation,
  ...subscriptionOperations,
  ...conversationOperations,
  ...turnOperations,
  ...assistantSettingsOperations,
  listAssistantAuditLogOperation,
  callMcpOperation,
];
