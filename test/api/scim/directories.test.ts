import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  filterQuery,
  groupSchema,
  patchSchema,
  signUpWithScim,
  userSchema,
} from '../../support/scim/use-scim.ts';
import { useSsoApi } from '../../support/sso/use-sso-api.ts';

const api = useSsoApi();
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/**
 * The sequence of Okta. Source: Okta, "SCIM 2.0 protocol reference": the test of the connection, then for each user a search, a
 * creation and changes; then "Group Push".
 */
test('the requests of Okta: search, create, read, update, deactivate, reactivate, and push groups', async (t) => {
  const { scim, domain } = await signUpWithScim(api);
  const connection = await scim.send('GET', '/Users?startIndex=1&count=2');
  t.is(connection.status, 200);
  t.is(connection.body.totalResults, 1, 'the administrator who signed up');
  const userName = `test.user@${domain}`;
  const search = `/Users${filterQuery(`userName eq "${userName}"`, { startIndex: '1', count: '100' })}`;
  const none = await scim.send('GET', search);
  t.deepEqual([none.status, none.body.totalResults, none.body.Resources], [200, 0, []]);
  const created = await scim.send(
    'POST',
    '/Users',
    {
      schemas: [userSchema],
      userName,
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    },
    { accept: 'application/scim+json', 'content-type': 'application/scim+json; charset=utf-8' },
  );
  t.is(created.status, 201);
  t.false(JSON.stringify(created.body).includes('1mz050nq'));
  const { id } = created.body;
  t.is((await scim.send('GET', `/Users/${id}`)).body.userName, userName);
  t.is((await scim.send('GET', search)).body.Resources[0]?.id, id);
  // An update of the profile sends the whole user, as it was read.
  const { body: read } = await scim.send('GET', `/Users/${id}`);
  const updated = await scim.send('PUT', `/Users/${id}`, {
    ...read,
    name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
  });
  t.deepEqual(
    [updated.status, updated.body.name?.['middleName'], updated.body.active],
    [200, 'Excited', true],
  );
  t.deepEqual(updated.body.emails, read.emails);
  for (const active of [false, false, true]) {
    const changed = await scim.patch(`/Users/${id}`, { op: 'replace', value: { active } });
    t.deepEqual([changed.status, changed.body.active], [200, active]);
    t.is((await scim.send('GET', `/Users/${id}`)).body.active, active);
  }
  const deactivated = await scim.send('PUT', `/Users/${id}`, { ...updated.body, active: false });
  t.is(deactivated.body.active, false);
  await scim.patch(`/Users/${id}`, { op: 'replace', value: { active: true } });

  t.is(
    (await scim.send('GET', `/Groups${filterQuery('displayName eq "Test SCIMv2"')}`)).body.totalResults,
    0,
  );
  const pushed = await scim.send('POST', '/Groups', {
    schemas: [groupSchema],
    displayName: 'Test SCIMv2',
    members: [],
  });
  t.is(pushed.status, 201);
  t.deepEqual(pushed.body.members, []);
  const path = `/Groups/${pushed.body.id}`;
  const renamed = await scim.patch(path, {
    op: 'replace',
    value: { id: pushed.body.id, displayName: 'Test SCIMv2 renamed' },
  });
  t.is(renamed.status, 204);
  const other = await scim.createUser(`other@${domain}`);
  await scim.patch(path, {
    op: 'add',
    path: 'members',
    value: [{ value: other.id, display: other.userName }],
  });
  const members = await scim.patch(
    path,
    { op: 'remove', path: `members[value eq "${other.id}"]` },
    { op: 'add', path: 'members', value: [{ value: id, display: userName }] },
  );
  t.is(members.status, 204);
  const group = (await scim.send('GET', path)).body;
  t.is(group.displayName, 'Test SCIMv2 renamed');
  t.deepEqual(
    group.members?.map(({ value }) => value),
    [id],
  );
  const whole = await scim.send('PUT', path, {
    schemas: [groupSchema],
    id: group.id,
    displayName: 'Test SCIMv2',
    members: [
      { value: id, display: userName },
      { value: other.id, display: other.userName },
    ],
  });
  t.deepEqual([whole.status, whole.body.members?.length], [200, 2]);
  t.is((await scim.send('GET', '/Groups?startIndex=1&count=100')).body.totalResults, 1);
  t.is((await scim.send('DELETE', path)).status, 204);
  t.is((await scim.send('GET', path)).status, 404);
});

