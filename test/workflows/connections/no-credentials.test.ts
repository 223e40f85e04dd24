import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { freePort } from '../../../dev/stack/ports.ts';
import { startWorkerProcess } from '../../faults/support/worker-process.ts';
import { eventually } from '../../support/eventually.ts';
import { randomAwsAccountNumber } from '../../support/aws-emulator-proxy.ts';
import { createClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import { makeRole, trusting } from '../../support/connections/customer.ts';
import { accountById, waitForRunOf } from '../../support/connections/follow.ts';

const api = useTestApi({ environment: { ONBOARDING_POLL_SECONDS: '300' } });

/** The environment variables of the test process without AWS credentials. */
const environmentWithoutCredentials = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^AWS_(ACCESS|SECRET|SESSION|PROFILE)/.test(name)),
  ),
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_CONFIG_FILE: '/dev/null',
};

test('an API without AWS credentials is ready, and rejects operations that need them', async (t) => {
  const { client, tokens } = await api.signUp();
  const port = String(await freePort());
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../../api/main.ts', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...environmentWithoutCredentials,
      DATABASE_URL: api.configuration.databaseUrl,
      TEMPORAL_ADDRESS: api.configuration.temporalAddress,
      PORT: port,
      METRICS_PORT: '0',
      LOG_LEVEL: 'silent',
    },
  });
  const exited = once(child, 'exit');
  try {
    const url = `http://127.0.0.1:${port}`;
    await eventually('the API to start', async () => (await fetch(`${url}/api/v1/healthz`)).ok);
    const without = createClient(url, tokens.access_token);
    t.is((await without.GET('/api/v1/readyz')).response.status, 200);
    const body = { name: 'Main', kind: 'standalone' as const };
    const { items } = await dataOf(without.GET('/api/v1/aws/connections'));
    t.deepEqual(items, [], 'read operations work');
    const { id } = await dataOf(client.POST('/api/v1/aws/connections', { body }));
    const params = { path: { id } };
    for (const { response, error } of [
      await without.POST('/api/v1/aws/connections', { body }),
      await without.POST('/api/v1/aws/connections/{id}/validate', { params }),
      await without.POST('/api/v1/aws/connections/{id}/upgrade-template', { params }),
    ])
      t.deepEqual([response.status, error?.code], [503, 'provider_unavailable'], response.url);
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
});

test('fails the run of a worker without AWS credentials, and records no checks of the account', async (t) => {
  const { client } = await api.signUp();
  const connection = await dataOf(
    client.POST('/api/v1/aws/connections', {
      body: { name: 'Main', kind: 'standalone', regions: ['eu-west-1'] },
    }),
  );
  const awsAccountNumber = randomAwsAccountNumber();
  await makeRole(awsAccountNumber, {
    condition: trusting(connection.external_id),
    may: ['ec2:DescribeRegions'],
  });
  const { id } = await dataOf(
    client.POST('/api/v1/aws/connections/{id}/accounts', {
      params: { path: { id: connection.id } },
      body: { account_id: awsAccountNumber },
    }),
  );
  const validate = () =>
    waitForRunOf(client, client.POST('/api/v1/aws/accounts/{id}/validate', { params: { path: { id } } }));
  let worker = startWorkerProcess(api.configuration, environmentWithoutCredentials);
  try {
    const run = await validate();
    t.is(run.status, 'failed');
    t.regex(run.error ?? '', /no valid AWS credentials/);
    const after = await accountById(client, id);
    t.is(after.status, 'validating');
    t.deepEqual(after.validation.checks, []);
    await worker.kill();
    worker = startWorkerProcess(api.configuration);
    t.is((await validate()).status, 'succeeded');
    t.is((await accountById(client, id)).status, 'invalid', 'a worker with credentials checks the account');
  } finally {
    await worker.kill();
  }
});
