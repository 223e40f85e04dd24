import { z } from 'zod';
import { listTeamMembers } from '../../../db/ownership/owners/team-member-store.ts';
import { countTeams, listTeams } from '../../../db/ownership/owners/team-store.ts';
import { entityOf, toolRow, timeText } from './shared/entities.ts';
import { countOnly, named, paging, searchText } from './shared/parameters.ts';
import { resolveRecordName } from './shared/resolve-names.ts';
import { listResult } from './shared/tool-result.ts';
import type { ListRequest } from './shared/tool-result.ts';
import { defineTool } from './shared/tool.ts';
import type { ToolContext } from './shared/tool.ts';

export const listTeamsTool = defineTool({
  name: 'list_teams',
  description: 'Lists teams by name. With `team`, lists its members.',
  permission: 'teams:read',
  parameters: z.strictObject({
    team: named('The team').optional(),
    q: searchText.optional().describe('Part of the name or slug'),
    is_active: z.boolean().optional(),
    ...paging,
    count_only: countOnly,
  }),
  async run(context, args) {
    const { tenant } = context;
    if (args.team !== undefined) return membersOf(context, args.team, args);
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

/** Members of a team that are read to count them. */
const maximumMembers = 1000;

async function membersOf(context: ToolContext, name: string, request: ListRequest) {
  const team = await resolveRecordName(context, 'team', name);
  const members = await listTeamMembers(context.tenant, team.id, maximumMembers, undefined);
  return listResult(context, request, {
    total: members.length,
    subject: team,
    rows: async (maximum) =>
      Promise.resolve(
        members
          .slice(0, maximum + 1)
          .map((member) =>
            toolRow(
              { type: 'user', id: member.userId, name: member.name, url: `${team.url}/members` },
              { name: member.name, email: member.email, role: member.role, status: member.status },
              ['role', 'status'],
            ),
          ),
      ),
  });
}
