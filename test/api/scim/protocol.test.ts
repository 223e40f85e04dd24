import test from 'ava';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { expectScimError } from '../../support/scim/expect-scim-error.ts';
import {
  filterQuery,
  groupSchema,
  patchSchema,
  signUpWithScim,
  userSchema,
} from '../../support/scim/use-scim.ts';
import type { ScimResponse } from '../../support/scim/use-scim.ts';
import { useSsoApi } from '../../support/sso/use-sso-api.ts';

const api = useSsoApi();

test('describes itself: configuration, resource types and schemas', async (t) => {
  const { scim } = await signUpWithScim(api);
  const { body: configuration } = await scim.send<Record<string, { supported?: boolean }>>(
    'GET',
    '/ServiceProviderConfig',
  );
  t.deepEqual(
    ['patch', 'filter', 'etag', 'bulk', 'sort', 'changePassword'].map(
      (name) => configuration[name]?.supported,
    ),
    [true, true, true, false, false, false],
  );
  for (const [place, ids] of [
    ['ResourceTypes', ['User', 'Group']],
    ['Schemas', [userSchema, groupSchema]],
  ] as const) {
    const list = await scim.send('GET', `/${place}`);
    t.is(list.body.totalResults, 2);
    t.deepEqual(
      list.body.Resources.map(({ id }) => id),
      [...ids],
    );
    for (const [index, id] of ids.entries())
      t.deepEqual((await scim.send('GET', `/${place}/${id}`)).body, list.body.Resources[index]);
    expectScimError(t, await scim.send('GET', `/${place}?filter=id%20eq%20%22User%22`), 403, undefined);
    expectScimError(t, await scim.send('GET', `/${place}/Nothing`), 404, undefined);
  }
  for (const path of ['/Me', '/Bulk', '/users', '/%E0%A4%A', ''])
    expectScimError(t, await scim.send('GET', path), 404, undefined, path);
  expectScimError(t, await scim.send('DELETE', '/Users'), 404, undefined);
});

test('creates, reads, replaces and deletes a user as in RFC 7644, sections 3.3 to 3.6', async (t) => {
  const { scim, domain } = await signUpWithScim(api);
  // Section 3.3, with an email as userName.
  const created = await scim.send('POST', '/Users', {
    schemas: [userSchema],
    userName: `BJensen@${domain}`,
    externalId: 'bjensen',
    name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
  });
  t.is(created.status, 201);
  const { id, meta } = created.body;
  t.like(created.body, {
    schemas: [userSchema],
    userName: `bjensen@${domain}`,
    externalId: 'bjensen',
    displayName: 'Ms. Barbara J Jensen III',
    name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
    active: true,
    emails: [{ value: `bjensen@${domain}`, type: 'work', primary: true }],
    groups: [],
  });
  t.is(meta['resourceType'], 'User');
  t.is(meta['location'], `${api.configuration.publicUrl}/scim/v2/Users/${id}`);
  t.is(created.headers.get('location'), meta['location'] ?? '');
  t.is(created.headers.get('etag'), meta['version'] ?? '');
  const read = await scim.send('GET', `/Users/${id}`);
  t.deepEqual(read.body, created.body);
  // Section 3.5.1: attributes that the request does not have are cleared, those that are read-only are ignored.
  const replaced = await scim.send('PUT', `/Users/${id}`, {
    schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    id: 'another id',
    userName: `bjensen@${domain}`,
    name: { familyName: 'Jensen', givenName: 'Barbara', middleName: 'Jane' },
    roles: ['platform_admin'],
    password: 'a password',
    emails: [
      { value: `Barbara@${domain}`, type: 'work', primary: 'True' },
      { value: `babs@${domain}`, type: 'home' },
    ],
    groups: [{ value: 'nothing' }],
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: { value: 'x' } },
  });
  t.is(replaced.status, 200);
  t.is(replaced.body.id, id);
  t.is(replaced.body.externalId, undefined);
  t.is(replaced.body.displayName, 'Barbara Jensen');
  t.deepEqual(replaced.body.emails, [
    { value: `barbara@${domain}`, type: 'work', primary: true },
    { value: `babs@${domain}`, type: 'home' },
  ]);
  t.is(replaced.body.active, true, 'a PUT without active leaves the status');
  t.not(replaced.body.meta['version'], meta['version']);
  // Section 3.6: gone, also from queries and conflicts, and the user comes back under the same id.
  const deleted = await scim.send<unknown>('DELETE', `/Users/${id}`);
  t.deepEqual([deleted.status, deleted.body], [204, {}]);
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH'])
    expectScimError(
      t,
      await scim.send(
        method,
        `/Users/${id}`,
        method === 'PUT'
          ? { userName: `bjensen@${domain}` }
          : method === 'PATCH'
            ? { Operations: [{ op: 'replace', path: 'active', value: true }] }
            : undefined,
      ),
      404,
      undefined,
      method,
    );
  const found = await scim.send('GET', `/Users${filterQuery(`userName eq "bjensen@${domain}"`)}`);
  t.is(found.body.totalResults, 0);
  const [row] = await queryAsOwner<{ status: string }>(
    api.database.url,
    'select status from users where id = $1',
    [id],
  );
  t.is(row?.status, 'deactivated');
  const again = await scim.createUser(`bjensen@${domain}`, { externalId: 'again' });
  t.like(again, { id, active: true, externalId: 'again' });
});

