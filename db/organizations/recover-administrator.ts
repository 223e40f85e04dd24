import { recordAudit } from './audit-store.ts';
import type { Database } from '../tenant.ts';
import { findLogin, recoverUser } from '../identity/user-store.ts';
import { organizationIds } from './organization-store.ts';

/**
 * Lets a user of a locked-out organization back in as an administrator: active, with that password, logged out
 * everywhere; audited as the system's doing. `organization` is a slug or an id.
 * @throws Error in words for an operator when there is no such organization or no such user in it.
 */
export async function recoverAdministrator(
  database: Database,
  organization: string,
  email: string,
  passwordHash: string,
): Promise<{ readonly organizationId: string; readonly userId: string }> {
  const known = (await organizationIds(database)).find(
    ({ id, slug }) => id === organization || slug === organization,
  );
  if (known === undefined) throw new Error(`There is no organization ${organization}.`);
  const user = await findLogin(database, email.trim().normalize('NFKC').toLowerCase());
  if (user?.organization_id !== known.id) throw new Error(`${email} is no member of ${organization}.`);
  await database.withTenant(known.id, async (tenant) => {
    await recoverUser(tenant, user.user_id, passwordHash);
    await recordAudit(tenant, {
      actorType: 'system',
      actorId: null,
      actorName: 'operator',
      action: 'member.recovered',
      targetType: 'member',
      targetId: user.user_id,
      targetName: email,
    });
  });
  return { organizationId: known.id, userId: user.user_id };
}
