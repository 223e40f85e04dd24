import type { Tenant } from '../../db/tenant.ts';

// Replaced by db/mapping/match-entries.ts when it is merged.
export async function matchSource(
  _tenant: Tenant,
  _stateSourceId: string,
  _releasedResourceIds: readonly string[] = [],
): Promise<void> {}

export async function rematchAccount(_tenant: Tenant, _awsAccountId: string): Promise<void> {}
