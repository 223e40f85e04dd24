import type { Request, Response } from 'express';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { getUser, replaceEmail } from '../../db/identity/user-store.ts';
import type { EmailOwner } from '../../db/identity/user-store.ts';
import { recordAudit } from '../../db/organizations/audit-store.ts';
import { deactivateUser } from '../../db/organizations/member-store.ts';
import { recordUserStatusChange } from '../../db/ownership/owners/record-status-change.ts';
import { auditOriginOf } from '../http/audit.ts';
import type { Services } from '../services.ts';

/** Deactivates a user of another organization who never proved the address, and frees the address. */
export async function releaseEmail(
  context: { readonly services: Services; readonly request: Request; readonly response: Response },
  owner: EmailOwner,
): Promise<void> {
  const { services } = context;
  await services.database.withTenant(owner.organizationId, async (tenant) => {
    const user = await getUser(tenant, owner.userId);
    if (user.emailVerifiedAt !== undefined) return;
    const { changed } = await deactivateUser(tenant, user.id, false);
    await replaceEmail(tenant, user.id, `${user.id}@released.invalid`);
    if (changed) {
      const applications = await recordUserStatusChange(tenant, user, undefined);
      await requestInference(tenant, services, 'application', applications);
    }
    await recordAudit(tenant, {
      ...auditOriginOf(context),
      actorType: 'system',
      actorId: undefined,
      action: 'member.email_released',
      targetType: 'member',
      targetId: user.id,
      targetName: user.name,
      details: { email: user.email },
    });
  });
}
