import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { startHcpTerraformServer } from '../../../dev/hcp-terraform-server/start-hcp-terraform-server.ts';
import { maximumHcpConnections } from '../../../db/mapping/states/hcp-terraform-store.ts';
import type { HcpTerraformServer } from '../../../dev/hcp-terraform-server/start-hcp-terraform-server.ts';
import { useScanFixture } from '../../support/discovery/use-scan-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { expectError } from '../../support/expect-error.ts';
import { syncSource, untilSynced } from '../../support/mapping/state-fixture.ts';
import { insertRepository, insertS3Project } from '../../support/mapping/stored-projects.ts';
import { stateQueue, terraformState } from '../../support/mapping/terraform-state.ts';
import { loopback, trustedAuthority } from '../../support/scm/use-gitlab-server.ts';

const fixture = useScanFixture({ environment: { HCP_ALLOWED_NETWORKS: loopback.join(',') } });

const servers: HcpTerraformServer[] = [];
test.after.always(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

async function makeServer() {
  const server = await startHcpTerraformServer({ authority: await trustedAuthority(), organization: 'acme' });
  servers.push(server);
  return server;
}

async function makeConnected(server: HcpTerraformServer, workspaces?: string[]) {
  const own = await fixture.signUpOther();
  const connection = await dataOf(
    own.client.POST('/api/v1/state-sources/hcp-terraform', {
      body: {
        hostname: server.hostname,
        organization: 'acme',
        token: server.token(),
        ...(workspaces === undefined ? {} : { workspaces }),
      },
    }),
  );
  const params = { path: { id: connection.id } };
  const sources = async () =>
    (await dataOf(own.client.GET('/api/v1/state-sources', { params: { query: { limit: 200 } } }))).items;
  const untilIdle = () =>
    eventually('the runs to end', async () => {
      const active = await own.owner.query(
        `select from runs where organization_id = $1 and status in ('queued', 'running')`,
        [own.organizationId],
      );
      return active.length === 0;
    });
  return {
    ...own,
    connection,
    params,
    sources,
    untilIdle,
    sourceOf: async (name: string) => (await sources()).find(({ config }) => config.workspace === name),
    current: () => dataOf(own.client.GET('/api/v1/state-sources/hcp-terraform/{id}', { params })),
    patch: (body: { token?: string; workspaces?: string[] | null }) =>
      own.client.PATCH('/api/v1/state-sources/hcp-terraform/{id}', { params, body }),
    entries: async (id: string) =>
      (await dataOf(own.client.GET('/api/v1/state-sources/{id}/entries', { params: { path: { id } } })))
        .items,
  };
}

const queues = (...names: string[]) => terraformState(names.map((name) => stateQueue(name, '123456789012')));

test('reads the workspaces of all pages, and sends the token to no other host', async (t) => {
  const server = await makeServer();
  for (let index = 0; index < 103; index += 1) server.addWorkspace(`empty-${index}`);
  const app = server.addWorkspace('app');
  server.putState(app, queues('a', 'b'));
  const own = await makeConnected(server, ['app', 'empty-10?']);
  t.like(own.connection, {
    hostname: server.hostname,
    organization: 'acme',
    workspaces: ['app', 'empty-10?'],
  });
  t.false(JSON.stringify(own.connection).includes(server.token()));
  await own.untilIdle();
  t.like(await own.current(), { status: 'synced', workspace_count: 4 });
  const source = await own.sourceOf('app');
  t.like(source, {
    kind: 'hcp_terraform',
    status: 'synced',
    config: {
      hcp_terraform_id: own.connection.id,
      hostname: server.hostname,
      organization: 'acme',
      workspace: 'app',
    },
  });
  t.deepEqual(
    (await own.entries(source?.id ?? '')).map(({ address }) => address),
    ['aws_sqs_queue.a', 'aws_sqs_queue.b'],
  );
  t.like(await own.sourceOf('empty-102'), { status: 'synced' }, 'read, and empty');
  t.deepEqual(
    server.storageRequests.map(({ authorization }) => authorization),
    [undefined],
  );
  t.true(server.requests.every(({ authorization }) => authorization === `Bearer ${server.token()}`));
  const before = server.storageRequests.length;
  await syncSource(own, source?.id ?? '');
  t.is(server.storageRequests.length, before, 'a state version that was read is not downloaded again');
});

test('waits while the rate of requests is limited', async (t) => {
  const server = await makeServer();
  server.limitNext(3);
  server.addWorkspace('one');
  server.addWorkspace('two');
  const own = await makeConnected(server);
  await own.untilIdle();
  t.like(await own.current(), { status: 'synced', workspace_count: 2 });
  t.true((await own.sources()).every(({ status }) => status === 'synced'));
  t.is(server.requests.filter(({ status }) => status === 429).length, 3);
});

test('refuses a token, and continues with a new one after a rotation', async (t) => {
  const server = await makeServer();
  const app = server.addWorkspace('app');
  server.putState(app, queues('a'));
  const own = await makeConnected(server);
  await own.untilIdle();
  const create = (body: object) =>
    own.client.POST('/api/v1/state-sources/hcp-terraform', { body: body as never });
  const valid = { hostname: server.hostname, organization: 'acme', token: server.token() };
  await expectError(t, create(valid), 409, 'conflict');
  await expectError(t, create({ ...valid, token: 'wrong' }), 400, 'validation_failed');
  await expectError(t, create({ ...valid, organization: 'other' }), 400, 'validation_failed');
  await expectError(t, create({ ...valid, hostname: '10.0.0.1' }), 400, 'validation_failed');
  await expectError(
    t,
    create({ ...valid, hostname: '127.0.0.1:1', organization: 'x' }),
    503,
    'provider_unavailable',
  );
  await own.owner.query(
    `insert into hcp_terraform_connections (organization_id, hostname, organization_name, token_sealed, next_sync_at)
     select $1, 'tfe.example.com', 'unit-' || n, 'sealed', 'infinity' from generate_series(2, $2::integer) n`,
    [own.organizationId, maximumHcpConnections],
  );
  t.regex(
    await expectError(t, create(valid), 409, 'conflict'),
    /has 50 connections with HCP Terraform, the maximum/,
  );
  await own.owner.query(
    `delete from hcp_terraform_connections where organization_id = $1 and token_sealed = 'sealed'`,
    [own.organizationId],
  );
  server.rotateToken();
  const { id = '' } = (await own.sourceOf('app')) ?? {};
  t.regex((await syncSource(own, id)).last_error ?? '', /^access_denied: /);
  t.is((await own.entries(id)).length, 1, 'the entries of the last read stay');
  await expectError(t, own.patch({ token: 'wrong' }), 400, 'validation_failed');
  await dataOf(own.patch({ token: server.token() }));
  await own.untilIdle();
  t.like(await syncSource(own, id), { status: 'synced' });
});

test('a workspace or a state that the token does not see is denied, an excluded one is deleted', async (t) => {
  const server = await makeServer();
  const [all, states] = [server.addWorkspace('gone'), server.addWorkspace('sealed')];
  for (const workspace of [all, states]) server.putState(workspace, queues('a'));
  const own = await makeConnected(server);
  await own.untilIdle();
  all.hidden = 'all';
  states.hidden = 'states';
  for (const name of ['gone', 'sealed']) {
    const { id = '' } = (await own.sourceOf(name)) ?? {};
    t.regex((await syncSource(own, id)).last_error ?? '', /^access_denied: /, name);
  }
  await dataOf(own.patch({ workspaces: ['nothing'] }));
  await own.untilIdle();
  t.is(await own.sourceOf('sealed'), undefined);
  t.truthy(await own.sourceOf('gone'), 'a workspace out of sight keeps its source');
  await dataOf(own.client.DELETE('/api/v1/state-sources/hcp-terraform/{id}', { params: own.params }));
  t.deepEqual(await own.sources(), []);
});

test('finds the project of a workspace, and does not add a source again that was deleted', async (t) => {
  const server = await makeServer();
  const own = await fixture.signUpOther();
  const repositoryId = await insertRepository(own.owner, own.organizationId);
  const [{ full_name: repository } = { full_name: '' }] = await own.owner.query<{ full_name: string }>(
    'select full_name from repositories where id = $1',
    [repositoryId],
  );
  const projectId = await insertS3Project(own.owner, own.organizationId, repositoryId, {
    path: 'live',
    backend: {},
  });
  await own.owner.query(`update iac_projects set backend_type = null where id = $1`, [projectId]);
  const workspace = server.addWorkspace('live', { repository, directory: '/live/' });
  server.putState(workspace, queues('a'));
  const connection = await dataOf(
    own.client.POST('/api/v1/state-sources/hcp-terraform', {
      body: { hostname: server.hostname, organization: 'acme', token: server.token() },
    }),
  );
  const found = await eventually('the source', async () => {
    const { items } = await dataOf(own.client.GET('/api/v1/state-sources', {}));
    return items[0];
  });
  t.is(found.iac_project_id, projectId);
  const params = { path: { id: found.id } };
  await untilSynced(own, found.id);
  await dataOf(own.client.DELETE('/api/v1/state-sources/{id}', { params }));
  await dataOf(
    own.client.PATCH('/api/v1/state-sources/hcp-terraform/{id}', {
      params: { path: { id: connection.id } },
      body: { workspaces: ['*'] },
    }),
  );
  await eventually('the sync', async () => {
    const runs = await own.owner.query(
      `select from runs where organization_id = $1 and status in ('queued', 'running')`,
      [own.organizationId],
    );
    return runs.length === 0;
  });
  t.deepEqual((await dataOf(own.client.GET('/api/v1/state-sources', {}))).items, []);
  const late = await own.client.PATCH('/api/v1/state-sources/hcp-terraform/{id}', {
    params: { path: { id: connection.id }, header: { 'If-Match': '"1"' } },
    body: { workspaces: null },
  });
  t.is(late.error?.code, 'conflict', 'the workspaces were changed since version 1');
});
