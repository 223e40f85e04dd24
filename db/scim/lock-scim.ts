import { findSsoConfiguration } from '../identity/sso/sso-configuration-store.ts';
import { lockOrganization } from '../lock-organization.ts';
import type { Tenant } from '../tenant.ts';

/**
 * Serializes the writes of the organization by SCIM, and keeps its configuration of single sign-on as it is until the transaction
 * ends. A new group writes the configuration: `update`.
 */
export async function lockScim(tenant: Tenant, configuration: 'share' | 'update'): Promise<void> {
  await lockOrganization(tenant, 'scim');
  await findSsoConfiguration(tenant, configuration);
}
