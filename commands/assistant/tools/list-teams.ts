import { z } from 'zod';
import { countTeams, listTeams } from '../../../db/ownership/owners/team-store.ts';
import { entityOf, toolRow, timeText } from './shared/entities.ts';
import { countOnly, limit, searchText } from './shared/parameters.ts';
import { listResult } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';

export const listTeamsTool = defineTool({
  name: 'list_teams',
  description: 'Lists teams by name.',
  permission: 'teams:read',
  parameters: z.strictObject({
    q: searchText.optional().describe('Part of the name or slug'),
    is_active: z.boolean().optional(),
    limit,
    count_only: countOnly,
  }),
  async run(context, args) {
    const { tenant } = context;
    const filters = { q: args.q, is_active: args.is_active };
    return listResult(context, args, {
      total: await countTeams(tenant, filters),
      rows: async (maximum) =>
        (await listTeams(tenant, filters, maximum, undefined)).map((team) =>
          toolRow(
            entityOf('team', team.id, team.name),
            {
              name: team.name,
              slug: team.slug,
              description: team.description,
              is_active: team.isActive,
              created_at: timeText(team.createdAt),
            },
            ['is_active', 'created_at'],
          ),
        ),
    });
  },
});
