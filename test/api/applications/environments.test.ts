import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { DeploymentEnvironment, UpdateEnvironmentBody } from '../../../api-client/api-types.ts';
import { expectError } from '../../support/expect-error.ts';
import type { TestClient } from '../../support/test-api.ts';
import { connectOwner } from '../../support/discovery/owner.ts';
import { insertRepository, insertS3Project } from '../../support/mapping/stored-projects.ts';
import { createRule, deleteRule, ruleBody } from '../../support/ownership/rule-fixture.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';

const fixture = useInventoryApi();

const createEnvironment = (
  client: TestClient,
  name: string,
  environmentClass: DeploymentEnvironment['class'],
) => client.POST('/api/v1/environments', { body: { name, class: environmentClass } });

const getEnvironment = (client: TestClient, id: string) =>
  client.GET('/api/v1/environments/{id}', { params: { path: { id } } });

const updateEnvironment = (client: TestClient, id: string, body: UpdateEnvironmentBody) =>
  client.PATCH('/api/v1/environments/{id}', { params: { path: { id } }, body });

const deleteEnvironment = (client: TestClient, id: string) =>
  client.DELETE('/api/v1/environments/{id}', { params: { path: { id } } });

test('creates, returns, renames and deletes an environment', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  const created = createEnvironment(client, ' Production ', 'production');
  t.is((await created).response.status, 201);
  const made = await dataOf(created);
  t.like(made, { organization_id: organizationId, name: 'Production', class: 'production' });
  const { id } = made;
  t.deepEqual(await dataOf(getEnvironment(client, id)), made);
  t.deepEqual(await dataOf(updateEnvironment(client, id, {})), made, 'an empty PATCH changes nothing');
  const updates = async () =>
    (
      await fixture.inventory.query(
        `select from audit_entries where organization_id = $1 and action = 'environment.updated'`,
        [organizationId],
      )
    ).length;
  t.is(await updates(), 0);
  const renamed = await dataOf(updateEnvironment(client, id, { name: 'Live' }));
  t.like(renamed, { name: 'Live', class: 'production' });
  t.true(renamed.updated_at > made.updated_at);
  t.is(await updates(), 1);
  const reclassified = await dataOf(updateEnvironment(client, id, { class: 'shared' }));
  t.like(reclassified, { name: 'Live', class: 'shared' });
  t.deepEqual(await dataOf(deleteEnvironment(client, id)), { id, deleted: true });
  await expectError(t, getEnvironment(client, id), 404, 'not_found');
  await expectError(t, deleteEnvironment(client, id), 404, 'not_found');
});

test('requests a full inference run when the name or the class changes', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  const { id } = await dataOf(createEnvironment(client, 'Live', 'production'));
  const queuedBy = async (body: UpdateEnvironmentBody) => {
    await fixture.inventory.query('delete from inference_queue where organization_id = $1', [organizationId]);
    await dataOf(updateEnvironment(client, id, body));
    const rows = await fixture.inventory.query<{ kind: string }>(
      'select kind from inference_queue where organization_id = $1',
      [organizationId],
    );
    return rows.map(({ kind }) => kind);
  };
  t.deepEqual(await queuedBy({}), []);
  t.deepEqual(await queuedBy({ name: 'Live', class: 'production' }), []);
  t.deepEqual(await queuedBy({ name: 'Production' }), ['all']);
  t.deepEqual(await queuedBy({ class: 'shared' }), ['all']);
});

test('lists the environments of an organization by name, in pages', async (t) => {
  const [one, other] = [await fixture.api.signUp(), await fixture.api.signUp()];
  for (const name of ['test', 'Dev', 'stage']) await dataOf(createEnvironment(one.client, name, 'test'));
  await dataOf(createEnvironment(other.client, 'test', 'test'));
  const list = (query: { limit?: number; cursor?: string } = {}) =>
    dataOf(one.client.GET('/api/v1/environments', { params: { query } }));
  const first = await list({ limit: 2 });
  const rest = await list({ limit: 2, cursor: first.next_cursor ?? '' });
  const names = [...first.items, ...rest.items].map(({ name }) => name);
  t.deepEqual(
    [...names].toSorted((a, b) => (a < b ? -1 : 1)),
    ['Dev', 'stage', 'test'],
  );
  t.is(rest.next_cursor, undefined);
  const all = await list();
  t.deepEqual(
    all.items.map(({ name }) => name),
    names,
  );
  const id = all.items[0]?.id ?? '';
  await expectError(t, getEnvironment(other.client, id), 404, 'not_found');
  await expectError(t, updateEnvironment(other.client, id, { name: 'mine' }), 404, 'not_found');
  await expectError(t, deleteEnvironment(other.client, id), 404, 'not_found');
});

test('rejects a duplicate environment name, also under concurrent requests', async (t) => {
  const { client } = await fixture.api.signUp();
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => createEnvironment(client, 'Live', 'production')),
  );
  t.deepEqual(
    responses.map(({ response }) => response.status).toSorted((a, b) => a - b),
    [201, 409, 409, 409, 409],
  );
  t.is(responses.find(({ response }) => response.status === 409)?.error?.code, 'conflict');
  const second = await dataOf(createEnvironment(client, 'Next', 'staging'));
  await expectError(t, updateEnvironment(client, second.id, { name: 'Live' }), 409, 'conflict');
});

