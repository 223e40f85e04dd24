import { z } from 'zod';
import { partitionOfArn } from '../../domain/discovery/regions/aws-partition.ts';
import { addAccount as store } from '../../db/connections/account-store.ts';
import { lockConnection } from '../../db/connections/connection-store.ts';
import { operation } from '../http/operation.ts';
import { accountNumber } from '../http/schemas.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { Account, accountName, readAccount, tag } from './schemas.ts';

export const addAccount = operation({
  id: 'addAccount',
  method: 'POST',
  path: '/aws/connections/{id}/accounts',
  tag,
  summary: 'Add an account to a connection',
  description: 'Starts the validation of the account.',
  access: 'accounts:manage',
  audit: 'account.added',
  body: z.strictObject({ account_id: accountNumber, name: accountName.optional() }),
  success: [201, Account],
  errors: ['account_exists', 'conflict'],
  async handle({ body, params, principal, tenant, services, audit }) {
    const connection = await lockConnection(tenant, params.id);
    const account = await store(tenant, connection, {
      awsAccountNumber: body.account_id,
      name: body.name,
      partition: partitionOfArn(services.configuration.servicePrincipalArn),
    });
    await launchRun(tenant, services, {
      kind: 'validate_account',
      subjectId: account.id,
      awsAccountNumber: account.accountId,
      description: account.name ?? account.accountId,
      requestedBy: principal.id,
    });
    audit({ type: 'account', id: account.id, name: account.name ?? account.accountId });
    return readAccount(tenant, account.id);
  },
});
