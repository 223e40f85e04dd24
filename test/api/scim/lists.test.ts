import test from 'ava';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { expectScimError } from '../../support/scim/expect-scim-error.ts';
import { filterQuery, signUpWithScim, userSchema } from '../../support/scim/use-scim.ts';
import { useSsoApi } from '../../support/sso/use-sso-api.ts';

const api = useSsoApi();

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
    expectScimError(
      t,
      await scim.send('GET', `/Users${filterQuery(filter)}`),
      400,
      'invalidFilter',
      filter.slice(0, 80),
    );
  expectScimError(t, await scim.send('GET', '/Users?filter=a&filter=b'), 400, 'invalidFilter');
  expectScimError(t, await scim.send('GET', `/Groups${filterQuery('active eq true')}`), 400, 'invalidFilter');
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
  expectScimError(t, await scim.send('GET', '/Users?count=many'), 400, 'invalidValue');
  expectScimError(t, await scim.send('GET', '/Users?startIndex=1&startIndex=2'), 400, 'invalidValue');
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

test('caps the groups of an organization, and the groups of users and members of groups on a page', async (t) => {
  const { scim, domain, organizationId } = await signUpWithScim(api);
  // 42 users in each of 1,000 groups: 20 users have 20,000 memberships.
  await queryAsOwner(
    api.database.url,
    `with added as (
       insert into users (organization_id, email, name, roles)
       select $1, 'u' || n || '@' || $2, 'Member', '{}' from generate_series(1, 42) n returning id
     ), made as (
       insert into scim_groups (organization_id, display_name) select $1, 'g' || n from generate_series(1, 1000) n returning id
     )
     insert into scim_group_members (organization_id, group_id, user_id)
     select $1, made.id, added.id from made cross join added`,
    [organizationId, domain],
  );
  const pageOf = async (path: string) => {
    const { totalResults, itemsPerPage, Resources } = (await scim.send('GET', path)).body;
    t.is(Resources.length, itemsPerPage);
    return [totalResults, itemsPerPage];
  };
  const users = `/Users${filterQuery('userName sw "u"')}&count=200`;
  t.deepEqual(await pageOf(users), [42, 20]);
  t.deepEqual(await pageOf(`${users}&startIndex=41`), [42, 2], 'the last page');
  t.deepEqual(await pageOf(`${users}&excludedAttributes=groups`), [42, 42]);
  await queryAsOwner(
    api.database.url,
    `with added as (
       insert into users (organization_id, email, name, roles)
       select $1, 'v' || n || '@' || $2, 'Member', '{}' from generate_series(1, 9958) n returning id
     )
     insert into scim_group_members (organization_id, group_id, user_id)
     select $1, g.id, added.id from added cross join (
       select id from scim_groups where organization_id = $1 order by id limit 3) g`,
    [organizationId, domain],
  );
  // Three groups with 10,000 members, then groups with 42.
  t.deepEqual(await pageOf('/Groups?count=200'), [1000, 2]);
  t.deepEqual(await pageOf('/Groups?count=200&startIndex=3'), [1000, 200]);
  t.deepEqual(await pageOf('/Groups?count=200&excludedAttributes=members'), [1000, 200]);
  await queryAsOwner(
    api.database.url,
    "insert into scim_groups (organization_id, display_name) select $1, 'h' || n from generate_series(1, 9000) n",
    [organizationId],
  );
  const above = await scim.send('POST', '/Groups', { displayName: 'one above the cap' });
  expectScimError(t, above, 409, undefined);
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
