import type { Request, Response } from 'express';
import type { z } from 'zod';
import { permissionsOf } from '../../domain/identity/roles.ts';
import type { Organization } from '../../db/organizations/organization.ts';
import type { Session } from '../../db/identity/session-store.ts';
import type { User } from '../../db/identity/user.ts';
import { iso } from '../http/schemas.ts';
import type { Services } from '../services.ts';
import { sendCsrfToken } from './csrf-header.ts';
import { writeRefreshToken } from './refresh-token.ts';
import { presentOrganization, presentUser } from './schemas.ts';
import type { TokenIssuance } from './schemas.ts';
import { setSessionCookies } from './session-cookies.ts';

/** Returns the token response of a session, sets its cookies and sends its CSRF token. */
export function issueTokens(
  exchange: { readonly services: Services; readonly request: Request; readonly response: Response },
  session: Session & { readonly key: Buffer },
  user: User,
  organization: Organization,
): z.input<typeof TokenIssuance> {
  const { services, response } = exchange;
  const claims = { sub: user.id, sid: session.id, org: organization.id };
  const access = services.accessTokens.issue(claims);
  const refresh = writeRefreshToken(session.key, session.id, session.counter);
  const csrf = services.csrfTokens.issue(session.id);
  sendCsrfToken(exchange, csrf);
  setSessionCookies(
    response,
    {
      access: { value: access.token, expires: access.expiresAt },
      refresh: { value: refresh, expires: session.expiresAt },
      csrf: { value: csrf, expires: session.expiresAt },
    },
    services.configuration.production,
  );
  return {
    access_token: access.token,
    refresh_token: refresh,
    access_expires_at: iso(access.expiresAt),
    refresh_expires_at: iso(session.expiresAt),
    user: presentUser(user),
    organization: presentOrganization(organization),
    roles: user.roles,
    permissions: [...permissionsOf(user.roles, session.customPermissions)],
  };
}
