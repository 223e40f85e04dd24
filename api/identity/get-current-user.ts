import { getUser } from '../../db/identity/user-store.ts';
import { getOrganization } from '../../db/organizations/organization-store.ts';
import { operation } from '../http/operation.ts';
import { CurrentUser, presentOrganization, presentUser } from './schemas.ts';

export const getCurrentUserOperation = operation({
  id: 'getCurrentUser',
  method: 'GET',
  path: '/auth/me',
  tag: 'Authentication',
  summary: 'Get the current user',
  description: 'Returns the user of the credential with the roles and permissions in the organization.',
  access: 'authenticated',
  success: [200, CurrentUser],
  async handle({ principal, tenant }) {
    return {
      user: presentUser(await getUser(tenant, principal.id)),
      organization: presentOrganization(await getOrganization(tenant)),
      roles: principal.roles,
      permissions: [...principal.permissions],
    };
  },
});
