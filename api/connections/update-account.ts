import { z } from 'zod';
import { globalRegion } from '../../domain/values.ts';
import { getAccount, lockAccount, updateAccount as store } from '../../db/connections/account-store.ts';
import { lockConnection, refreshConnectionStatus } from '../../db/connections/connection-store.ts';
import { markOtherRegionsUnobserved, markUnobserved } from '../../db/inventory/mark-unobserved.ts';
import { removeAccountsFromScans } from '../../db/discovery/scan-store.ts';
import { operation } from '../http/operation.ts';
import {
  Account,
  accountName,
  readAccount,
  regionList,
  requireRegions,
  scanInterval,
  tag,
} from './schemas.ts';

export const updateAccount = operation({
  id: 'updateAccount',
  method: 'PATCH',
  path: '/aws/accounts/{id}',
  tag,
  summary: "Change an account's inclusion, regions, name or interval",
  description:
    'What was found in an account or a region that is no longer scanned becomes `unobserved`. Empty `regions` and a ' +
    "null interval mean the connection's.",
  access: 'accounts:manage',
  audit: 'account.updated',
  body: z.strictObject({
    included: z.boolean().optional(),
    regions: regionList.optional(),
    name: accountName.optional(),
    scan_interval_minutes: scanInterval.nullable().optional(),
  }),
  success: [200, Account],
  errors: ['conflict'],
  async handle({ body, params, tenant, audit }) {
    const { connection_id: connectionId } = await getAccount(tenant, params.id);
    // The connection before its accounts, as everywhere: the other way round, two requests could wait for each other.
    await lockConnection(tenant, connectionId);
    const before = await lockAccount(tenant, params.id);
    if (body.regions !== undefined) requireRegions(body.regions, before.enabled_regions);
    const after = await store(tenant, before.id, body);
    if (before.included && !after.included) {
      await removeAccountsFromScans(tenant, [after.id]);
      await markUnobserved(tenant, [after.id]);
    } else if (body.regions !== undefined) {
      await markOtherRegionsUnobserved(tenant, after.id, [globalRegion, ...after.effective_regions]);
    }
    if (before.included !== after.included) await refreshConnectionStatus(tenant, after.connection_id);
    const name = after.name ?? after.account_id;
    audit({ type: 'account', id: after.id, name, details: { changed: Object.keys(body) } });
    return readAccount(tenant, after.id);
  },
});
