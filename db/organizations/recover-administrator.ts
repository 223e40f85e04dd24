import { normalizeEmail } from '../../domain/identity/normalize-email.ts';
import { recordAudit } from './audit-store.ts';
import type { Database } from '../tenant.ts';
import { findLogin, recoverUser } from '../identity/user-store.ts';
import { queueInference } from '../ownership/inference/inference-queue.ts';
import { recordUserStatusChange } from '../ownership/owners/record-status-change.ts';
import { organizationIdOf } from './organization-store.ts';

/**
 * Restores access to an organization: activates one of its users as an administrator with the given password hash and
 * revokes the user's sessions. Records an audit entry of the actor `operator`. `organization` is a slug or an id.
 * @throws Error when the organization, or the user in it, does not exist; the message is for the operator.
 */
export async function recoverAdministrator(
  database: Database,
  organization: string,
  email: string,
  passwordHash: string,
): Promise<{ readonly organizationId: string; readonly userId: string }> {
  const organizationId = await organizationIdOf(database, organization);
  const user = await findLogin(database.outside, normalizeEmail(email.trim()));
  if (user?.organizationId !== organizationId)
    throw new Error(`${email} is not a member of ${organization}.`);
  await database.withTenant(organizationId, async (tenant) => {
    const before = await recoverUser(tenant, user.userId, passwordHash);
    if (before?.status === 'deactivated')
      await queueInference(tenant, 'application', await recordUserStatusChange(tenant, before, undefined));
    await recordAudit(tenant, {
      actorType: 'system',
      actorId: undefined,
      actorName: 'operator',
      action: 'member.recovered',
      targetType: 'member',
      targetId: user.userId,
      targetName: email,
    });
  });
  return { organizationId, userId: user.userId };
}
