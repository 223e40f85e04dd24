import test from 'ava';
import type { ExecutionContext } from 'ava';
import { queryAsOwner } from '../../support/query-as-owner.ts';
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

function isRefused(
  t: ExecutionContext,
  { status, body, headers }: ScimResponse,
  expected: number,
  scimType: string | undefined,
  message?: string,
): void {
  t.deepEqual([status, body.scimType], [expected, scimType], `${message ?? ''} ${JSON.stringify(body)}`);
  t.deepEqual(body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
  t.is(body.status, String(expected));
  t.is(body.detail, body.message);
  t.is(typeof body.code, 'string');
  t.regex(headers.get('content-type') ?? '', /^application\/scim\+json/);
}

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
    isRefused(t, await scim.send('GET', `/${place}?filter=id%20eq%20%22User%22`), 403, undefined);
    isRefused(t, await scim.send('GET', `/${place}/Nothing`), 404, undefined);
  }
  for (const path of ['/Me', '/Bulk', '/users', '/%E0%A4%A', ''])
    isRefused(t, await scim.send('GET', path), 404, undefined, path);
  isRefused(t, await scim.send('DELETE', '/Users'), 404, undefined);
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
    isRefused(
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
  isRefused(t, second, 409, 'uniqueness');
  t.is(second.body.code, 'email_taken');
  const { id: other } = await scim.createUser(`other@${domain}`);
  isRefused(
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
  isRefused(t, await scim.send('POST', '/Groups', { displayName: 'engineers' }), 409, 'uniqueness');
});

test('filters by eq, sw and and on five attributes, and refuses every other filter', async (t) => {
  const { scim, domain } = await signUpWithScim(api);
  const ada = await scim.createUser(`ada@${domain}`, { externalId: 'A-1', displayName: 'Ada Lovelace' });
  const alan = await scim.createUser(`alan@${domain}`, { externalId: 'a-1', displayName: 'Alan 100% _' });
  await scim.patch(`/Users/${alan.id}`, { op: 'replace', path: 'active', value: false });
  const find = async (filter: string) =>
    (await scim.send('GET', `/Users${filterQuery(filter)}`)).body.Resources?.map(({ id }) => id);
  const core = 'urn:ietf:params:scim:schemas:core:2.0:User:';
  const cases: readonly (readonly [filter: string, ids: readonly string[]])[] = [
    [`userName eq "ada@${domain}"`, [ada.id]],
    [`${core}userName eq "ada@${domain}"`, [ada.id]],
    [`userName sw "A" and userName sw "aL"`, [alan.id]],
    ['externalId eq "A-1"', [ada.id]],
    ['externalId eq "a-1"', [alan.id]],
    ['externalId sw "a-" and active eq false', [alan.id]],
    ['displayName eq "ada lovelace"', [ada.id]],
    ['displayName sw "ALAN 100% _"', [alan.id]],
    ['displayName sw "a%"', []],
    ['displayName eq "a\\u0064a lovelace"', [ada.id]],
    ['active eq "False"', [alan.id]],
    [`id eq "${ada.id}"`, [ada.id]],
    [`id sw "${ada.id.slice(0, 30)}" and id sw "${ada.id}"`, [ada.id]],
    ['id eq "no uuid"', []],
    [`userName eq "' or 1=1 --"`, []],
    ['userName eq ""', []],
  ];
  for (const [filter, ids] of cases) t.deepEqual(await find(filter), [...ids], filter);
  for (const filter of [
    '',
    'userName',
    'userName eq',
    'userName eq ada',
    `userName eq 'ada'`,
    'userName co "a"',
    'userName pr',
    'userName ne "a"',
    'active sw "t"',
    'active eq "maybe"',
    'userName eq "a" or userName eq "b"',
    'not (userName eq "a")',
    '(userName eq "a")',
    'userName eq "a" and',
    'userName eq "a" userName eq "b"',
    'userName eq "a\\x"',
    'userName eq "a\\u0000"',
    'userName eq "\\ud800"',
    'userName eq "unterminated',
    'emails[type eq "work"].value eq "a"',
    'emails.value eq "a"',
    'password eq "a"',
    'constructor eq "a"',
    'meta.lastModified gt "2011-05-13T04:42:34Z"',
    `${'userName eq "a" and '.repeat(20)}userName eq "a"`,
    `userName eq "${'a'.repeat(3000)}"`,
    '('.repeat(1900),
  ])
    isRefused(
      t,
      await scim.send('GET', `/Users${filterQuery(filter)}`),
      400,
      'invalidFilter',
      filter.slice(0, 80),
    );
  isRefused(t, await scim.send('GET', '/Users?filter=a&filter=b'), 400, 'invalidFilter');
  isRefused(t, await scim.send('GET', `/Groups${filterQuery('active eq true')}`), 400, 'invalidFilter');
});

