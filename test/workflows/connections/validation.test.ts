import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import test from 'ava';
import { preloadSdkModules } from '../../../clients/aws/client-modules.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { Scan } from '../../../api-client/api-types.ts';
import { eventually } from '../../support/eventually.ts';
import {
  clearFaults,
  injectFault,
  randomAwsAccountNumber,
  rootOf,
} from '../../support/aws-emulator-proxy.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import { currentTemplateVersion } from '../../../domain/connections/template-version.ts';
import { clientsOfCollectors } from '../../../domain/discovery/declaration/resource-types.ts';
import { startScan } from '../../support/discovery/scan-fixture.ts';
import { deleteRole, denyUnusedServices, makeRole, trusting } from '../../support/connections/customer.ts';
import { accountById, waitForRunOf } from '../../support/connections/follow.ts';
import {
  addValidated,
  connectStandalone,
  failedChecks as failed,
  trusted,
} from '../../support/connections/validated-account.ts';

const api = useTestApi({ environment: { ONBOARDING_POLL_SECONDS: '300' }, worker: true });
test.before(async () => {
  // A validation calls every service. Loading their packages meanwhile would block the API, which shares this process.
  await preloadSdkModules(clientsOfCollectors(), new AbortController().signal);
});

/** Creates a connection for one test, so that no test waits for the transactions of another. */
const connect = () => connectStandalone(api);

test('connects an account with a valid role, and reports its checks', async (t) => {
  const own = await connect();
  const awsAccountNumber = randomAwsAccountNumber();
  await makeRole(awsAccountNumber, { ...trusted(own), templateVersion: currentTemplateVersion });
  const account = await addValidated(own, awsAccountNumber);
  t.is(account.status, 'connected', JSON.stringify(account.validation));
  t.deepEqual(failed(account), []);
  t.deepEqual(
    account.validation.checks.slice(0, 6).map(({ check }) => check),
    [
      'assume_role_without_external_id',
      'assume_role_with_wrong_external_id',
      'assume_role',
      'caller_identity',
      'template_version',
      'enabled_regions',
    ],
  );
  t.deepEqual(account.template, { version: currentTemplateVersion, behind: false });
  t.deepEqual(account.effective_regions, ['eu-west-1']);
});

test('rejects a role that does not require the external id', async (t) => {
  const own = await connect();
  const awsAccountNumber = randomAwsAccountNumber();
  await makeRole(awsAccountNumber, { condition: {} });
  const account = await addValidated(own, awsAccountNumber);
  t.is(account.status, 'invalid');
  t.regex(failed(account).join(), /^assume_role_without_external_id: /);
  t.regex(account.validation.error ?? '', /does not enforce the external id/);
});

test('rejects a role that accepts any external id', async (t) => {
  const own = await connect();
  const awsAccountNumber = randomAwsAccountNumber();
  await makeRole(awsAccountNumber, { condition: { StringLike: { 'sts:ExternalId': '*' } } });
  const account = await addValidated(own, awsAccountNumber);
  t.is(account.status, 'invalid');
  t.regex(failed(account).join(), /^assume_role_with_wrong_external_id: /);
});

test('reports an account without the role, or with another external id, as unreachable', async (t) => {
  const own = await connect();
  const [absent, others] = [randomAwsAccountNumber(), randomAwsAccountNumber()];
  await makeRole(others, { condition: trusting('external-id-of-another-organization') });
  for (const account of await Promise.all([addValidated(own, absent), addValidated(own, others)])) {
    t.is(account.status, 'unreachable');
    t.regex(failed(account).join(), /^assume_role: User: .* is not authorized to perform: sts:AssumeRole/);
    t.deepEqual(account.validation.missing_permissions, []);
    t.deepEqual(account.template, { behind: false });
  }
});

test('rejects a role whose session belongs to another account', async (t) => {
  const own = await connect();
  const awsAccountNumber = randomAwsAccountNumber();
  await makeRole(awsAccountNumber, trusted(own));
  await injectFault({
    id: `other-${awsAccountNumber}`,
    account: awsAccountNumber,
    service: 'sts',
    operation: 'GetCallerIdentity',
    kind: 'other_account',
  });
  const account = await addValidated(own, awsAccountNumber);
  t.is(account.status, 'invalid');
  t.deepEqual(failed(account), [`caller_identity: expected ${awsAccountNumber}, found 000000000000`]);
});

