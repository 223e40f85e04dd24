import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { operations } from '../../../api-client/api-types.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import type { SignedUp, TestClient } from '../../support/test-api.ts';

const api = useTestApi();
let admin: SignedUp;
let paths: readonly string[];
let created: Response;
test.before(async () => {
  admin = await api.signUp();
  const body = { name: 'Main', kind: 'standalone' as const };
  const answer = await admin.client.POST('/api/v1/aws/connections', { body });
  created = answer.response;
  const { id } = await dataOf(Promise.resolve(answer));
  paths = ['/organization/roles', '/organization/permissions', `/aws/connections/${id}/onboarding-steps`];
});

interface Page {
  readonly items: readonly object[];
  readonly next_cursor?: string;
}

async function read(client: TestClient, path: string): Promise<Page> {
  const { status, body } = await client.request<Page & { readonly message?: string }>('GET', path);
  if (status !== 200) throw new Error(`${status} ${body.message}`);
  return body;
}

test('short lists return all items without paging parameters, and pages with them', async (t) => {
  for (const path of paths) {
    const whole = await read(admin.client, path);
    t.is(whole.next_cursor, undefined, path);
    const limit = Math.min(Math.ceil(whole.items.length / 3), 200);
    const pages = [];
    for (let cursor: string | undefined; pages.length === 0 || cursor !== undefined;) {
      const page = await read(
        admin.client,
        `${path}?limit=${limit}${cursor === undefined ? '' : `&cursor=${cursor}`}`,
      );
      pages.push(page.items);
      cursor = page.next_cursor;
    }
    t.is(pages.length, Math.ceil(whole.items.length / limit), path);
    t.deepEqual(pages.flat(), whole.items as object[], path);
  }
});

test('short lists reject cursors of another organization or list, and limits above 200', async (t) => {
  const [roles = '', permissions = ''] = paths;
  const { next_cursor: cursor } = await read(admin.client, `${roles}?limit=1`);
  const other = await api.signUp();
  await t.throwsAsync(read(other.client, `${roles}?cursor=${cursor}`), { message: /^400 cursor: / });
  await t.throwsAsync(read(admin.client, `${permissions}?cursor=${cursor}`), { message: /^400 cursor: / });
  await t.throwsAsync(read(admin.client, `${roles}?limit=201`), { message: /^400 limit: / });
});

test('a created record and a started run are named in Location, and runs are listed by kind, status and time', async (t) => {
  const location = created.headers.get('location') ?? '';
  t.regex(location, /^\/api\/v1\/aws\/connections\/[0-9a-f-]{36}$/);
  const { id } = await dataOf(
    admin.client.GET('/api/v1/aws/connections/{id}', {
      params: { path: { id: location.split('/').at(-1) ?? '' } },
    }),
  );
  const validate = { params: { path: { id } } };
  const accepted = await admin.client.POST('/api/v1/aws/connections/{id}/validate', validate);
  const run = accepted.data?.run_id;
  t.is(accepted.response.headers.get('location'), `/api/v1/runs/${run}`);
  type Query = NonNullable<operations['listRuns']['parameters']['query']>;
  const listed = async (query: Query) =>
    (await dataOf(admin.client.GET('/api/v1/runs', { params: { query } }))).items.map((item) => item.run_id);
  t.true((await listed({ kind: ['validate_connection'] })).includes(run ?? ''));
  t.deepEqual(await listed({ kind: ['scan'] }), []);
  t.deepEqual(await listed({ status: ['cancelled'] }), []);
  t.deepEqual(await listed({ since: new Date(Date.now() + 3_600_000).toISOString() }), []);
  const [newest, ...older] = await listed({});
  const first = await dataOf(admin.client.GET('/api/v1/runs', { params: { query: { limit: 1 } } }));
  t.deepEqual(
    first.items.map((item) => item.run_id),
    newest === undefined ? [] : [newest],
  );
  if (older.length > 0) {
    const query = { cursor: first.next_cursor ?? '', limit: 1 };
    t.deepEqual(
      (await dataOf(admin.client.GET('/api/v1/runs', { params: { query } }))).items.map(
        (item) => item.run_id,
      ),
      older.slice(0, 1),
    );
  }
  const other = await api.signUp();
  t.deepEqual((await dataOf(other.client.GET('/api/v1/runs'))).items, []);
});