test('pages by startIndex and count with an exact total, as RFC 7644, section 3.4.2.4, has it', async (t) => {
  const { scim, domain } = await signUpWithScim(api);
  for (let index = 0; index < 7; index += 1) await scim.createUser(`user${index}@${domain}`);
  const list = async (query: string) => {
    const { body } = await scim.send(
      'GET',
      `/Users?filter=${encodeURIComponent('userName sw "user"')}&${query}`,
    );
    return [
      body.totalResults,
      body.startIndex,
      body.itemsPerPage,
      body.Resources.map(({ userName }) => userName[4]),
    ];
  };
  t.deepEqual(await list('count=3'), [7, 1, 3, ['0', '1', '2']]);
  t.deepEqual(await list('startIndex=4&count=3'), [7, 4, 3, ['3', '4', '5']]);
  t.deepEqual(await list('startIndex=7&count=3'), [7, 7, 1, ['6']]);
  t.deepEqual(await list('startIndex=8&count=3'), [7, 8, 0, []]);
  t.deepEqual(await list('startIndex=-1&count=1'), [7, 1, 1, ['0']]);
  t.deepEqual(await list('count=0'), [7, 1, 0, []]);
  t.deepEqual(await list('count=-5'), [7, 1, 0, []]);
  t.deepEqual((await list('count=1000'))[2], 7);
  t.deepEqual(await list('startIndex=999999999999999'), [7, 2 ** 31 - 1, 0, []]);
  isRefused(t, await scim.send('GET', '/Users?count=many'), 400, 'invalidValue');
  isRefused(t, await scim.send('GET', '/Users?startIndex=1&startIndex=2'), 400, 'invalidValue');
  const searched = await scim.send('POST', '/Users/.search', {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
    attributes: ['displayName', 'userName'],
    filter: 'userName sw "user"',
    startIndex: 2,
    count: 2,
  });
  t.is(searched.status, 200);
  t.deepEqual(
    searched.body.Resources.map((one) => Object.keys(one).toSorted()),
    Array.from({ length: 2 }, () => ['displayName', 'id', 'schemas', 'userName']),
  );
});

