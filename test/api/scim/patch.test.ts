import test from 'ava';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { expectScimError } from '../../support/scim/expect-scim-error.ts';
import { filterQuery, signUpWithScim, userSchema } from '../../support/scim/use-scim.ts';
import { useSsoApi } from '../../support/sso/use-sso-api.ts';

const api = useSsoApi();

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
    [{ op: 'replace', path: 'emails[type eq "work"].nothing', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'displayName' }, 'invalidValue'],
    [{ op: 'add', path: 'phoneNumbers' }, 'invalidValue'],
    [{ op: 'move', path: 'userName' }, 'invalidSyntax'],
    [{ op: 'replace', value: 'x' }, 'invalidValue'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [{ op: 'replace', path: 'userName', value: 'no address' }, 'invalidValue'],
    [{ op: 'replace', path: 'displayName', value: { a: 1 } }, 'invalidValue'],
    [{ op: 'replace', path: 'displayName', value: 'x'.repeat(300) }, 'invalidValue'],
    ['no object', 'invalidSyntax'],
  ] as const)
    expectScimError(
      t,
      await scim.patch(`/Users/${id}`, operation),
      400,
      scimType,
      JSON.stringify(operation).slice(0, 90),
    );
  expectScimError(t, await scim.send('PATCH', `/Users/${id}`, {}), 400, 'invalidSyntax');
  // One fault refuses all operations.
  expectScimError(
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
    [{ op: 'replace', path: 'members' }, 'invalidValue'],
    [{ op: 'remove', path: 'members[display eq "x"]' }, 'invalidFilter'],
    [{ op: 'replace', path: `members[value eq "${a}"]`, value: {} }, 'invalidPath'],
    [{ op: 'remove', path: 'displayName' }, 'mutability'],
    [{ op: 'replace', path: 'nothing', value: 1 }, 'invalidPath'],
  ] as const)
    expectScimError(t, await scim.patch(path, operation), 400, scimType, JSON.stringify(operation));
  t.is((await scim.send('DELETE', path)).status, 204);
  expectScimError(t, await scim.send('DELETE', path), 404, undefined);
  expectScimError(t, await scim.send('POST', '/Groups', { displayName: ' ' }), 400, 'invalidValue');
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
  expectScimError(t, await add(ids.slice(10_000)), 400, 'invalidValue', 'one above the cap');
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
