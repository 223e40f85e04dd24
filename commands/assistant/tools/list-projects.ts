import { z } from 'zod';
import type { ToolRow } from '../../../domain/assistant/tool-response.ts';
import { matchedPercent } from '../../../domain/mapping/coverage-figures.ts';
import {
  iacProjectDetections,
  iacProjectKinds,
  iacProjectStatuses,
  iacSystems,
} from '../../../domain/values.ts';
import { findProjectStates } from '../../../db/mapping/projects/project-states.ts';
import { listProjects } from '../../../db/scm/iac-project-read-model.ts';
import type { ProjectFilters } from '../../../db/scm/iac-project-read-model.ts';
import type { IacProject } from '../../../db/scm/iac-project.ts';
import { entityOf, nameLookup, toolRow, timeText } from './shared/entities.ts';
import { countOnly, paging, namedFilter, oneOrMore, searchText, asValues } from './shared/parameters.ts';
import { resolveNames } from './shared/resolve-names.ts';
import { countEach, listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';
import type { ToolContext } from './shared/tool.ts';

const groupings = {
  system: iacSystems,
  kind: iacProjectKinds,
  status: iacProjectStatuses,
  detection: iacProjectDetections,
} as const;
const groupingNames = ['system', 'kind', 'status', 'detection'] as const satisfies (keyof typeof groupings)[];

export const listProjectsTool = defineTool({
  name: 'list_projects',
  description:
    'Lists infrastructure-as-code projects with the numbers of resources that their Terraform states match and miss. ' +
    '`group_by` counts them.',
  permission: 'iac_projects:read',
  parameters: z.strictObject({
    q: searchText.optional().describe('Part of the path'),
    repository: namedFilter('Repositories of the project'),
    environment: namedFilter('Environments of the project'),
    system: oneOrMore(z.enum(iacSystems)),
    kind: oneOrMore(z.enum(iacProjectKinds)),
    status: oneOrMore(z.enum(iacProjectStatuses)),
    detection: oneOrMore(z.enum(iacProjectDetections)),
    has_state: z.boolean().optional().describe('Whether a Terraform state belongs to the project'),
    group_by: z.enum(groupingNames).optional(),
    ...paging,
    count_only: countOnly,
  }),
  async run(context, args) {
    const { tenant } = context;
    const { ids, subject } = await resolveNames(context, {
      repository: args.repository,
      environment: args.environment,
    });
    const filters: ProjectFilters = {
      q: args.q,
      repository_id: ids.repository,
      environment_id: ids.environment,
      system: asValues(args.system),
      kind: asValues(args.kind),
      status: asValues(args.status),
      detection: asValues(args.detection),
      has_state: args.has_state,
    };
    const count = async (more: ProjectFilters) =>
      (await listProjects(tenant, { ...filters, ...more }, 0, undefined)).total;
    const { group_by: by } = args;
    return listResult(context, args, {
      total: await count({}),
      subject,
      groups:
        by === undefined
          ? undefined
          : await countEach<string>(groupings[by], filters[by], (value) => count({ [by]: [value] })),
      rows: async (maximum) =>
        projectRows(context, (await listProjects(tenant, filters, maximum, undefined)).rows),
    });
  },
});

const structural = [
  'system',
  'kind',
  'status',
  'detection',
  'state_status',
  'state_synced_at',
  'state_resources',
  'matched',
  'managed_missing',
  'matched_percent',
];

async function projectRows(
  context: ToolContext,
  projects: readonly IacProject[],
): Promise<readonly ToolRow[]> {
  const states = await findProjectStates(
    context.tenant,
    projects.map(({ id }) => id),
  );
  const projectName = await nameLookup(
    context,
    'project',
    projects.map(({ id }) => id),
  );
  const repositoryName = await nameLookup(
    context,
    'repository',
    projects.map((project) => project.repositoryId),
  );
  const environmentName = await nameLookup(
    context,
    'environment',
    projects.map((project) => project.environmentId),
  );
  return projects.map((project) => {
    const { environmentId } = project;
    const state = states.get(project.id);
    return toolRow(
      entityOf('iac_project', project.id, projectName(project.id)),
      {
        path: project.path,
        repository: repositoryName(project.repositoryId),
        environment: environmentId === undefined ? null : environmentName(environmentId),
        system: project.system,
        kind: project.kind,
        status: project.status,
        detection: project.detection,
        state_status: state?.source.shownStatus,
        state_synced_at: timeText(state?.source.lastSyncedAt),
        state_resources: state?.stateResources,
        matched: state?.matched,
        managed_missing: state?.missing,
        matched_percent: state === undefined ? undefined : matchedPercent(state.matched, state.missing),
      },
      structural,
    );
  });
}
