import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { freePort } from '../../../dev/stack/ports.ts';
import { startWorkerProcess } from '../../faults/support/worker-process.ts';
import { eventually } from '../../support/eventually.ts';
import { randomAwsAccountNumber } from '../../support/aws-emulator-proxy.ts';
import { createClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import { makeRole, trusting } from '../../support/connections/customer.ts';
import { runEnded, runOf } from '../../support/connections/follow.ts';
import type { AccountAnswer, ConnectionAnswer } from '../../support/connections/follow.ts';

const api = useTestApi({ environment: { ONBOARDING_POLL_SECONDS: '300' } });

/** The environment of the tests without AWS credentials. */
const bare = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^AWS_(ACCESS|SECRET|SESSION|PROFILE)/.test(name)),
  ),
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_CONFIG_FILE: '/dev/null',
};

test('reports an API without AWS credentials as not ready, and rejects operations that need them', async (t) => {
  const { client, tokens } = await api.signUp();
  const port = String(await freePort());
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../../api/main.js', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...bare,
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
    const without = createClient(url, String(tokens['access_token']));
    const unavailable = { status: 503, body: { code: 'provider_unavailable' } };
    const ready = await without.get('/readyz');
    t.like(ready, unavailable);
    t.regex(String(ready.body['message']), /AWS credentials/);
    const connection = { name: 'Main', kind: 'standalone' };
    t.like(await without.post('/aws/connections', connection), unavailable);
    t.deepEqual((await without.get('/aws/connections')).body, { items: [] }, 'read operations work');
    const { body } = await client.post<ConnectionAnswer>('/aws/connections', connection);
    for (const work of ['validate', 'upgrade-template'])
      t.like(await without.post(`/aws/connections/${body.id}/${work}`), unavailable, work);
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
});

test('fails the run of a worker without AWS credentials, and records no checks of the account', async (t) => {
  const { client } = await api.signUp();
  const { body: connection } = await client.post<ConnectionAnswer>('/aws/connections', {
    name: 'Main',
    kind: 'standalone',
    regions: ['eu-west-1'],
  });
  const awsAccountNumber = randomAwsAccountNumber();
  await makeRole(awsAccountNumber, {
    condition: trusting(connection.external_id),
    may: ['ec2:DescribeRegions'],
  });
  const added = await client.post<AccountAnswer>(`/aws/connections/${connection.id}/accounts`, {
    account_id: awsAccountNumber,
  });
  const account = `/aws/accounts/${added.body.id}`;
  let worker = startWorkerProcess(api.configuration, bare);
  try {
    const { body } = await client.post(`${account}/validate`);
    const run = await runEnded(client, body['run_id']);
    t.is(run.status, 'failed');
    t.regex(run.error ?? '', /no valid AWS credentials/);
    const { body: after } = await client.get<AccountAnswer>(account);
    t.is(after.status, 'validating');
    t.deepEqual(after.validation.checks, []);
    await worker.kill();
    worker = startWorkerProcess(api.configuration);
    t.is((await runOf(client, `${account}/validate`)).status, 'succeeded');
    t.is(
      (await client.get<AccountAnswer>(account)).body.status,
      'invalid',
      'a worker with credentials checks the account',
    );
  } finally {
    await worker.kill();
  }
});
