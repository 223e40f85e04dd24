import { z } from 'zod';
import type { ToolRow } from '../../../domain/assistant/tool-response.ts';
import { pullRequestStates } from '../../../domain/values.ts';
import { listPullRequests } from '../../../db/scm/pull-request-read-model.ts';
import type { PullRequestFilters, PullRequestRecord } from '../../../db/scm/pull-request-read-model.ts';
import { nameLookup, toolRow, timeText } from './shared/entities.ts';
import { countOnly, paging, namedFilter, oneOrMore, asValues } from './shared/parameters.ts';
import { resolveNames } from './shared/resolve-names.ts';
import { countEach, listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';
import type { ToolContext } from './shared/tool.ts';

export const listPullRequestsTool = defineTool({
  name: 'list_pull_requests',
  description: 'Lists pull requests and merge requests, newest first. `group_by` counts them by state.',
  permission: 'pull_requests:read',
  parameters: z.strictObject({
    state: oneOrMore(z.enum(pullRequestStates)),
    repository: namedFilter('Repositories'),
    project: namedFilter('IaC projects that the pull request affects'),
    author_login: oneOrMore(z.string().min(1).max(200)),
    group_by: z.enum(['state']).optional(),
    ...paging,
    count_only: countOnly,
  }),
  async run(context, args) {
    const { tenant } = context;
    const { ids, subject } = await resolveNames(context, {
      repository: args.repository,
      project: args.project,
    });
    const filters: PullRequestFilters = {
      state: asValues(args.state),
      repository_id: ids.repository,
      iac_project_id: ids.project,
      author_login: asValues(args.author_login),
    };
    const count = async (more: PullRequestFilters) =>
      (await listPullRequests(tenant, { ...filters, ...more }, 0, undefined)).total;
    return listResult(context, args, {
      total: await count({}),
      subject,
      groups:
        args.group_by === undefined
          ? undefined
          : await countEach(pullRequestStates, filters.state, (state) => count({ state: [state] })),
      rows: async (maximum) =>
        pullRequestRows(context, (await listPullRequests(tenant, filters, maximum, undefined)).rows),
    });
  },
});

const structural = ['state', 'opened_at', 'merged_at', 'closed_at'];

async function pullRequestRows(
  context: ToolContext,
  pullRequests: readonly PullRequestRecord[],
): Promise<readonly ToolRow[]> {
  const repositoryName = await nameLookup(
    context,
    'repository',
    pullRequests.map((pullRequest) => pullRequest.repositoryId),
  );
  const projectName = await nameLookup(
    context,
    'project',
    pullRequests.flatMap((pullRequest) => pullRequest.iacProjectIds),
  );
  return pullRequests.map((pullRequest) => {
    const repository = repositoryName(pullRequest.repositoryId);
    return toolRow(
      {
        type: 'pull_request',
        id: pullRequest.id,
        name: `${repository}#${pullRequest.number}`,
        // No operation returns one pull request: the list of its repository has it.
        url: `/api/v1/repositories/${pullRequest.repositoryId}/pull-requests`,
      },
      {
        title: pullRequest.title,
        number: pullRequest.number,
        repository,
        state: pullRequest.state,
        author: pullRequest.authorLogin,
        source_branch: pullRequest.sourceBranch,
        target_branch: pullRequest.targetBranch,
        labels: pullRequest.labels,
        projects: pullRequest.iacProjectIds.map(projectName),
        opened_at: timeText(pullRequest.openedAt),
        merged_at: timeText(pullRequest.mergedAt),
        closed_at: timeText(pullRequest.closedAt),
      },
      structural,
    );
  });
}