test('reports a missing permission, and distinguishes a denial by a service control policy', async (t) => {
  const own = await connect();
  const awsAccountNumber = randomAwsAccountNumber();
  await makeRole(awsAccountNumber, { ...trusted(own), without: ['sqs:ListQueues'] });
  await injectFault({
    id: `scp-${awsAccountNumber}`,
    account: awsAccountNumber,
    service: 'sns',
    kind: 'deny_scp',
  });
  const account = await addValidated(own, awsAccountNumber);
  t.is(account.status, 'invalid');
  t.deepEqual(account.validation.missing_permissions, ['sqs:ListQueues']);
  t.deepEqual(account.template, { behind: false }, 'a role without the tag');
  const messages = failed(account);
  t.true(
    messages.some((text) => text.startsWith('probe:sqs: the role lacks sqs:ListQueues in eu-west-1')),
    messages.join('\n'),
  );
  t.false(messages.some((text) => text.startsWith('probe:sns: ')));
  const sns = account.validation.checks.find(({ check }) => check === 'probe:sns');
  t.regex(sns?.message ?? '', /^denied by a service control policy in eu-west-1: /);
});

test('connects a role although a service control policy denies or AWS throttles a call', async (t) => {
  const own = await connect();
  const awsAccountNumber = randomAwsAccountNumber();
  await makeRole(awsAccountNumber, { ...trusted(own), templateVersion: '999' });
  const rules = [
    { service: 'sqs', kind: 'deny_scp' as const },
    { service: 'sns', kind: 'throttle' as const, times: 2 },
  ];
  for (const rule of rules)
    await injectFault({ id: `${rule.kind}-${awsAccountNumber}`, account: awsAccountNumber, ...rule });
  const account = await addValidated(own, awsAccountNumber);
  t.is(account.status, 'connected', JSON.stringify(account.validation));
  t.deepEqual(account.validation.missing_permissions, []);
  t.deepEqual(
    account.validation.checks
      .filter(({ check }) => ['probe:sqs', 'probe:sns'].includes(check))
      .map(({ check, ok }) => [check, ok]),
    [
      ['probe:sns', true],
      ['probe:sqs', true],
    ],
  );
  t.deepEqual(
    account.template,
    { version: '999', behind: false },
    'a template of a newer release is not behind',
  );
});

test('blocks a region that a service control policy denies, until a validation finds it allowed', async (t) => {
  const own = await connect();
  const awsAccountNumber = randomAwsAccountNumber();
  await makeRole(awsAccountNumber, trusted(own));
  const id = `region-${awsAccountNumber}`;
  await injectFault({ id, account: awsAccountNumber, region: 'eu-west-1', kind: 'deny_scp' });
  const account = await addValidated(own, awsAccountNumber);
  t.is(account.status, 'connected', JSON.stringify(account.validation));
  t.deepEqual(
    failed(account).filter((text) => text.includes('service control policy')),
    [],
  );
  const blocked = () =>
    queryAsOwner(
      api.database.url,
      `select region, error ~ 'service control policy' as is_explained, blocked_until > now() as is_blocked
       from blocked_regions where aws_account_id = $1`,
      [account.id],
    );
  t.deepEqual(await blocked(), [{ region: 'eu-west-1', is_explained: true, is_blocked: true }]);
  await clearFaults(awsAccountNumber);
  const params = { path: { id: account.id } };
  const validate = () =>
    waitForRunOf(own.client, own.client.POST('/api/v1/aws/accounts/{id}/validate', { params }));
  // The first one can be the validation that the addition started.
  await validate();
  t.is((await validate()).status, 'succeeded');
  t.deepEqual(await blocked(), []);
});

test('reads the template version of a role, and reports an unreadable one as unknown', async (t) => {
  const own = await connect();
  // Makes the role invalid, so that no scan starts.
  const without = ['sqs:ListQueues'];
  const roles: readonly [object, object][] = [
    [
      { templateVersion: '0', without },
      { version: '0', behind: true },
    ],
    [{ templateVersion: 'latest', without }, { behind: false }],
    [{ templateVersion: '0', without: [...without, 'iam:ListRoleTags'] }, { behind: false }],
    [
      { templateVersion: '999', without },
      { version: '999', behind: false },
    ],
  ];
  await Promise.all(
    roles.map(async ([role, template]) => {
      const awsAccountNumber = randomAwsAccountNumber();
      await makeRole(awsAccountNumber, { ...trusted(own), ...role });
      t.deepEqual(
        (await addValidated(own, awsAccountNumber)).template as object,
        template,
        JSON.stringify(role),
      );
    }),
  );
});