/** Source: Microsoft, "Tutorial: Develop and plan provisioning for a SCIM endpoint", and the tests of the SCIM validator. */
test('the requests of Microsoft Entra ID for users', async (t) => {
  const { scim, domain } = await signUpWithScim(api);
  const absent = await scim.send('GET', `/Users${filterQuery(`userName eq "${randomUUID()}@${domain}"`)}`);
  t.deepEqual([absent.status, absent.body.totalResults], [200, 0]);
  t.deepEqual(absent.body.schemas, ['urn:ietf:params:scim:api:messages:2.0:ListResponse']);
  t.is((await scim.send('GET', `/Users/${randomUUID().replaceAll('-', '')}`)).status, 404);
  const userName = `Test_User_${randomUUID()}@${domain}`;
  const externalId = randomUUID();
  const body = {
    schemas: [userSchema, enterprise],
    externalId,
    userName,
    active: true,
    addresses: [{ primary: false, type: 'work', country: 'Germany', region: 'Bavaria' }],
    displayName: 'lennay',
    emails: [{ primary: true, type: 'work', value: `anna33@${domain}` }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Adrienne', familyName: 'Maria', givenName: 'Leonor' },
    phoneNumbers: [{ primary: true, type: 'work', value: '50-520-9911' }],
    preferredLanguage: 'mk',
    roles: [
      { primary: 'True', display: 'Admin', value: 'platform_admin', type: 'WindowsAzureActiveDirectoryRole' },
    ],
    title: 'Engineer',
    [enterprise]: { department: 'bob', manager: { value: 'lakeisha' } },
  };
  const created = await scim.send('POST', '/Users', body, { 'content-type': 'application/json' });
  t.is(created.status, 201);
  const { id } = created.body;
  t.like(created.body, { externalId, userName: userName.toLowerCase(), displayName: 'lennay', active: true });
  t.deepEqual(created.body.emails, [{ value: `anna33@${domain}`, type: 'work', primary: true }]);
  const duplicate = await scim.send('POST', '/Users', body);
  t.deepEqual([duplicate.status, duplicate.body.scimType], [409, 'uniqueness']);
  for (const filter of [
    `userName eq "${userName}"`,
    `userName eq "${userName.toUpperCase()}"`,
    `externalId eq "${externalId}"`,
  ])
    t.is((await scim.send('GET', `/Users${filterQuery(filter)}`)).body.Resources[0]?.id, id, filter);
  // Attributes with several values, as Entra ID sends them.
  const replaced = await scim.patch(
    `/Users/${id}`,
    { op: 'replace', path: 'emails[type eq "work"].value', value: `updated@${domain}` },
    { op: 'replace', path: 'emails[type eq "work"].primary', value: true },
    {
      op: 'replace',
      value: {
        'addresses[type eq "work"].country': 'Andorra',
        'name.formatted': 'Shawna',
        'name.familyName': 'Nina',
        displayName: 'reyes',
        externalId: `${externalId}-2`,
        title: 'QA',
        [`${enterprise}:department`]: 'kirsten',
        [`${enterprise}:manager`]: 'x',
      },
    },
  );
  t.is(replaced.status, 200, JSON.stringify(replaced.body));
  t.like(replaced.body, { displayName: 'reyes', externalId: `${externalId}-2` });
  t.deepEqual(replaced.body.name, { formatted: 'Shawna', familyName: 'Nina', givenName: 'Leonor' });
  t.is(replaced.body.emails[0]?.['value'], `updated@${domain}`);
  const ignored = await scim.patch(
    `/Users/${id}`,
    { op: 'Add', path: `${enterprise}:manager`, value: [{ $ref: 'http://x/scim/Users/1', value: '1' }] },
    { op: 'Replace', path: `${enterprise}:department`, value: 'x' },
    { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '1' },
    { op: 'Replace', path: 'roles[primary eq "True"].value', value: 'platform_admin' },
    { op: 'Remove', path: `${enterprise}:manager` },
  );
  t.is(ignored.status, 200, JSON.stringify(ignored.body));
  t.is(ignored.body.meta['version'], replaced.body.meta['version']);
  const renamed = await scim.patch(`/Users/${id}`, {
    op: 'Replace',
    path: 'userName',
    value: `renamed@${domain}`,
  });
  t.deepEqual([renamed.status, renamed.body.userName], [200, `renamed@${domain}`]);
  for (const [value, active] of [
    ['False', false],
    ['True', true],
    [false, false],
    ['true', true],
  ] as const)
    t.is((await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value })).body.active, active);
  const keys = await scim.patch(`/Users/${id}`, {
    op: 'Replace',
    value: { active: 'False', 'name.givenName': 'New' },
  });
  t.deepEqual([keys.body.active, keys.body.name?.['givenName']], [false, 'New']);
  t.is((await scim.send('DELETE', `/Users/${id}`)).status, 204);
  t.is((await scim.send('GET', `/Users/${id}`)).status, 404);
});

