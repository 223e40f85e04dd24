import { removeTeamMember as store } from '../../db/ownership/owners/team-member-store.ts';
import { getTeam } from '../../db/ownership/owners/team-store.ts';
import { operation } from '../http/operation.ts';
import { Deleted } from '../http/schemas.ts';
import { tag } from './team-schemas.ts';

export const removeTeamMember = operation({
  id: 'removeTeamMember',
  method: 'DELETE',
  path: '/teams/{id}/members/{user_id}',
  tag,
  summary: 'Remove a user from a team',
  description: 'Returns the id of the user.',
  access: 'teams:manage',
  audit: 'team_member.removed',
  success: [200, Deleted],
  async handle({ params, tenant, audit }) {
    const team = await getTeam(tenant, params.id);
    const { userId, name, role } = await store(tenant, team.id, params.user_id);
    audit({ type: 'team', id: team.id, name: team.name, details: { user_id: userId, name, role } });
    return { id: userId, deleted: true };
  },
});
