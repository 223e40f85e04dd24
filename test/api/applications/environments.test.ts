import { randomUUID } from 'node:crypto';
import test from 'ava';
import { useInventoryApi } from '../../support/inventory/inventory-api.ts';

const fixture = useInventoryApi();

interface Environment {
  id: string;
  organization_id: string;
  name: string;
  class: string;
  updated_at: string;
}
type Refusal = Environment & { code?: string; message?: string };

test('creates, returns, renames and deletes an environment', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  const made = await client.post<Environment>('/environments', { name: ' Production ', class: 'production' });
  t.is(made.status, 201);
  t.like(made.body, { organization_id: organizationId, name: 'Production', class: 'production' });
  const path = `/environments/${made.body.id}`;
  t.deepEqual((await client.get(path)).body, made.body as never);
  t.deepEqual((await client.patch<Environment>(path, {})).body, made.body, 'an empty PATCH changes nothing');
  const renamed = await client.patch<Environment>(path, { name: 'Live' });
  t.like(renamed.body, { name: 'Live', class: 'production' });
  t.true(renamed.body.updated_at > made.body.updated_at);
  t.like((await client.patch<Environment>(path, { class: 'shared' })).body, {
    name: 'Live',
    class: 'shared',
  });
  t.deepEqual((await client.delete(path)).body, { id: made.body.id, deleted: true });
  t.is((await client.get(path)).status, 404);
  t.is((await client.delete(path)).status, 404);
});

test('lists the environments of an organization by name, in pages', async (t) => {
  const [one, other] = [await fixture.api.signUp(), await fixture.api.signUp()];
  for (const name of ['test', 'Dev', 'stage'])
    await one.client.post('/environments', { name, class: 'test' });
  await other.client.post('/environments', { name: 'test', class: 'test' });
  type Page = { items: Environment[]; next_cursor?: string };
  const first = await one.client.get<Page>('/environments?limit=2');
  const rest = await one.client.get<Page>(`/environments?limit=2&cursor=${first.body.next_cursor}`);
  const names = [...first.body.items, ...rest.body.items].map(({ name }) => name);
  t.deepEqual(
    [...names].toSorted((a, b) => (a < b ? -1 : 1)),
    ['Dev', 'stage', 'test'],
  );
  t.is(rest.body.next_cursor, undefined);
  const all = await one.client.get<Page>('/environments');
  t.deepEqual(
    all.body.items.map(({ name }) => name),
    names,
  );
  const { id } = all.body.items[0] as Environment;
  t.is((await other.client.get(`/environments/${id}`)).status, 404);
  t.is((await other.client.patch(`/environments/${id}`, { name: 'mine' })).status, 404);
  t.is((await other.client.delete(`/environments/${id}`)).status, 404);
});

test('rejects a duplicate environment name, also under concurrent requests', async (t) => {
  const { client } = await fixture.api.signUp();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      client.post<Refusal>('/environments', { name: 'Live', class: 'production' }),
    ),
  );
  t.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409, 409, 409],
  );
  t.is(answers.find(({ status }) => status === 409)?.body.code, 'conflict');
  const second = await client.post<Environment>('/environments', { name: 'Next', class: 'staging' });
  const renamed = await client.patch<Refusal>(`/environments/${second.body.id}`, { name: 'Live' });
  t.deepEqual([renamed.status, renamed.body.code], [409, 'conflict']);
});

test('rejects to delete the default environment of accounts, and names the accounts', async (t) => {
  const { client, organizationId } = await fixture.api.signUp();
  const { body } = await client.post<Environment>('/environments', { name: 'Live', class: 'production' });
  const account = await fixture.inventory.addAccount(organizationId, 'Main');
  const setTo = (id: string | null) =>
    client.put(`/aws-accounts/${account}/default-environment`, { environment_id: id });
  t.is((await setTo(body.id)).status, 200);
  const [row] = await fixture.inventory.query<{ account_id: string }>(
    'select account_id from aws_accounts where id = $1',
    [account],
  );
  const refused = await client.delete(`/environments/${body.id}`);
  t.deepEqual(
    [refused.status, refused.body['code'], refused.body['message']],
    [409, 'conflict', `The environment is the default of account ${row?.account_id}.`],
  );
  const gone = await fixture.inventory.addAccount(organizationId, 'Gone');
  await fixture.inventory.query(
    'update aws_accounts set default_environment_id = $1, deleted_at = now() where id = $2',
    [body.id, gone],
  );
  t.is((await setTo(null)).status, 200);
  t.is((await client.delete(`/environments/${body.id}`)).status, 200);
});

test('rejects malformed environments, naming the field', async (t) => {
  const { client } = await fixture.api.signUp();
  const refused = async (body: object, field: string, method = 'POST', path = '/environments') => {
    const answer = await client.request<Refusal>(method, path, { body });
    t.deepEqual([answer.status, answer.body.code], [400, 'validation_failed']);
    t.true(answer.body.message?.startsWith(`${field}: `), answer.body.message);
  };
  await refused({ class: 'production' }, 'name');
  await refused({ name: '  ', class: 'production' }, 'name');
  await refused({ name: 'x'.repeat(201), class: 'production' }, 'name');
  await refused({ name: 'Live', class: 'prod' }, 'class');
  await refused({ name: 'Live', class: 'production', color: 'red' }, 'color');
  const path = `/environments/${randomUUID()}`;
  await refused({ class: null }, 'class', 'PATCH', path);
  t.is((await client.patch(path, { name: 'x' })).status, 404);
  t.is((await client.patch(path, {})).status, 404);
});
