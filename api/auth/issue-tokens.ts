import type { z } from 'zod';
import { permissionsOf } from '../../domain/access/roles.ts';
import type { Organization } from '../../db/organizations/organization.ts';
import { createSession } from '../../db/sessions/session-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { User } from '../../db/users/user.ts';
import { iso } from '../http/schemas.ts';
import type { Services } from '../services.ts';
import { presentOrganization, presentUser } from './schemas.ts';
import type { TokenIssuance } from './schemas.ts';

/** Opens a session for the user and answers with its tokens. */
export async function issueTokens(
  tenant: Tenant,
  services: Services,
  user: User,
  organization: Organization,
): Promise<z.input<typeof TokenIssuance>> {
  const session = await createSession(tenant, user.id);
  const access = services.accessTokens.issue({ sub: user.id, sid: session.id, org: tenant.organizationId });
  return {
    access_token: access.token,
    access_expires_at: iso(access.expiresAt),
    user: presentUser(user),
    organization: presentOrganization(organization),
    roles: user.roles as 'viewer'[],
    permissions: [...permissionsOf(user.roles)],
  };
}
