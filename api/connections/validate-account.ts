import { errors } from '../../domain/errors.ts';
import { getAccount } from '../../db/connections/account-store.ts';
import { getConnection } from '../../db/connections/connection-store.ts';
import { operation } from '../http/operation.ts';
import { Accepted } from '../http/schemas.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import { tag } from './schemas.ts';

export const validateAccount = operation({
  id: 'validateAccount',
  method: 'POST',
  path: '/aws/accounts/{id}/validate',
  tag,
  summary: 'Validate an account',
  access: 'accounts:manage',
  audit: 'account.validation_requested',
  success: [202, Accepted],
  errors: ['conflict', 'provider_unavailable'],
  async handle({ params, principal, tenant, services, audit }) {
    const account = await getAccount(tenant, params.id);
    const connection = await getConnection(tenant, account.connectionId);
    if (connection.status === 'deleting') throw errors.conflict('The connection is being deleted.');
    await services.serviceCredentials.check();
    const name = account.name ?? account.accountId;
    const { run_id } = await launchRun(tenant, services, {
      kind: 'validate_account',
      subjectId: account.id,
      awsAccountNumber: account.accountId,
      description: name,
      requestedBy: principal.id,
    });
    audit({ type: 'account', id: account.id, name });
    return { run_id };
  },
});