test('returns the attributes that are asked for, and not the excluded ones', async (t) => {
  const { scim, domain } = await signUpWithScim(api);
  const user = await scim.createUser(`ada@${domain}`, { name: { givenName: 'Ada', familyName: 'Lovelace' } });
  const group = await scim.createGroup('Group', [user.id]);
  const keys = async (path: string) => Object.keys((await scim.send('GET', path)).body).toSorted();
  t.deepEqual(await keys(`/Users/${user.id}?attributes=userName`), ['id', 'schemas', 'userName']);
  t.deepEqual(
    (
      await scim.send<unknown>(
        'GET',
        `/Users/${user.id}?attributes=${userSchema}:name.familyName,EMAILS.value`,
      )
    ).body,
    {
      schemas: [userSchema],
      id: user.id,
      name: { familyName: 'Lovelace' },
      emails: [{ value: `ada@${domain}` }],
    },
  );
  const withoutParts = await scim.send(
    'GET',
    `/Users/${user.id}?excludedAttributes=name.givenName,emails,id`,
  );
  t.deepEqual(withoutParts.body.name, { familyName: 'Lovelace' });
  t.false('emails' in withoutParts.body);
  t.is(withoutParts.body.id, user.id, 'the id is always returned');
  t.false((await keys(`/Groups/${group.id}?excludedAttributes=members`)).includes('members'));
  t.deepEqual(await keys(`/Groups?attributes=none`), [
    'Resources',
    'itemsPerPage',
    'schemas',
    'startIndex',
    'totalResults',
  ]);
  t.deepEqual((await scim.send<{ groups: unknown }>('GET', `/Users/${user.id}`)).body.groups, [
    {
      value: group.id,
      $ref: `${api.configuration.publicUrl}/scim/v2/Groups/${group.id}`,
      display: 'Group',
      type: 'direct',
    },
  ]);
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
    isRefused(t, refused, 412, undefined);
    t.is(refused.body.code, 'conflict');
    t.true((await patch({ 'if-match': version })).status < 300);
    isRefused(t, await patch({ 'if-match': version }), 412, undefined);
    isRefused(t, await scim.send('DELETE', path, undefined, { 'if-match': version }), 412, undefined);
    const changed = (await scim.send('GET', path)).headers.get('etag');
    const audited = await countAudited(organizationId);
    t.true((await patch({ 'if-match': '*' })).status < 300);
    t.is((await scim.send('GET', path)).headers.get('etag'), changed, 'a repeat leaves the version');
    t.is(await countAudited(organizationId), audited, 'a repeat is not audited');
  }
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

test('changes users with add, replace and remove, with and without a path', async (t) => {
  const { scim, domain } = await signUpWithScim(api);
  const { id } = await scim.createUser(`ada@${domain}`, { name: { givenName: 'Ada', familyName: 'Byron' } });
  const patched = async (...operations: readonly unknown[]) => {
    const { status, body } = await scim.patch(`/Users/${id}`, ...operations);
    t.is(status, 200, JSON.stringify(body));
    return body;
  };
  // The examples of RFC 7644, section 3.5.2, for a user.
  t.deepEqual(
    (
      await patched({
        op: 'add',
        value: { emails: [{ value: `babs@${domain}`, type: 'home' }], nickName: 'Babs' },
      })
    ).emails,
    [
      { value: `ada@${domain}`, type: 'work', primary: true },
      { value: `babs@${domain}`, type: 'home' },
    ],
  );
  t.is(
    (await patched({ op: 'replace', path: 'name.familyName', value: 'Lovelace' })).displayName,
    'Ada Lovelace',
  );
  t.deepEqual((await patched({ op: 'add', path: 'name', value: { middleName: 'King' } })).name, {
    familyName: 'Lovelace',
    givenName: 'Ada',
    middleName: 'King',
  });
  t.deepEqual(
    (await patched({ op: 'replace', path: 'emails[type eq "work"].value', value: `Work@${domain}` }))
      .emails[0],
    { value: `work@${domain}`, type: 'work', primary: true },
  );
  t.deepEqual(
    (
      await patched({
        op: 'replace',
        path: 'emails[type eq "home"]',
        value: { value: `new@${domain}`, primary: true },
      })
    ).emails,
    [
      { value: `work@${domain}`, type: 'work', primary: false },
      { value: `new@${domain}`, type: 'home', primary: true },
    ],
  );
  t.is(
    (await patched({ op: 'add', path: 'emails[type eq "other"].value', value: `o@${domain}` })).emails.length,
    3,
  );
  t.is((await patched({ op: 'remove', path: 'emails[type eq "other"]' })).emails.length, 2);
  t.is((await patched({ op: 'remove', path: `emails[value sw "WORK"]` })).emails.length, 1);
  t.deepEqual((await patched({ op: 'remove', path: 'emails' })).emails, [
    { value: `ada@${domain}`, type: 'work', primary: true },
  ]);
  t.is((await patched({ op: 'remove', path: 'name' })).name, undefined);
  t.is(
    (await patched({ op: 'replace', path: `${userSchema}:displayName`, value: 'Countess' })).displayName,
    'Countess',
  );
  // The emails that only repeat the userName follow it.
  const renamed = await patched({ op: 'replace', path: 'userName', value: `countess@${domain}` });
  t.deepEqual([renamed.userName, renamed.emails[0]?.['value']], [`countess@${domain}`, `countess@${domain}`]);
  for (const [operation, scimType] of [
    [{ op: 'replace', path: 'emails[type eq "none"].value', value: `x@${domain}` }, 'noTarget'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'remove', path: 'userName' }, 'mutability'],
    [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    [{ op: 'replace', path: 'groups', value: [] }, 'mutability'],
    [{ op: 'replace', path: 'nothing', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'constructor', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'name.nothing', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[', value: 'x' }, 'invalidFilter'],
    [{ op: 'replace', path: 'emails[type eq "work"', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type eq "work"].value.x', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 7, value: 'x' }, 'invalidPath'],
    [{ op: 'move', path: 'userName' }, 'invalidSyntax'],
    [{ op: 'replace', value: 'x' }, 'invalidValue'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [{ op: 'replace', path: 'userName', value: 'no address' }, 'invalidValue'],
    [{ op: 'replace', path: 'displayName', value: { a: 1 } }, 'invalidValue'],
    [{ op: 'replace', path: 'displayName', value: 'x'.repeat(300) }, 'invalidValue'],
    ['no object', 'invalidSyntax'],
  ] as const)
    isRefused(
      t,
      await scim.patch(`/Users/${id}`, operation),
      400,
      scimType,
      JSON.stringify(operation).slice(0, 90),
    );
  isRefused(t, await scim.send('PATCH', `/Users/${id}`, {}), 400, 'invalidSyntax');
  // One fault refuses all operations.
  isRefused(
    t,
    await scim.patch(
      `/Users/${id}`,
      { op: 'replace', path: 'displayName', value: 'Half' },
      { op: 'remove', path: 'id' },
    ),
    400,
    'mutability',
  );
  t.is((await scim.send('GET', `/Users/${id}`)).body.displayName, 'Countess');
});

test('changes groups and their members as in RFC 7644, section 3.5.2', async (t) => {
  const { scim, domain } = await signUpWithScim(api);
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) ids.push((await scim.createUser(`${name}@${domain}`)).id);
  const [a = '', b = '', c = '', d = ''] = ids;
  const group = await scim.createGroup('Group', [a]);
  const path = `/Groups/${group.id}`;
  const members = async () => ((await scim.send('GET', path)).body.members ?? []).map(({ value }) => value);
  const patched = async (...operations: readonly unknown[]) => {
    const { status, body } = await scim.patch(path, ...operations);
    t.is(status, 204, JSON.stringify(body));
    return members();
  };
  t.deepEqual(
    await patched({ op: 'add', path: 'members', value: [{ display: 'B', $ref: null, value: b }] }),
    [a, b],
  );
  t.deepEqual(await patched({ op: 'add', path: 'members', value: [{ value: b }] }), [a, b], 'a repeat');
  t.deepEqual(await patched({ op: 'remove', path: `members[value eq "${a}"]` }), [b]);
  t.deepEqual(await patched({ op: 'remove', path: 'members' }), []);
  t.deepEqual(await patched({ op: 'add', value: { members: [{ value: c }, { value: d }] } }), [c, d]);
  t.deepEqual(
    await patched(
      { op: 'remove', path: `members[value eq "${c}"]` },
      { op: 'add', path: 'members', value: [{ value: a }] },
    ),
    [a, d],
  );
  t.deepEqual(await patched({ op: 'replace', path: 'members', value: [{ value: b }, { value: c }] }), [b, c]);
  const whole = await scim.send('PATCH', `${path}?attributes=displayName,members`, {
    Operations: [{ op: 'replace', path: 'displayName', value: 'Renamed' }],
  });
  t.is(whole.status, 200, 'a request with attributes is answered with the group');
  t.is(whole.body.displayName, 'Renamed');
  const put = await scim.send('PUT', path, {
    displayName: 'Put',
    externalId: 'e',
    members: [{ value: d, type: 'User' }],
  });
  t.deepEqual([put.body.displayName, put.body.externalId, await members()], ['Put', 'e', [d]]);
  const [user] = (await scim.send('GET', `/Users${filterQuery(`id eq "${d}"`)}`)).body.Resources;
  t.is(user?.groups[0]?.display, 'Put');
  await scim.send('DELETE', `/Users/${d}`);
  t.deepEqual(await members(), [], 'a deleted user leaves the groups');
  for (const [operation, scimType] of [
    [{ op: 'add', path: 'members', value: [{ value: d }] }, 'invalidValue'],
    [{ op: 'add', path: 'members', value: [{ value: 'x' }] }, 'invalidValue'],
    [{ op: 'add', path: 'members', value: [{ value: group.id, type: 'Group' }] }, 'invalidValue'],
    [{ op: 'remove', path: 'members[display eq "x"]' }, 'invalidFilter'],
    [{ op: 'replace', path: `members[value eq "${a}"]`, value: {} }, 'invalidPath'],
    [{ op: 'remove', path: 'displayName' }, 'mutability'],
    [{ op: 'replace', path: 'nothing', value: 1 }, 'invalidPath'],
  ] as const)
    isRefused(t, await scim.patch(path, operation), 400, scimType, JSON.stringify(operation));
  t.is((await scim.send('DELETE', path)).status, 204);
  isRefused(t, await scim.send('DELETE', path), 404, undefined);
  isRefused(t, await scim.send('POST', '/Groups', { displayName: ' ' }), 400, 'invalidValue');
});

test('adds members in pages of any size, up to the cap of a group, and removes them', async (t) => {
  const { scim, domain, organizationId } = await signUpWithScim(api);
  const rows = await queryAsOwner<{ id: string }>(
    api.database.url,
    `insert into users (organization_id, email, name, roles)
     select $1, 'm' || n || '@' || $2, 'Member', '{}' from generate_series(1, 10001) n returning id`,
    [organizationId, domain],
  );
  const ids = rows.map(({ id }) => id);
  const { id } = await scim.createGroup('Everyone');
  const path = `/Groups/${id}`;
  const add = (some: readonly string[]) =>
    scim.patch(path, { op: 'Add', path: 'members', value: some.map((value) => ({ value })) });
  t.is((await add(ids.slice(0, 1))).status, 204);
  t.is((await add(ids.slice(1, 4000))).status, 204);
  t.is((await add(ids.slice(3000, 10_000))).status, 204);
  isRefused(t, await add(ids.slice(10_000)), 400, 'invalidValue', 'one above the cap');
  t.is((await scim.send('GET', path)).body.members?.length, 10_000);
  const removed = await scim.patch(
    path,
    ...ids.slice(0, 5000).map((one) => ({ op: 'remove', path: `members[value eq "${one}"]` })),
  );
  t.is(removed.status, 204);
  t.is((await scim.send('GET', path)).body.members?.length, 5000);
  const list = await scim.send('GET', '/Groups?excludedAttributes=members');
  t.deepEqual([list.body.totalResults, list.body.Resources[0]?.members], [1, undefined]);
});

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
