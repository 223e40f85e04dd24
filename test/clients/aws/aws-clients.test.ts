import test from 'ava';
import { assumeRole } from '../../../clients/aws/assume-role.ts';
import type { AwsCaller } from '../../../clients/aws/aws-caller.ts';
import { createAwsClients } from '../../../clients/aws/aws-clients.ts';
import { classifyAwsError } from '../../../clients/aws/classify-aws-error.ts';
import { loadSdkModule } from '../../../clients/aws/client-modules.ts';
import { SERVICES } from '../../../domain/discovery/collectors/index.ts';
import { clearFaults, countedCalls, injectFault } from '../../support/aws-emulator-proxy.ts';
import { REGION } from '../../../dev/resource-fixtures/emulated-account.ts';
import { emulatedAccount } from '../../support/discovery/emulated-account.ts';
import { testStack } from '../../support/stack.ts';

test('every declared operation exists in its SDK package', async (t) => {
  for (const { client, probe, precondition, types } of SERVICES) {
    const details = types.flatMap(({ details, tags }) => [
      ...(details ?? []),
      ...(tags && 'call' in tags ? [tags.call] : []),
    ]);
    for (const call of [
      probe,
      ...(precondition ? [precondition] : []),
      ...types.flatMap(({ list }) => (list.forEach ? [list, list.forEach] : [list])),
      ...details,
    ]) {
      const module = await loadSdkModule(call.client ?? client);
      t.notThrows(() => module.createCommand(call.operation, {}), `${client} ${call.operation}`);
    }
  }
});

test('assumes a role with its external id and calls AWS in its account', async (t) => {
  const { awsAccountNumber, product } = await emulatedAccount();
  const identity = await product.call({ client: 'sts', region: REGION, operation: 'GetCallerIdentity' });
  t.like(identity, { Account: awsAccountNumber });
});

test('uses STS in the region of the call when STS in the main region fails', async (t) => {
  const { awsAccountNumber, product } = await emulatedAccount();
  await injectFault({
    id: `no-sts-${awsAccountNumber}`,
    account: awsAccountNumber,
    region: 'us-east-1',
    kind: 'unreachable',
  });
  const getIdentity = (region: string) =>
    product.call({ client: 'sts', region, operation: 'GetCallerIdentity' });
  await t.throwsAsync(getIdentity('us-east-1'));
  t.like(await getIdentity('eu-west-1'), { Account: awsAccountNumber });
  await clearFaults(awsAccountNumber);
  const assumed = (await countedCalls(awsAccountNumber)).filter(
    ({ operation }) => operation === 'AssumeRole',
  );
  t.deepEqual(
    assumed.map(({ region, calls }) => ({ region, calls })).sort((a, b) => (a.region < b.region ? -1 : 1)),
    [
      { region: 'eu-west-1', calls: 1 },
      { region: 'us-east-1', calls: 2 },
    ],
  );
});

test('callers of the same role share their credentials', async (t) => {
  const clients = createAwsClients({ endpoint: testStack().awsEndpointUrl });
  const role = { roleArn: 'arn:aws:iam::123456789012:role/a', externalId: 'x' };
  t.is(clients.forRole(role), clients.forRole({ ...role }));
  t.not(clients.forRole(role), clients.forRole({ ...role, externalId: 'y' }));
  clients.close();
});

function sts(expiresInMs: number): { caller: AwsCaller; asked: () => number } {
  let count = 0;
  return {
    asked: () => count,
    caller: {
      call: () => {
        count += 1;
        const Expiration = new Date(Date.now() + expiresInMs);
        return Promise.resolve({
          Credentials: { AccessKeyId: `a${count}`, SecretAccessKey: 's', SessionToken: 't', Expiration },
        });
      },
    },
  };
}

test('concurrent calls share one request for credentials', async (t) => {
  const { caller, asked } = sts(3_600_000);
  const credentials = assumeRole(caller, { roleArn: 'arn:aws:iam::1:role/a' });
  await Promise.all([credentials.get(), credentials.get()]);
  const first = await credentials.get();
  t.is(asked(), 1);
  credentials.invalidate(first);
  t.is((await credentials.get()).accessKeyId, 'a2');
  credentials.invalidate(first);
  t.is((await credentials.get()).accessKeyId, 'a2', 'these have been renewed since');
});

test('renews credentials that expire within five minutes', async (t) => {
  const { caller, asked } = sts(4 * 60_000);
  const credentials = assumeRole(caller, { roleArn: 'arn:aws:iam::1:role/a' });
  await credentials.get();
  await credentials.get();
  t.is(asked(), 2);
});

test('a rejection of the credentials of this service is an error, not a denial by the account', async (t) => {
  for (const code of ['InvalidClientTokenId', 'ExpiredToken', 'SignatureDoesNotMatch', 'AccessDenied']) {
    const rejected = Object.assign(new Error(code), { name: code, $metadata: { httpStatusCode: 403 } });
    const credentials = assumeRole(
      { call: () => Promise.reject(rejected) },
      { roleArn: 'arn:aws:iam::1:role/a' },
    );
    const failure = classifyAwsError(await t.throwsAsync(credentials.get()));
    if (code === 'AccessDenied') t.is(failure.outcome, 'denied');
    else t.like(failure, { outcome: 'error', message: 'This service has no AWS credentials.' });
  }
});

test('requests a denied role again at the next call', async (t) => {
  let refuse = true;
  const { caller } = sts(3_600_000);
  const credentials = assumeRole(
    { call: (request) => (refuse ? Promise.reject(new Error('AccessDenied')) : caller.call(request)) },
    { roleArn: 'arn:aws:iam::1:role/a' },
  );
  await t.throwsAsync(credentials.get(), { message: 'AccessDenied' });
  refuse = false;
  await t.notThrowsAsync(credentials.get());
});
