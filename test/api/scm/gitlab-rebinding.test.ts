import test from 'ava';
import { createScmClients } from '../../../clients/scm/scm-clients.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { gitlabFaults } from '../../../dev/gitlab-server/gitlab-faults.ts';
import { startGitlabServer } from '../../../dev/gitlab-server/start-gitlab-server.ts';
import { waitForRun, waitForRunOf } from '../../support/connections/follow.ts';
import { eventually } from '../../support/eventually.ts';
import { expectError } from '../../support/expect-error.ts';
import {
  connectGroup,
  connectionOf,
  rootModule,
  select,
  useGitlabApi,
  waitForProjects,
  waitForSync,
} from '../../support/scm/use-gitlab-api.ts';
import { trustedAuthority } from '../../support/scm/use-gitlab-server.ts';
import { useTestApi } from '../../support/use-test-api.ts';

// Tests may connect to loopback only: 127.0.0.1 plays the public address, all others are not permitted.
const api = useTestApi({ environment: { GITLAB_ALLOWED_NETWORKS: '127.0.0.1/32' } });
const redirecting = useGitlabApi({ worker: true });

const name = 'gitlab.localhost';

test('checks the address at every connection, when the name resolves to another one than at creation', async (t) => {
  const gitlab = await startGitlabServer({ authority: await trustedAuthority(), names: [name] });
  const worker = await api.startWorker();
  const base_url = `https://${name}:${new URL(gitlab.baseUrl).port}`;
  const owner = await api.signUp();
  const { client } = owner;
  /** Makes the name resolve to these addresses, in the API and the worker. */
  const resolveTo = (...addresses: readonly string[]) => {
    const scm = createScmClients(api.configuration, {
      lookup: (_, __, callback) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
    });
    t.teardown(() => scm.close());
    Object.assign(api.services, { scm });
    Object.assign(worker.dependencies, { scm });
  };
  const { scm: apiClients } = api.services;
  const { scm: workerClients } = worker.dependencies;
  t.teardown(() => {
    Object.assign(api.services, { scm: apiClients });
    Object.assign(worker.dependencies, { scm: workerClients });
    return gitlab.close();
  });
  const group = await gitlab.createGroup('acme');
  await gitlab.createProject({ namespace: group, path: 'infra', files: { 'main.tf': rootModule() } });
  const { token: access_token } = gitlab.createToken(group);
  const body = { base_url, group_path: 'acme', access_token };
  resolveTo('127.0.0.1');
  const { connection } = await dataOf(client.POST('/api/v1/scm/gitlab/connections', { body }));
  const connected = { client, id: connection.id };
  const params = { path: { id: connection.id } };
  await select(connected, 'all');
  await waitForProjects(client, ['. terraform root active']);
  await waitForSync(connected);

  // The same clients, with a connection to the permitted address that is kept open.
  let resolved = '127.0.0.1';
  const kept = createScmClients(api.configuration, {
    lookup: (_, __, callback) => callback(null, [{ address: resolved, family: 4 }]),
  });
  t.teardown(() => kept.close());
  Object.assign(api.services, { scm: kept });
  const third = await api.signUp();
  await third.client.POST('/api/v1/scm/gitlab/connections', { body: { ...body, group_path: 'absent' } });
  resolved = '10.0.0.1';
  await expectError(
    t,
    third.client.POST('/api/v1/scm/gitlab/connections', { body }),
    400,
    'unsafe_base_url',
    'a kept connection',
  );

  const message = 'The address of the server is not permitted.';
  const other = await api.signUp();
  for (const addresses of [
    ['127.0.0.2'],
    ['169.254.169.254'],
    ['10.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.2'],
    ['fd00::1'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::'],
    ['127.0.0.1', '169.254.169.254'],
  ]) {
    resolveTo(...addresses);
    gitlab.resetCalls();
    await expectError(
      t,
      other.client.POST('/api/v1/scm/gitlab/connections', { body }),
      400,
      'unsafe_base_url',
      addresses.join(),
    );
    const discover = client.GET('/api/v1/scm/connections/{id}/discoverable-repositories', { params });
    t.is(await expectError(t, discover, 409, 'conflict', addresses.join()), message);
    t.deepEqual(gitlab.requests, [], addresses.join());
  }
  const sync = () => waitForRunOf(client, client.POST('/api/v1/scm/connections/{id}/sync', { params }));
  t.is((await sync()).status, 'failed');
  t.like(await connectionOf(connected), { status: 'error', last_error: message });
  t.deepEqual(gitlab.requests, []);
  resolveTo('127.0.0.1');
  t.is((await sync()).status, 'succeeded');
  t.is((await connectionOf(connected)).status, 'active');
});

test('sends the token to no other origin: redirects and pagination links', async (t) => {
  const other = await startGitlabServer({ authority: await trustedAuthority() });
  t.teardown(() => other.close());
  const { gitlab } = redirecting;
  const connected = await connectGroup(redirecting);
  const { client, group, id } = connected;
  const infra = await gitlab.createProject({
    namespace: group,
    path: 'infra',
    files: { 'a/main.tf': rootModule('a') },
  });
  const list = { path: `/groups/${group.id}/projects`, times: 1 };
  const link = `<${other.baseUrl}/api/v4/groups/${group.id}/projects?page=2&per_page=100>; rel="next"`;
  gitlab.faults.inject(
    { kind: 'response', status: 200, headers: { link, 'x-next-page': '2' }, body: [] },
    list,
  );
  const params = { path: { id } };
  const discover = client.GET('/api/v1/scm/connections/{id}/discoverable-repositories', { params });
  t.truthy((await dataOf(discover)).next_cursor);

  const tree = `/projects/${infra.id}/repository/tree`;
  const next = `<${other.baseUrl}/api/v4${tree}?page_token=0>; rel="next"`;
  gitlab.faults.inject(
    { kind: 'response', status: 200, headers: { link: next }, body: [] },
    { path: tree, times: 1 },
  );
  await select(connected, [infra]);
  await waitForProjects(client, ['a terraform root active']);
  await waitForSync(connected);

  gitlab.faults.inject(gitlabFaults.redirect(`${other.baseUrl}/api/v4${list.path}`), list);
  const { run_id } = await dataOf(client.POST('/api/v1/scm/connections/{id}/sync', { params }));
  await eventually(
    'the failed request',
    async () => (await connectionOf(connected)).last_error !== undefined,
  );
  t.is((await waitForRun(client, run_id)).status, 'failed', 'a redirect does not pass by itself');
  t.deepEqual(other.requests, []);
});