test('takes the full user of RFC 7643, section 8.2, and the changes of RFC 7644, section 3.5.2', async (t) => {
  const { scim, domain } = await signUpWithScim(api);
  const created = await scim.send('POST', '/Users', {
    schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    id: '2819c223-7f76-453a-919d-413861904646',
    externalId: '701984',
    userName: `bjensen@${domain}`,
    name: {
      formatted: 'Ms. Barbara J Jensen, III',
      familyName: 'Jensen',
      givenName: 'Barbara',
      middleName: 'Jane',
      honorificPrefix: 'Ms.',
      honorificSuffix: 'III',
    },
    displayName: 'Babs Jensen',
    nickName: 'Babs',
    profileUrl: `https://login.${domain}/bjensen`,
    emails: [
      { value: `bjensen@${domain}`, type: 'work', primary: true },
      { value: `babs@${domain}`, type: 'home' },
    ],
    addresses: [{ type: 'work', streetAddress: '100 Universal City Plaza', primary: true }],
    phoneNumbers: [{ value: '555-555-5555', type: 'work' }],
    ims: [{ value: 'someaimhandle', type: 'aim' }],
    photos: [{ value: `https://photos.${domain}/profilephoto/72930000000Ccne/F`, type: 'photo' }],
    userType: 'Employee',
    title: 'Tour Guide',
    preferredLanguage: 'en-US',
    locale: 'en-US',
    timezone: 'America/Los_Angeles',
    active: true,
    password: 't1meMa$heen',
    groups: [{ value: 'e9e30dba-f08f-4109-8486-d5c6a331660a', display: 'Tour Guides' }],
    x509Certificates: [{ value: 'MIIDQzCCAqygAwIBAgICEAAwDQYJKoZIhvcNAQEFBQAw' }],
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': {
      employeeNumber: '701984',
      costCenter: '4130',
      manager: { value: '26118915-6090-4610-87e4-49d8ca9f808d', displayName: 'John Smith' },
    },
    meta: { resourceType: 'User', created: '2010-01-23T04:56:22Z', version: 'W/"a330bc54f0671c9"' },
  });
  t.is(created.status, 201);
  const { id } = created.body;
  t.not(id, '2819c223-7f76-453a-919d-413861904646');
  t.like(created.body, { displayName: 'Babs Jensen', externalId: '701984', groups: [] });
  t.is(Object.keys(created.body.name ?? {}).length, 6);
  const [row] = await queryAsOwner<{ password_hash: string | null; roles: readonly string[] }>(
    api.database.url,
    'select password_hash, roles from users where id = $1',
    [id],
  );
  t.deepEqual(row, { password_hash: null, roles: [] });
  const patched = async (operation: unknown) => {
    const { status, body } = await scim.patch(`/Users/${id}`, operation);
    t.is(status, 200, JSON.stringify(body));
    return body.emails.map(({ value }) => value);
  };
  const address = { type: 'work', streetAddress: '911 Universal City Plaza' };
  await patched({ op: 'replace', path: 'addresses[type eq "work"]', value: address });
  await patched({
    op: 'replace',
    path: 'addresses[type eq "work"].streetAddress',
    value: '1010 Broadway Ave',
  });
  t.deepEqual(
    await patched({
      op: 'replace',
      value: {
        emails: [
          { value: `bjensen@${domain}`, type: 'work', primary: true },
          { value: `babs@${domain}`, type: 'home' },
        ],
        nickname: 'Babs',
      },
    }),
    [`bjensen@${domain}`, `babs@${domain}`],
  );
  t.deepEqual(await patched({ op: 'remove', path: `emails[type eq "work" and value ew "${domain}"]` }), [
    `babs@${domain}`,
  ]);
});

test('an administrator who reactivates a deleted user shows the user to the directory again', async (t) => {
  const { scim, domain, client } = await signUpWithScim(api);
  const { id } = await scim.createUser(`back@${domain}`);
  await scim.send('DELETE', `/Users/${id}`);
  await client.POST('/api/v1/organization/members/{user_id}/reactivate', {
    params: { path: { user_id: id } },
  });
  t.like((await scim.send('GET', `/Users/${id}`)).body, { id, active: true });
});

test('compares userName without case, and answers 409 uniqueness for a second one', async (t) => {
  const { scim, domain } = await signUpWithScim(api);
  const { id } = await scim.createUser(`ada@${domain}`);
  const second = await scim.send('POST', '/Users', { userName: `ADA@${domain}` });
  expectScimError(t, second, 409, 'uniqueness');
  t.is(second.body.code, 'email_taken');
  const { id: other } = await scim.createUser(`other@${domain}`);
  expectScimError(
    t,
    await scim.patch(`/Users/${other}`, { op: 'replace', path: 'userName', value: `Ada@${domain}` }),
    409,
    'uniqueness',
  );
  const found = await scim.send('GET', `/Users${filterQuery(`USERNAME EQ "AdA@${domain}"`)}`);
  t.deepEqual(
    found.body.Resources.map((one) => one.id),
    [id],
  );
  await scim.createGroup('Engineers');
  expectScimError(t, await scim.send('POST', '/Groups', { displayName: 'engineers' }), 409, 'uniqueness');
});

