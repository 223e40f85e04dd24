import { getOrganization as load, organizationCall } from '../../db/organizations/organization-store.ts';
import { OrganizationSchema, presentOrganization } from '../identity/schemas.ts';
import { operation } from '../http/operation.ts';

export const getOrganization = operation({
  method: 'GET',
  path: '/organization',
  tag: 'Organization',
  summary: 'Get the organization',
  access: 'organization:read',
  success: [200, OrganizationSchema],
  ahead: ({ organizationId }) => organizationCall(organizationId),
  handle: async ({ tenant }) => presentOrganization(await load(tenant)),
});
