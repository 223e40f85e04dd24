import type { AppliedMappings } from '../../db/identity/sso/apply-mappings.ts';
import type { ScimContext } from './scim-route.ts';

/** Audits the roles that changed with groups of SCIM, and the administrator who kept the role. */
export async function recordScimRoles(
  { tenant, record }: Pick<ScimContext, 'tenant' | 'record'>,
  { changed, keptAdministrator }: AppliedMappings,
): Promise<void> {
  for (const { id, name, roles } of changed) {
    const target = { type: 'member', id, name };
    await record(tenant, { ...target, action: 'member.roles_mapped', details: { method: 'scim', roles } });
    if (id === keptAdministrator)
      await record(tenant, { ...target, action: 'member.administrator_kept', details: { method: 'scim' } });
  }
}
