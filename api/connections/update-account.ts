import { z } from 'zod';
import { globalRegion } from '../../domain/values.ts';
import { getAccount, lockAccount, updateAccount as store } from '../../db/connections/account-store.ts';
import { lockConnection, refreshConnectionStatus } from '../../db/connections/connection-store.ts';
import { markOtherRegionsUnobserved, markUnobserved } from '../../db/inventory/mark-unobserved.ts';
import { removeAccountsFromScans } from '../../db/discovery/scan-store.ts';
import { propertiesOf } from '../http/request/properties-of.ts';
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
  summary: 'Update an account',
  description:
    'Resources in an excluded account or in a removed region become `unobserved`. Empty `regions` and a `null` ' +
    '`scan_interval_minutes` inherit the values of the connection.',
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
    const { connectionId } = await getAccount(tenant, params.id);
    // Locks the connection before the account, in the same order as other transactions, to avoid deadlocks.
    await lockConnection(tenant, connectionId);
    const before = await lockAccount(tenant, params.id);
    if (body.regions !== undefined) requireRegions(body.regions, before.enabledRegions);
    const after = await store(tenant, before.id, propertiesOf(body));
    if (before.included && !after.included) {
      await removeAccountsFromScans(tenant, [after.id]);
      await markUnobserved(tenant, [after.id]);
    } else if (body.regions !== undefined) {
      await markOtherRegionsUnobserved(tenant, after.id, [globalRegion, ...after.effectiveRegions]);
    }
    if (before.included !== after.included) await refreshConnectionStatus(tenant, after.connectionId);
    const name = after.name ?? after.accountId;
    audit({ type: 'account', id: after.id, name, details: { changed: Object.keys(body) } });
    return readAccount(tenant, after.id);
  },
});