test('the requests of Microsoft Entra ID for groups, with members in pages', async (t) => {
  const { scim, domain } = await signUpWithScim(api);
  const displayName = `Group ${randomUUID()}`;
  const externalId = randomUUID();
  const body = {
    schemas: [groupSchema, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
    externalId,
    displayName,
    meta: { resourceType: 'Group' },
  };
  const created = await scim.send('POST', '/Groups', body);
  t.is(created.status, 201);
  const duplicate = await scim.send('POST', '/Groups', body);
  t.deepEqual([duplicate.status, duplicate.body.scimType], [409, 'uniqueness']);
  const { id } = created.body;
  const byId = await scim.send('GET', `/Groups/${id}?excludedAttributes=members`);
  t.deepEqual([byId.status, byId.body.displayName, byId.body.members], [200, displayName, undefined]);
  for (const filter of [
    `displayName eq "${displayName}"`,
    `externalId eq "${externalId}"`,
    `id eq "${id}"`,
  ]) {
    const query = filterQuery(filter, { excludedAttributes: 'members' });
    const { body: found } = await scim.send('GET', `/Groups${query}`);
    t.deepEqual([found.totalResults, found.Resources[0]?.id], [1, id], filter);
  }
  t.is((await scim.send('GET', `/Groups${filterQuery('displayName eq "nothing"')}`)).body.totalResults, 0);
  t.is(
    (await scim.patch(`/Groups/${id}`, { op: 'Replace', path: 'displayName', value: `${displayName} 2` }))
      .status,
    204,
  );
  const ids: string[] = [];
  for (let index = 0; index < 6; index += 1) ids.push((await scim.createUser(`m${index}@${domain}`)).id);
  for (const page of [ids.slice(0, 2), ids.slice(2, 3), ids.slice(3)])
    t.is(
      (
        await scim.send('PATCH', `/Groups/${id}`, {
          schemas: [patchSchema],
          Operations: [{ op: 'Add', path: 'members', value: page.map((value) => ({ $ref: null, value })) }],
        })
      ).status,
      204,
    );
  t.is((await scim.send('GET', `/Groups/${id}`)).body.members?.length, 6);
  const removed = await scim.patch(`/Groups/${id}`, {
    op: 'Remove',
    path: 'members',
    value: ids.slice(0, 4).map((value) => ({ $ref: null, value })),
  });
  t.is(removed.status, 204);
  t.deepEqual(
    (await scim.send('GET', `/Groups/${id}`)).body.members?.map(({ value }) => value),
    ids.slice(4),
  );
  const nothing = await scim.patch(`/Groups/${id}`, { op: 'Remove', path: 'members', value: [] });
  t.is(nothing.status, 204);
  t.is((await scim.send('GET', `/Groups/${id}`)).body.members?.length, 2, 'an empty list removes nobody');
  t.is((await scim.send('DELETE', `/Groups/${id}`)).status, 204);
});
