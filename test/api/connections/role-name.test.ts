import test from 'ava';
import { storeValidation } from '../../../db/connections/account-store.ts';
import { lockConnection } from '../../../db/connections/connection-store.ts';
import { recordRoleCheck } from '../../../db/connections/role-check-store.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { randomAwsAccountNumber } from '../../support/aws-emulator-proxy.ts';
import { expectError } from '../../support/expect-error.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';

// Without a worker, so that no run ends.
const api = useTestApi();

/** Creates a connection with an account that is connected, as after a validation of its role. */
async function connect() {
  const { client, organizationId } = await api.signUp();
  const connection = await dataOf(
    client.POST('/api/v1/aws/connections', { body: { name: 'Main', kind: 'standalone' } }),
  );
  const account = await dataOf(
    client.POST('/api/v1/aws/connections/{id}/accounts', {
      params: { path: { id: connection.id } },
      body: { account_id: randomAwsAccountNumber() },
    }),
  );
  await queryAsOwner(
    api.database.url,
    `with checked as (
       insert into role_checks (organization_id, connection_id, role_arn, external_id, outcome)
       select a.organization_id, c.id, a.role_arn, c.external_id, 'connected'
       from aws_accounts a join aws_connections c on c.id = a.connection_id where a.id = $1)
     update aws_accounts set status = 'connected', template_version = '1', stack_id = 'stack', schedule_due = false,
       validation = '{"checks": [{"check": "assume_role", "ok": true, "message": ""}], "missing_permissions": []}'
     where id = $1`,
    [account.id],
  );
  return {
    client,
    organizationId,
    connectionId: connection.id,
    accountId: account.id,
    rename: (role_name: string) =>
      client.PATCH('/api/v1/aws/connections/{id}', {
        params: { path: { id: connection.id } },
        body: { role_name },
      }),
    row: async () => {
      const [row] = await queryAsOwner<Record<string, unknown>>(
        api.database.url,
        `select status, template_version, stack_id, schedule_due, validation, split_part(role_arn, '/', 2) as role,
           (select count(*)::int from role_checks k where k.connection_id = a.connection_id) as checks,
           (select count(*)::int from runs r where r.subject_id = a.connection_id and r.kind = 'validate_connection') as runs
         from aws_accounts a where id = $1`,
        [account.id],
      );
      return row;
    },
  };
}

test('a new role name sets the accounts to pending, deletes the checks and starts a validation', async (t) => {
  const { rename, row } = await connect();
  await dataOf(rename('CloudInventoryReader'));
  const unchanged = await row();
  t.deepEqual([unchanged?.['status'], unchanged?.['checks'], unchanged?.['runs']], ['connected', 1, 0]);

  const connection = await dataOf(rename('OtherReader'));
  t.is(connection.role_name, 'OtherReader');
  t.is(connection.status, 'pending');
  t.deepEqual(await row(), {
    status: 'pending',
    template_version: null,
    stack_id: null,
    schedule_due: true,
    validation: { checks: [], missing_permissions: [] },
    role: 'OtherReader',
    checks: 0,
    runs: 1,
  });
});

test('rejects a new role name while a validation of the connection is active', async (t) => {
  const { client, connectionId, rename, row } = await connect();
  const params = { path: { id: connectionId } };
  await dataOf(client.POST('/api/v1/aws/connections/{id}/validate', { params }));
  await expectError(t, rename('OtherReader'), 409, 'conflict');
  const unchanged = await row();
  t.deepEqual([unchanged?.['status'], unchanged?.['role']], ['connected', 'CloudInventoryReader']);
});

test('stores the check of a role while a request has locked the connection', async (t) => {
  const { organizationId, connectionId } = await connect();
  const { database } = api.services;
  const awsAccountNumber = randomAwsAccountNumber();
  const roleArn = `arn:aws:iam::${awsAccountNumber}:role/CloudInventoryReader`;
  const role = { organizationId, connectionId, awsAccountNumber, roleArn, externalId: 'external-id' };
  await database.withTenant(organizationId, async (locking) => {
    await lockConnection(locking, connectionId);
    await t.notThrowsAsync(
      database.withTenant(organizationId, (tenant) => recordRoleCheck(tenant, role, 'connected')),
    );
  });
});

test('only an account that is connected when a result is stored stays connected', async (t) => {
  const { accountId, organizationId } = await connect();
  const result = {
    status: 'invalid' as const,
    keepsConnected: true,
    roleArn: undefined,
    validation: { checks: [], missing_permissions: ['sqs:ListQueues'] },
    templateVersion: '0',
    cloudControlGroups: undefined,
    stackId: undefined,
    enabledRegions: undefined,
  };
  const store = () =>
    api.services.database.withTenant(organizationId, (tenant) => storeValidation(tenant, accountId, result));
  t.is(await store(), 'connected');
  await queryAsOwner(api.database.url, "update aws_accounts set status = 'validating' where id = $1", [
    accountId,
  ]);
  t.is(await store(), 'invalid');
});
