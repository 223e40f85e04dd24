import type { ToolDefinition } from '../../domain/assistant/model.ts';
import { countChangesTool } from './tools/count-changes.ts';
import { countResourcesTool } from './tools/count-resources.ts';
import { getAccessTool } from './tools/get-access.ts';
import { getCodeMappingTool } from './tools/get-code-mapping.ts';
import { getCoverageTool } from './tools/get-coverage.ts';
import { getDiscoveryTool } from './tools/get-discovery.ts';
import { getExposureTool } from './tools/get-exposure.ts';
import { getImpactTool } from './tools/get-impact.ts';
import { getOwnershipTool } from './tools/get-ownership.ts';
import { getPlanTool } from './tools/get-plan.ts';
import { getRelationshipsTool } from './tools/get-relationships.ts';
import { getResourceTool } from './tools/get-resource.ts';
import { listAccountsTool } from './tools/list-accounts.ts';
import { listApplicationsTool } from './tools/list-applications.ts';
import { listChangesTool } from './tools/list-changes.ts';
import { listDriftTool } from './tools/list-drift.ts';
import { listEnvironmentsTool } from './tools/list-environments.ts';
import { listExecutionsTool } from './tools/list-executions.ts';
import { listOwnershipIssuesTool } from './tools/list-ownership-issues.ts';
import { listPlansTool } from './tools/list-plans.ts';
import { listProjectsTool } from './tools/list-projects.ts';
import { listPropertiesTool } from './tools/list-properties.ts';
import { listPullRequestsTool } from './tools/list-pull-requests.ts';
import { listRepositoriesTool } from './tools/list-repositories.ts';
import { listRevisionsTool } from './tools/list-revisions.ts';
import { listSavedQueriesTool } from './tools/list-saved-queries.ts';
import { listDriftRulesTool, listInferenceRulesTool } from './tools/list-rules.ts';
import { listStateSourcesTool } from './tools/list-state-sources.ts';
import { listTeamsTool } from './tools/list-teams.ts';
import { listAuditEntriesTool } from './tools/organization/list-audit-entries.ts';
import { listMembersTool } from './tools/organization/list-members.ts';
import { searchDocumentationTool } from './tools/search-documentation.ts';
import { resourceExecutionsTool } from './tools/shared/resource-executions.ts';
import { searchResourcesTool } from './tools/search-resources.ts';
import { definitionOf } from './tools/shared/tool.ts';
import type { AssistantTool } from './tools/shared/tool.ts';

export type { AssistantTool, ToolContext } from './tools/shared/tool.ts';

/** The read-only tools of the assistant, over the read models of the operations. */
export const assistantTools: readonly AssistantTool[] = [
  searchResourcesTool,
  countResourcesTool,
  getResourceTool,
  listRevisionsTool,
  getRelationshipsTool,
  getImpactTool,
  getCodeMappingTool,
  getOwnershipTool,
  listChangesTool,
  countChangesTool,
  listAccountsTool,
  listApplicationsTool,
  listTeamsTool,
  listEnvironmentsTool,
  listProjectsTool,
  listRepositoriesTool,
  listPullRequestsTool,
  listPlansTool,
  getPlanTool,
  listExecutionsTool,
  resourceExecutionsTool,
  getCoverageTool,
  getDiscoveryTool,
  getExposureTool,
  getAccessTool,
  listDriftTool,
  listOwnershipIssuesTool,
  listPropertiesTool,
  listSavedQueriesTool,
  listStateSourcesTool,
  listInferenceRulesTool,
  listDriftRulesTool,
  listMembersTool,
  listAuditEntriesTool,
  searchDocumentationTool,
];

/** Returns the tools as a model sees them. */
export function toolDefinitions(): readonly ToolDefinition[] {
  return assistantTools.map(definitionOf);
}
