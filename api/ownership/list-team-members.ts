import { z } from 'zod';
import { listTeamMembers as read } from '../../db/ownership/owners/team-member-store.ts';
import { getTeam } from '../../db/ownership/owners/team-store.ts';
import { cutPage, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { readPosition } from '../inventory/read-position.ts';
import { presentTeamMember, tag, TeamMember } from './team-schemas.ts';

export const listTeamMembers = operation({
  id: 'listTeamMembers',
  method: 'GET',
  path: '/teams/{id}/members',
  tag,
  summary: 'List the members of a team by name',
  description: 'Includes deactivated users.',
  access: 'teams:read',
  query: z.strictObject(pagingParameters),
  success: [200, listOf(TeamMember)],
  async handle(context) {
    const { id } = await getTeam(context.tenant, context.params.id);
    const { request, envelope } = pager(context, `members of ${id}`, context.query);
    const rows = await read(context.tenant, id, request.limit, readPosition(request.after));
    return envelope(
      cutPage(rows, request.limit, ({ name, userId }) => [name, userId]),
      presentTeamMember,
    );
  },
});
