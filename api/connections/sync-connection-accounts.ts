import { errors } from '../../domain/errors.ts';
import { lockConnection } from '../../db/connections/connection-store.ts';
import { operation } from '../http/operation.ts';
import { Accepted } from '../http/schemas.ts';
import { launchConnectionRun } from './launch-connection-run.ts';
import { tag } from './schemas.ts';

export const syncConnectionAccounts = operation({
  id: 'syncConnectionAccounts',
  method: 'POST',
  path: '/aws/connections/{id}/sync-accounts',
  tag,
  summary: 'Sync the accounts of a connection with its AWS organization',
  access: 'connections:manage',
  audit: 'connection.sync_requested',
  success: [202, Accepted],
  errors: ['conflict', 'provider_unavailable'],
  async handle(context) {
    const connection = await lockConnection(context.tenant, context.params.id);
    if (connection.kind !== 'organization')
      throw errors.conflict('A standalone connection has no AWS organization to sync.');
    return launchConnectionRun(context, connection, 'sync_accounts');
  },
});
