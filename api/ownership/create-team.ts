import { z } from 'zod';
import { createTeam as store } from '../../db/ownership/owners/team-store.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
import { operation } from '../http/operation.ts';
import { longText, shortText, slug } from '../http/schemas.ts';
import { presentTeam, tag, Team } from './team-schemas.ts';

export const createTeam = operation({
  id: 'createTeam',
  method: 'POST',
  path: '/teams',
  tag,
  summary: 'Create a team',
  description:
    'The slug is unique in the organization and cannot be changed. Several teams can have the same name.',
  access: 'teams:manage',
  audit: 'team.created',
  body: z.strictObject({ name: shortText, slug, description: longText.nullish() }),
  success: [201, Team],
  errors: ['conflict'],
  async handle({ body, tenant, audit }) {
    const team = await store(tenant, propertiesOf(body));
    audit({ type: 'team', id: team.id, name: team.name });
    return presentTeam(team);
  },
});
