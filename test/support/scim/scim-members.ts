import { randomUUID } from 'node:crypto';
import { inviteMember } from '../invite-member.ts';
import { queryAsOwner } from '../query-as-owner.ts';
import type { SsoApi } from '../sso/use-sso-api.ts';
import type { ScimOrganization } from './use-scim.ts';

/** Adds a member with an email of the proven domain. */
export async function joinMember(api: SsoApi, organization: ScimOrganization, roles: readonly string[]) {
  const member = await inviteMember(api, organization, roles);
  const email = `${randomUUID()}@${organization.domain}`;
  await setEmail(api, member.userId, email);
  return { ...member, email };
}

export async function setEmail(api: SsoApi, userId: string, email: string): Promise<void> {
  await queryAsOwner(api.database.url, 'update users set email = $1 where id = $2', [email, userId]);
}

/** Returns the stored roles of a user. */
export async function rolesOf(api: SsoApi, userId: string): Promise<readonly string[]> {
  const [row] = await queryAsOwner<{ roles: readonly string[] }>(
    api.database.url,
    'select roles from users where id = $1',
    [userId],
  );
  return row?.roles ?? [];
}

/** Returns the actions that the token of the directory audited, in their order. */
export async function actionsOf(api: SsoApi, organization: ScimOrganization): Promise<readonly string[]> {
  const rows = await queryAsOwner<{ action: string }>(
    api.database.url,
    "select action from audit_entries where organization_id = $1 and actor_type = 'api_token' and actor_id = $2 order by id",
    [organization.organizationId, organization.tokenId],
  );
  return rows.map(({ action }) => action);
}
