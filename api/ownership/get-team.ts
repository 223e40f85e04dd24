import { getTeam as read } from '../../db/ownership/owners/team-store.ts';
import { operation } from '../http/operation.ts';
import { presentTeam, tag, Team } from './team-schemas.ts';

export const getTeam = operation({
  id: 'getTeam',
  method: 'GET',
  path: '/teams/{id}',
  tag,
  summary: 'Get a team',
  access: 'teams:read',
  success: [200, Team],
  async handle({ params, tenant }) {
    return presentTeam(await read(tenant, params.id));
  },
});
