import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { CreateApplicationBody, operations } from '../../../api-client/api-types.ts';
import { assignOwner, createTeam, updateTeam } from '../../support/ownership/ownership-client.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

type Query = operations['listApplications']['parameters']['query'];

test('lists applications by text, state, criticality, lifecycle, source and team', async (t) => {
  const { client } = await api.signUp();
  const create = async (body: CreateApplicationBody) =>
    (await dataOf(client.POST('/api/v1/applications', { body }))).id;
  const shop = await create({ name: 'Web Shop', criticality: 'critical' });
  const blog = await create({ name: 'Blog', slug: 'web-log', lifecycle: 'deprecated' });
  const mail = await create({ name: 'Mail 100%' });
  await queryAsOwner(api.database.url, "update applications set source = 'inferred' where id = $1", [mail]);
  const archived = { params: { path: { id: blog } }, body: { archived: true } };
  await dataOf(client.PATCH('/api/v1/applications/{id}', archived));
  const [web, data] = [await createTeam(client, 'Web'), await createTeam(client, 'Data')];
  await dataOf(assignOwner(client, shop, { team_id: web }));
  await dataOf(assignOwner(client, mail, { team_id: data }));
  await dataOf(assignOwner(client, mail, { team_id: web, kind: 'contributor' }));

  const list = (query: Query = {}) => dataOf(client.GET('/api/v1/applications', { params: { query } }));
  const idsOf = async (query: Query) => (await list(query)).applications.map(({ id }) => id);
  t.deepEqual(await idsOf({}), [shop, blog, mail], 'archived applications are listed');
  t.deepEqual(await idsOf({ q: 'WEB' }), [shop, blog], 'name or slug');
  t.deepEqual(await idsOf({ q: '%' }), [mail]);
  t.deepEqual(await idsOf({ archived: true }), [blog]);
  t.deepEqual(await idsOf({ archived: false }), [shop, mail]);
  t.deepEqual(await idsOf({ criticality: 'critical' }), [shop]);
  t.deepEqual(await idsOf({ criticality: ['critical', 'medium'] }), [shop, blog, mail]);
  t.deepEqual(await idsOf({ lifecycle: 'deprecated' }), [blog]);
  t.deepEqual(await idsOf({ source: 'inferred' }), [mail]);
  t.deepEqual(await idsOf({ team_id: web }), [shop], 'only the kind owner owns');
  t.deepEqual(await idsOf({ team_id: [web, data] }), [shop, mail]);
  t.deepEqual(await idsOf({ team_id: [web, data], q: 'mail' }), [mail]);
  t.deepEqual(await idsOf({ team_id: randomUUID() }), []);
  await dataOf(updateTeam(client, web, { is_active: false }));
  t.deepEqual(await idsOf({ team_id: web }), [shop], 'an inactive team stays assigned');

  const first = await list({ q: 'web', limit: 1 });
  t.deepEqual(await idsOf({ q: 'web', limit: 1, cursor: first.next_cursor ?? '' }), [blog]);
  const other = await client.request('GET', `/applications?q=mail&limit=1&cursor=${first.next_cursor}`);
  t.is(other.status, 400, 'a cursor belongs to its filters');
});