test('keeps the status of a connected account when AWS cannot be reached', async (t) => {
  const own = await connect();
  const awsAccountNumber = randomAwsAccountNumber();
  await makeRole(awsAccountNumber, trusted(own));
  const { id } = await addValidated(own, awsAccountNumber);
  const validate = () =>
    waitForRunOf(
      own.client,
      own.client.POST('/api/v1/aws/accounts/{id}/validate', { params: { path: { id } } }),
    );
  // Waits for the validation that the addition started, if it is still active.
  await validate();
  await injectFault({
    id: `unreachable-${awsAccountNumber}`,
    account: awsAccountNumber,
    service: 'sts',
    operation: 'GetCallerIdentity',
    kind: 'unreachable',
  });
  t.is((await validate()).status, 'failed');
  t.is((await accountById(own.client, id)).status, 'connected');
});

test('keeps an account connected whose older role lacks the permissions of a newer collector', async (t) => {
  const own = await connect();
  const awsAccountNumber = randomAwsAccountNumber();
  await makeRole(awsAccountNumber, { ...trusted(own), templateVersion: '0' });
  const { id, status } = await addValidated(own, awsAccountNumber);
  t.is(status, 'connected');
  const account = awsAccountNumber;
  await injectFault({ id: `newer-${account}`, account, service: 'sqs', kind: 'deny' });
  const validate = () => own.client.POST('/api/v1/aws/accounts/{id}/validate', { params: { path: { id } } });
  // Waits for the validation that the addition started, if it is still active.
  await waitForRunOf(own.client, validate());
  await waitForRunOf(own.client, validate());
  const found = await accountById(own.client, id);
  t.is(found.status, 'connected');
  t.deepEqual(found.validation.missing_permissions, ['sqs:ListQueues']);
  t.deepEqual(found.template, { version: '0', behind: true });
});

test('fails the scan and keeps the inventory when the role was deleted after validation', async (t) => {
  const own = await connect();
  const { client } = own;
  const awsAccountNumber = randomAwsAccountNumber();
  await denyUnusedServices(awsAccountNumber, ['sqs']);
  await makeRole(awsAccountNumber, trusted(own));
  await new SQSClient(rootOf(awsAccountNumber)).send(new CreateQueueCommand({ QueueName: 'orders' }));
  const { id } = await addValidated(own, awsAccountNumber);
  const waitForScan = (trigger: Scan['trigger']) =>
    eventually(`the ${trigger} scan to end`, async () => {
      const query = { aws_account_id: id, trigger };
      const { items } = await dataOf(client.GET('/api/v1/scans', { params: { query } }));
      return items.find(({ status }) => status !== 'queued' && status !== 'running');
    });
  await waitForScan('onboarding');
  await deleteRole(awsAccountNumber);
  await startScan(client, { aws_account_id: id, resource_types: ['AWS::SQS::Queue'] });
  const ended = await waitForScan('manual');
  t.is(ended.status, 'failed');
  const scan = await dataOf(client.GET('/api/v1/scans/{id}', { params: { path: { id: ended.id } } }));
  t.deepEqual([...new Set(scan.failures.map(({ outcome }) => outcome))], ['denied']);
  const query = { status: 'active' as const };
  const active = await dataOf(client.GET('/api/v1/resources', { params: { query } }));
  t.true(active.items.some(({ name }) => name === 'orders'));

  const validation = client.POST('/api/v1/aws/accounts/{id}/validate', { params: { path: { id } } });
  t.is((await waitForRunOf(client, validation)).status, 'succeeded');
  const account = await accountById(client, id);
  t.is(account.status, 'unreachable');
  t.regex(failed(account).join(), /^assume_role: /);
  const rejected = await client.POST('/api/v1/scans', { body: { aws_account_id: id } });
  t.deepEqual([rejected.response.status, rejected.error?.code], [400, 'validation_failed']);
});
