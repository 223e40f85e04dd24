import { z } from 'zod';
import { addTeamMember as store } from '../../db/ownership/owners/team-member-store.ts';
import { getTeam } from '../../db/ownership/owners/team-store.ts';
import { teamMemberRoles } from '../../domain/values.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { presentTeamMember, tag, TeamMember } from './team-schemas.ts';

export const addTeamMember = operation({
  id: 'addTeamMember',
  method: 'POST',
  path: '/teams/{id}/members',
  tag,
  summary: 'Add a user to a team',
  description: 'The role `lead` gives no permission.',
  access: 'teams:manage',
  audit: 'team_member.added',
  body: z.strictObject({ user_id: id, role: z.enum(teamMemberRoles).default('member') }),
  success: [201, TeamMember],
  errors: ['conflict'],
  async handle({ body, params, tenant, audit }) {
    const team = await getTeam(tenant, params.id);
    const member = await store(tenant, team.id, body.user_id, body.role);
    const { userId, name, role } = member;
    audit({ type: 'team', id: team.id, name: team.name, details: { user_id: userId, name, role } });
    return presentTeamMember(member);
  },
});