test('rejects to delete the default environment of accounts, and names the accounts', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  const { id: environmentId } = await dataOf(createEnvironment(client, 'Live', 'production'));
  const account = await fixture.inventory.addAccount(organizationId, 'Main');
  const setTo = (id: string | null) =>
    client.PUT('/api/v1/aws-accounts/{id}/default-environment', {
      params: { path: { id: account } },
      body: { environment_id: id },
    });
  t.is((await setTo(environmentId)).response.status, 200);
  const [row] = await fixture.inventory.query<{ account_id: string }>(
    'select account_id from aws_accounts where id = $1',
    [account],
  );
  const message = await expectError(t, deleteEnvironment(client, environmentId), 409, 'conflict');
  t.is(message, `The environment is the default of account ${row?.account_id}.`);
  const gone = await fixture.inventory.addAccount(organizationId, 'Gone');
  await fixture.inventory.query(
    'update aws_accounts set default_environment_id = $1, deleted_at = now() where id = $2',
    [environmentId, gone],
  );
  t.is((await setTo(null)).response.status, 200);
  t.is((await deleteEnvironment(client, environmentId)).response.status, 200);
});

test('rejects a default environment that another transaction deletes', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  const { id: environmentId } = await dataOf(createEnvironment(client, 'Live', 'production'));
  const account = await fixture.inventory.addAccount(organizationId, 'Main');
  const deletion = await queryAsOwner.hold(
    fixture.api.database.url,
    'delete from environments where organization_id = $1 and id = $2',
    [organizationId, environmentId],
  );
  const response = client.PUT('/api/v1/aws-accounts/{id}/default-environment', {
    params: { path: { id: account } },
    body: { environment_id: environmentId },
  });
  await deletion.untilWaiting(1);
  await deletion.commit();
  const message = await expectError(t, response, 400, 'validation_failed');
  t.true(message.startsWith('environment_id: '), message);
});

test('rejects to delete the environment of projects and rules, and names what uses it', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  const { id } = await dataOf(createEnvironment(client, 'Live', 'production'));
  const account = await fixture.inventory.addAccount(organizationId, 'Main');
  const owner = connectOwner(fixture.api.database.url);
  t.teardown(() => owner.close());
  const repository = await insertRepository(owner, organizationId);
  for (const path of ['a', 'b', 'c', 'd', 'e']) {
    const project = await insertS3Project(owner, organizationId, repository, { path, backend: {} });
    await owner.query('update iac_projects set environment_id = $1 where id = $2', [id, project]);
  }
  const rule = await createRule(client, { name: 'Everything live', outcome: { environment: { id } } });
  await owner.query('update aws_accounts set default_environment_id = $1 where id = $2', [id, account]);
  const [{ number, repository: name } = { number: '', repository: '' }] = await owner.query<{
    number: string;
    repository: string;
  }>(
    'select account_id as number, full_name as repository from aws_accounts, repositories r where r.id = $1 and aws_accounts.id = $2',
    [repository, account],
  );
  const refused = () => expectError(t, deleteEnvironment(client, id), 409, 'conflict');
  const projects = `the environment of projects ${name}:a, ${name}:b, ${name}:c, 2 more`;
  t.is(
    await refused(),
    `The environment is the default of account ${number}, ${projects} and the outcome of inference rule Everything live.`,
  );
  await owner.query('update aws_accounts set default_environment_id = null where id = $1', [account]);
  await dataOf(deleteRule(client, rule.id));
  t.is(await refused(), `The environment is ${projects}.`);
  // Projects of a connection that is deleted are not shown.
  await owner.query('update scm_connections set deleted_at = now() where organization_id = $1', [
    organizationId,
  ]);
  t.is((await deleteEnvironment(client, id)).response.status, 200);
});

test('deletes an environment or creates a rule with it, not both', async (t) => {
  const { client } = await fixture.api.signUp();
  for (let round = 0; round < 5; round += 1) {
    const { id } = await dataOf(createEnvironment(client, `Live ${round}`, 'production'));
    const [created, deleted] = await Promise.all([
      client.POST('/api/v1/inference-rules', { body: ruleBody({ outcome: { environment: { id } } }) }),
      deleteEnvironment(client, id),
    ]);
    t.deepEqual(
      [created.response.status, deleted.response.status],
      created.response.status === 201 ? [201, 409] : [400, 200],
    );
  }
});

test('rejects malformed environments, naming the field', async (t) => {
  const { client } = await fixture.api.signUp();
  const refused = async (body: object, field: string, method = 'POST', path = '/environments') => {
    const { status, body: error } = await client.request(method, path, { body });
    t.deepEqual([status, error['code']], [400, 'validation_failed']);
    t.true(String(error['message']).startsWith(`${field}: `), String(error['message']));
  };
  await refused({ class: 'production' }, 'name');
  await refused({ name: '  ', class: 'production' }, 'name');
  await refused({ name: 'x'.repeat(201), class: 'production' }, 'name');
  await refused({ name: 'Live', class: 'prod' }, 'class');
  await refused({ name: 'Live', class: 'production', color: 'red' }, 'color');
  const unknown = randomUUID();
  await refused({ class: null }, 'class', 'PATCH', `/environments/${unknown}`);
  await expectError(t, updateEnvironment(client, unknown, { name: 'x' }), 404, 'not_found');
  await expectError(t, updateEnvironment(client, unknown, {}), 404, 'not_found');
});
