import test from 'ava';
import pg from 'pg';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { useInventoryApi } from '../support/inventory/inventory-api.ts';
import { aResource } from '../support/inventory/test-inventory.ts';

const fixture = useInventoryApi();
/** The statements that clients of pg have sent. Each is one round trip. */
const statements: string[] = [];
test.before(recordStatements);

function recordStatements(): void {
  const original: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof original !== 'function') throw new Error('pg.Client has no method query');
  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]): unknown {
    const [query] = given;
    statements.push(typeof query === 'string' ? query : String((query as { text?: unknown }).text));
    return Reflect.apply(original, this, given);
  });
}

test.serial(
  'a GET of one record makes three round trips: BEGIN with the session, read, COMMIT',
  async (t) => {
    const { client, organizationId, account, model } = await fixture.withResources((id) => [aResource(id)]);
    const one = async (text: string) =>
      (await fixture.inventory.query<{ id: string }>(text, [organizationId]))[0]?.id;
    const application = await dataOf(client.POST('/api/v1/applications', { body: { name: 'Payments' } }));
    const environment = await dataOf(
      client.POST('/api/v1/environments', { body: { name: 'Live', class: 'production' } }),
    );
    const scan = await one(
      `with run as (
       insert into runs (organization_id, kind, subject_id, status) values ($1, 'scan', uuidv7(), 'running')
       returning organization_id, id)
     insert into scans (organization_id, id, trigger, status)
     select organization_id, id, 'manual', 'running' from run returning id`,
    );
    const paths = [
      '/organization',
      `/runs/${scan}`,
      `/scans/${scan}`,
      `/resources/${model[0]?.id}`,
      `/changes/${await one(`insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, source, revision)
       select organization_id, id, aws_account_id, region, resource_type, 'created', 'scan', 1 from resources
       where organization_id = $1 returning id`)}`,
      `/applications/${application.id}`,
      `/environments/${environment.id}`,
      `/aws/accounts/${account}`,
      `/aws/connections/${await one('select id from aws_connections where organization_id = $1')}`,
    ];
    for (const path of paths) {
      statements.length = 0;
      t.is((await client.request('GET', path)).status, 200, path);
      t.is(statements.length, 3, `${path}: ${statements.join(' | ')}`);
    }
    statements.length = 0;
    t.is((await client.GET('/api/v1/auth/me')).response.status, 200);
    t.is(statements.length, 4, 'a user and an organization are two records');
  },
);

test.serial('a request with a small body authenticates in the transaction of its handler', async (t) => {
  const { client } = await fixture.withResources((id) => [aResource(id)]);
  const begun = () => statements.filter((text) => text.startsWith('begin')).length;
  const { id } = await dataOf(client.POST('/api/v1/applications', { body: { name: 'Ledger' } }));
  const params = { path: { id } };
  statements.length = 0;
  await dataOf(client.PATCH('/api/v1/applications/{id}', { params, body: { description: 'Bookings' } }));
  t.is(begun(), 1, statements.join(' | '));

  statements.length = 0;
  const invalid = await client.request('PATCH', `/applications/${id}`, { body: { name: 1 } });
  t.is(invalid.status, 400);
  t.is(begun(), 1, 'the caller of an invalid body is authenticated');

  const noSession = await client.request('PATCH', `/applications/${id}`, {
    body: { name: 1 },
    headers: { authorization: 'Bearer none' },
  });
  t.is(noSession.status, 401);
});