test('versions: If-None-Match is 304, If-Match of another version 412, and repeats change nothing', async (t) => {
  const { scim, domain, organizationId } = await signUpWithScim(api);
  const user = await scim.createUser(`ada@${domain}`);
  const group = await scim.createGroup('Group');
  const change = { op: 'replace', path: 'displayName', value: 'Changed' };
  for (const path of [`/Users/${user.id}`, `/Groups/${group.id}`]) {
    const first = await scim.send('GET', path);
    const version = first.headers.get('etag') ?? '';
    t.regex(version, /^W\/"/);
    t.is(first.body.meta['version'], version);
    const known = await scim.send('GET', path, undefined, { 'if-none-match': `W/"x", ${version}` });
    t.deepEqual([known.status, known.headers.get('etag')], [304, version]);
    t.is((await scim.send('GET', path, undefined, { 'if-none-match': 'W/"x"' })).status, 200);
    const patch = (headers: Record<string, string>) =>
      scim.send('PATCH', path, { schemas: [patchSchema], Operations: [change] }, headers);
    const refused = await patch({ 'if-match': 'W/"x"' });
    expectScimError(t, refused, 412, undefined);
    t.is(refused.body.code, 'conflict');
    t.true((await patch({ 'if-match': version })).status < 300);
    expectScimError(t, await patch({ 'if-match': version }), 412, undefined);
    expectScimError(t, await scim.send('DELETE', path, undefined, { 'if-match': version }), 412, undefined);
    const changed = (await scim.send('GET', path)).headers.get('etag');
    const audited = await countAudited(organizationId);
    t.true((await patch({ 'if-match': '*' })).status < 300);
    t.is((await scim.send('GET', path)).headers.get('etag'), changed, 'a repeat leaves the version');
    t.is(await countAudited(organizationId), audited, 'a repeat is not audited');
  }
});

test('a repeated PUT or PATCH of a user with a name and emails is neither stored nor audited', async (t) => {
  const { scim, domain, organizationId } = await signUpWithScim(api);
  const body = {
    userName: `ada@${domain}`,
    externalId: 'ada',
    displayName: 'Ada',
    name: { honorificPrefix: 'Lady', givenName: 'Ada', familyName: 'Lovelace', formatted: 'Ada Lovelace' },
    emails: [
      { primary: true, type: 'work', value: `ada@${domain}` },
      { display: 'At home', value: `home@${domain}`, type: 'home' },
    ],
  };
  const user = await scim.createUser(body.userName, body);
  const audited = await countAudited(organizationId);
  const repeats = [
    await scim.send('PUT', `/Users/${user.id}`, body),
    await scim.send('PUT', `/Users/${user.id}`, user),
    await scim.patch(`/Users/${user.id}`, { op: 'replace', value: body }),
  ];
  for (const repeat of repeats) t.deepEqual([repeat.status, repeat.body.meta], [200, user.meta]);
  t.is(await countAudited(organizationId), audited);
});

/** The statuses of responses to requests that were sent at once, in ascending order. */
function statusesOf(responses: readonly ScimResponse[]): readonly number[] {
  return responses.map(({ status }) => status).toSorted((a, b) => a - b);
}

async function countAudited(organizationId: string): Promise<number> {
  const [row] = await queryAsOwner<{ n: number }>(
    api.database.url,
    'select count(*)::int as n from audit_entries where organization_id = $1',
    [organizationId],
  );
  return row?.n ?? 0;
}

test('two requests that change one resource at once both take effect', async (t) => {
  const { scim, domain } = await signUpWithScim(api);
  const ids: string[] = [];
  for (let index = 0; index < 8; index += 1) ids.push((await scim.createUser(`c${index}@${domain}`)).id);
  const { id } = await scim.createGroup('Together');
  const added = await Promise.all(
    ids.map((value) => scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [{ value }] })),
  );
  t.deepEqual([...new Set(added.map(({ status }) => status))], [204]);
  t.is((await scim.send('GET', `/Groups/${id}`)).body.members?.length, 8);
  const version = (await scim.send('GET', `/Users/${ids[0]}`)).headers.get('etag') ?? '';
  const guarded = await Promise.all(
    ['One', 'Two'].map((value) =>
      scim.send(
        'PATCH',
        `/Users/${ids[0]}`,
        { Operations: [{ op: 'replace', path: 'displayName', value }] },
        { 'if-match': version },
      ),
    ),
  );
  t.deepEqual(statusesOf(guarded), [200, 412]);
  const created = await Promise.all(
    Array.from({ length: 4 }, () => scim.send('POST', '/Users', { userName: `same@${domain}` })),
  );
  t.deepEqual(statusesOf(created), [201, 409, 409, 409]);
});
