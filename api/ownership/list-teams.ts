import { z } from 'zod';
import { listTeams as read } from '../../db/ownership/owners/team-store.ts';
import { cutPage, flag, listOf, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { readPosition } from '../inventory/read-position.ts';
import { presentTeam, tag, Team } from './team-schemas.ts';

export const listTeams = operation({
  id: 'listTeams',
  method: 'GET',
  path: '/teams',
  tag,
  summary: 'List teams by name',
  access: 'teams:read',
  query: z.strictObject({
    q: z.string().min(1).max(200).optional().describe('Part of the name or slug'),
    is_active: flag.optional(),
    ...pagingParameters,
  }),
  success: [200, listOf(Team)],
  async handle(context) {
    const { request, envelope } = pager(context, 'teams', context.query);
    const rows = await read(context.tenant, context.query, request.limit, readPosition(request.after));
    return envelope(
      cutPage(rows, request.limit, ({ name, id }) => [name, id]),
      presentTeam,
    );
  },
});
