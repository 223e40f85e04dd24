import { z } from 'zod';
import { accountStatuses } from '../../domain/values.ts';
import { listAccounts as read } from '../../db/connections/account-read-model.ts';
import type { AccountFilters } from '../../db/connections/account-read-model.ts';
import { getConnection } from '../../db/connections/connection-store.ts';
import { cutPage, flag, listOf, pager, pagingParameters, repeatable } from '../http/list.ts';
import type { Principal } from '../http/access/principal.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import type { Services } from '../services.ts';
import type { Tenant } from '../../db/tenant.ts';
import { Account, presentAccount, tag } from './schemas.ts';

export const listAccounts = operation({
  id: 'listAccounts',
  method: 'GET',
  path: '/aws/accounts',
  tag,
  summary: 'List accounts',
  access: 'accounts:read',
  query: z.strictObject({
    connection_id: repeatable(id),
    status: repeatable(z.enum(accountStatuses)),
    included: flag.optional(),
    q: z.string().max(200).optional().describe('Substring of the name, account id, email or OU path'),
    ...pagingParameters,
  }),
  success: [200, listOf(Account)],
  handle: (context) => listPage(context, 'accounts', context.query, context.query),
});

export const listConnectionAccounts = operation({
  id: 'listConnectionAccounts',
  method: 'GET',
  path: '/aws/connections/{id}/accounts',
  tag,
  summary: 'List the accounts of a connection',
  access: 'accounts:read',
  query: z.strictObject(pagingParameters),
  success: [200, listOf(Account)],
  async handle(context) {
    const { id } = await getConnection(context.tenant, context.params.id);
    return listPage(context, `connection-accounts ${id}`, context.query, { connection_id: [id] });
  },
});

async function listPage(
  context: { readonly principal: Principal; readonly services: Services; readonly tenant: Tenant },
  name: string,
  query: Parameters<typeof pager>[2],
  filters: AccountFilters,
) {
  const { request, envelope } = pager(context, name, query);
  const rows = await read(context.tenant, filters, request.limit, request.after?.[0]?.toString());
  return envelope(
    cutPage(rows, request.limit, (account) => [account.id]),
    presentAccount,
  );
}
