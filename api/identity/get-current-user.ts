import { getUser } from '../../db/identity/user-store.ts';
import { getApiToken } from '../../db/organizations/api-token-store.ts';
import type { ApiToken } from '../../db/organizations/api-token-store.ts';
import { getOrganization } from '../../db/organizations/organization-store.ts';
import { operation } from '../http/operation.ts';
import { sendCsrfCookie, sendCsrfCookieOfRefreshToken } from './csrf-header.ts';
import { iso } from '../http/schemas.ts';
import { CurrentUser, presentOrganization, presentUser } from './schemas.ts';

export const getCurrentUserOperation = operation({
  id: 'getCurrentUser',
  method: 'GET',
  path: '/auth/me',
  tag: 'Authentication',
  summary: 'Get the current user',
  description:
    'Returns the user of the credential with the roles and permissions in the organization; for an API token, `token` instead ' +
    'of `user`, no roles, and the permissions of the token. With the cookie credential, the ' +
    'header `X-CSRF-Token` has the CSRF token of the session, also beside a 401 after the access token has expired: a page on ' +
    'another host than the API cannot read the cookie `svc_csrf`.',
  access: 'authenticated',
  callers: 'users_and_tokens',
  withoutSecondFactor: true,
  success: [200, CurrentUser],
  sendsCsrfToken: true,
  beforeUnauthorized: sendCsrfCookieOfRefreshToken,
  async handle({ principal, tenant, request, response, services }) {
    if (principal.sessionId !== null) sendCsrfCookie({ request, response, services }, principal.sessionId);
    return {
      ...(principal.kind === 'user'
        ? { user: presentUser(await getUser(tenant, principal.id)) }
        : { token: presentCurrentToken(await getApiToken(tenant, principal.id)) }),
      organization: presentOrganization(await getOrganization(tenant)),
      roles: principal.roles,
      permissions: [...principal.permissions],
    };
  },
});

function presentCurrentToken({ id, name, expiresAt }: ApiToken) {
  return { id, name, expires_at: iso(expiresAt) };
}
