import { getOrganization as load } from '../../db/organizations/organization-store.ts';
import { OrganizationSchema, presentOrganization } from '../identity/schemas.ts';
import { operation } from '../http/operation.ts';

export const getOrganization = operation({
  id: 'getOrganization',
  method: 'GET',
  path: '/organization',
  tag: 'Organization',
  summary: 'Get the organization',
  access: 'organization:read',
  success: [200, OrganizationSchema],
  handle: async ({ tenant }) => presentOrganization(await load(tenant)),
});
