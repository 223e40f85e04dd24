import type { ToolDefinition } from '../../domain/assistant/model.ts';
import { countChanges } from './tools/count-changes.ts';
import { countResources } from './tools/count-resources.ts';
import { getCodeMapping } from './tools/get-code-mapping.ts';
import { getCoverage } from './tools/get-coverage.ts';
import { getImpact } from './tools/get-impact.ts';
import { getOwnership } from './tools/get-ownership.ts';
import { getPlan } from './tools/get-plan.ts';
import { getRelationships } from './tools/get-relationships.ts';
import { getResource } from './tools/get-resource.ts';
import { listAccounts } from './tools/list-accounts.ts';
import { listApplications } from './tools/list-applications.ts';
import { listChanges } from './tools/list-changes.ts';
import { listEnvironments } from './tools/list-environments.ts';
import { listExecutions } from './tools/list-executions.ts';
import { listPlans } from './tools/list-plans.ts';
import { listProjects } from './tools/list-projects.ts';
import { listPullRequests } from './tools/list-pull-requests.ts';
import { listRepositories } from './tools/list-repositories.ts';
import { listRevisions } from './tools/list-revisions.ts';
import { listTeams } from './tools/list-teams.ts';
import { resourceExecutions } from './tools/resource-executions.ts';
import { searchResources } from './tools/search-resources.ts';
import { definitionOf } from './tools/tool.ts';
import type { AssistantTool } from './tools/tool.ts';

export type { AssistantTool, ToolContext } from './tools/tool.ts';

/** The read-only tools of the assistant, over the read models of the operations. */
export const assistantTools: readonly AssistantTool[] = [
  searchResources,
  countResources,
  getResource,
  listRevisions,
  getRelationships,
  getImpact,
  getCodeMapping,
  getOwnership,
  listChanges,
  countChanges,
  listAccounts,
  listApplications,
  listTeams,
  listEnvironments,
  listProjects,
  listRepositories,
  listPullRequests,
  listPlans,
  getPlan,
  listExecutions,
  resourceExecutions,
  getCoverage,
];

/** Returns the tools as a model sees them. */
export function toolDefinitions(): readonly ToolDefinition[] {
  return assistantTools.map(definitionOf);
}
