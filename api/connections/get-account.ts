import { operation } from '../http/operation.ts';
import { Account, readAccount, tag } from './schemas.ts';

export const getAccount = operation({
  id: 'getAccount',
  method: 'GET',
  path: '/aws/accounts/{id}',
  tag,
  summary: 'Get an account',
  access: 'accounts:read',
  success: [200, Account],
  handle: ({ params, tenant }) => readAccount(tenant, params.id),
});
