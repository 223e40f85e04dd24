import { z } from 'zod';
import { repositoryStatuses, scmProviders } from '../../../domain/values.ts';
import { countRepositories, listRepositories } from '../../../db/scm/repository-read-model.ts';
import type { RepositoryFilters } from '../../../db/scm/repository-read-model.ts';
import { entityOf, toolRow, timeText } from './shared/entities.ts';
import { countOnly, paging, oneOrMore, searchText, asValues } from './shared/parameters.ts';
import { countEach, listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

const groupings = { provider: scmProviders, status: repositoryStatuses } as const;

export const listRepositoriesTool = defineTool({
  name: 'list_repositories',
  description: 'Lists source-code repositories by name. `group_by` counts them.',
  permission: 'repositories:read',
  parameters: z.strictObject({
    q: searchText.optional().describe('Part of the name'),
    provider: oneOrMore(z.enum(scmProviders)),
    status: oneOrMore(z.enum(repositoryStatuses)),
    archived: z.boolean().optional(),
    group_by: z.enum(['provider', 'status']).optional(),
    ...paging,
    count_only: countOnly,
  }),
  async run(context, args) {
    const { tenant } = context;
    const filters: RepositoryFilters = {
      q: args.q,
      provider: asValues(args.provider),
      status: asValues(args.status),
      archived: args.archived,
    };
    const { group_by: by } = args;
    return listResult(context, args, {
      total: await countRepositories(tenant, filters),
      groups:
        by === undefined
          ? undefined
          : await countEach<string>(groupings[by], filters[by], (value) =>
              countRepositories(tenant, { ...filters, [by]: [value] }),
            ),
      rows: async (maximum) =>
        (await listRepositories(tenant, filters, maximum, undefined)).map((repository) =>
          toolRow(
            entityOf('repository', repository.id, repository.fullName),
            {
              name: repository.fullName,
              provider: repository.provider,
              default_branch: repository.defaultBranch,
              visibility: repository.visibility,
              archived: repository.archived,
              status: repository.status,
              last_scanned_at: timeText(repository.lastScannedAt),
              last_scanned_commit_sha: repository.lastScannedCommitSha,
              last_error: repository.lastError,
            },
            ['provider', 'visibility', 'archived', 'status', 'last_scanned_at'],
          ),
        ),
    });
  },
});
