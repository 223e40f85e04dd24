import test from 'ava';
import { dataOf } from '../../../dev/api-client/create-typed-client.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import type { SignedUp, TestClient } from '../../support/test-api.ts';

const api = useTestApi();
let admin: SignedUp;
let paths: readonly string[];
test.before(async () => {
  admin = await api.signUp();
  const body = { name: 'Main', kind: 'standalone' as const };
  const { id } = await dataOf(admin.client.POST('/api/v1/aws/connections', { body }));
  paths = [
    '/organization/roles',
    '/organization/permissions',
    '/resource-types',
    `/aws/connections/${id}/onboarding-steps`,
  ];
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
