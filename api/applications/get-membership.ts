import { getMembership as read } from '../../db/applications/membership-store.ts';
import { operation } from '../http/operation.ts';
import { Membership, membershipTag as tag, presentMembership } from './membership-schemas.ts';

export const getMembership = operation({
  id: 'getMembership',
  method: 'GET',
  path: '/memberships/{id}',
  tag,
  summary: 'Get a membership',
  access: 'applications:read',
  success: [200, Membership],
  async handle({ params, tenant }) {
    return presentMembership(await read(tenant, params.id));
  },
});
