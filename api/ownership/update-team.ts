import { z } from 'zod';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { recordTeamStatusChange } from '../../db/ownership/owners/record-status-change.ts';
import { lockTeam, updateTeam as store } from '../../db/ownership/owners/team-store.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { operation } from '../http/operation.ts';
import { longText, shortText } from '../http/schemas.ts';
import { presentTeam, tag, Team } from './team-schemas.ts';

export const updateTeam = operation({
  id: 'updateTeam',
  method: 'PATCH',
  path: '/teams/{id}',
  tag,
  summary: 'Update, deactivate or reactivate a team',
  description:
    'An inactive team keeps its members, applications and repositories. It owns nothing and cannot be assigned.',
  access: 'teams:manage',
  audit: 'team.updated',
  body: z
    .strictObject({ name: shortText, description: longText.nullish(), is_active: z.boolean() })
    .partial(),
  success: [200, Team],
  async handle({ body, params, principal, tenant, services, audit }) {
    const before = await lockTeam(tenant, params.id, 'update');
    const team = await store(tenant, before, propertiesOf(body));
    const { id, name } = team;
    if (team.isActive !== before.isActive) {
      const isAssigned = await recordTeamStatusChange(tenant, { id, name }, principal.id);
      if (isAssigned) await requestInference(tenant, services, 'team', [id]);
    }
    audit({ type: 'team', id, name, details: { changed: Object.keys(body) } });
    return presentTeam(team);
  },
});
