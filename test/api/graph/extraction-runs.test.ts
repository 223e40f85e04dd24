import { randomInt, randomUUID } from 'node:crypto';
import test from 'ava';
import { requestFullExtractions } from '../../../activities/graph/request-full-extractions.ts';
import { repeatRequestedExtraction, requestExtraction } from '../../../commands/graph/request-extraction.ts';
import { finishRun } from '../../../db/runs/run-store.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { connectOwner } from '../../support/discovery/owner.ts';
import { expectError } from '../../support/expect-error.ts';
import { insertAccounts, putResources } from '../../support/graph/insert-resources.ts';
import type { TestClient } from '../../support/test-api.ts';
import { useFixture } from '../../support/use-fixture.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();
const owner = useFixture(
  () => Promise.resolve(connectOwner(api.database.url)),
  (connection) => connection.close(),
);

async function makeAccount() {
  const { client, organizationId } = await api.signUp();
  const number = String(randomInt(1e11, 9e11));
  const [accountId = ''] = await insertAccounts(owner, organizationId, [number]);
  const { database } = api.services;
  const request = (trigger: 'scan' | 'schedule', mode: 'incremental' | 'full') =>
    database.withTenant(organizationId, (tenant) =>
      requestExtraction(tenant, api.services, { id: accountId, accountId: number }, trigger, mode),
    );
  const finish = (runId: string) =>
    database.withTenant(organizationId, (tenant) => finishRun(tenant, runId, 'succeeded'));
  const repeat = () =>
    database.withTenant(organizationId, (tenant) =>
      repeatRequestedExtraction(tenant, api.services, accountId),
    );
  return { client, organizationId, accountId, request, finish, repeat };
}

const post = (client: TestClient, accountId: string) =>
  client.POST('/api/v1/graph/extraction-runs', { body: { aws_account_id: accountId } });

const list = async (client: TestClient, query: { mode?: 'full' | 'incremental'; limit?: number } = {}) =>
  (await dataOf(client.GET('/api/v1/graph/extraction-runs', { params: { query } }))).items;

test('starts one full extraction of an account at a time', async (t) => {
  const { client, accountId, finish } = await makeAccount();
  const { run_id: runId } = await dataOf(post(client, accountId));
  await expectError(t, post(client, accountId), 409, 'conflict');
  t.like(await list(client), {
    length: 1,
    0: { id: runId, aws_account_id: accountId, trigger: 'manual', mode: 'full', status: 'queued' },
  });
  await finish(runId);
  const { run_id: next } = await dataOf(post(client, accountId));
  t.deepEqual(
    (await list(client)).map(({ id }) => id),
    [next, runId],
  );
  t.deepEqual(await list(client, { mode: 'incremental' }), []);
  t.is((await list(client, { limit: 1 })).length, 1);
});

test('rejects accounts that do not exist and those of other organizations', async (t) => {
  const { client } = await makeAccount();
  const other = await makeAccount();
  for (const id of [randomUUID(), other.accountId])
    t.regex(await expectError(t, post(client, id), 400, 'validation_failed'), /aws_account_id/);
});

test('requests during a run cause one more run', async (t) => {
  const { client, request, finish, repeat } = await makeAccount();
  const { run_id: runId, created } = await request('scan', 'incremental');
  t.true(created);
  for (const [trigger, mode] of [
    ['scan', 'incremental'],
    ['schedule', 'full'],
    ['scan', 'incremental'],
  ] as const)
    t.deepEqual(await request(trigger, mode), { run_id: runId, created: false });
  await finish(runId);
  await repeat();
  await repeat();
  t.like(await list(client), {
    length: 2,
    0: { trigger: 'schedule', mode: 'full', status: 'queued' },
    1: { id: runId, trigger: 'scan', mode: 'incremental' },
  });
});

test('the schedule requests a full extraction of every account with resources', async (t) => {
  const { client, organizationId, accountId } = await makeAccount();
  await putResources(owner, organizationId, [{ accountId, type: 'AWS::SQS::Queue', nativeId: 'a' }]);
  await requestFullExtractions(api.services, new AbortController().signal, () => true);
  t.like(await list(client), {
    length: 1,
    0: { trigger: 'schedule', mode: 'full', aws_account_id: accountId },
  });
});
