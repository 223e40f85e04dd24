import { deleteTeam as store } from '../../db/ownership/owners/team-store.ts';
import { operation } from '../http/operation.ts';
import { Deleted } from '../http/schemas.ts';
import { tag } from './team-schemas.ts';

export const deleteTeam = operation({
  id: 'deleteTeam',
  method: 'DELETE',
  path: '/teams/{id}',
  tag,
  summary: 'Delete a team',
  description:
    'Fails if the team is assigned to an application, linked to a repository or the outcome of an inference rule; the error message lists them.',
  access: 'teams:manage',
  audit: 'team.deleted',
  success: [200, Deleted],
  errors: ['conflict'],
  async handle({ params, tenant, audit }) {
    const { id, name } = await store(tenant, params.id);
    audit({ type: 'team', id, name });
    return { id, deleted: true };
  },
});
