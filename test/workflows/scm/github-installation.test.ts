import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { githubFaults } from '../../../dev/github-server/github-faults.ts';
import type { ServerInstallation } from '../../../dev/github-server/model.ts';
import { eventually } from '../../support/eventually.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { connectionOf, select, waitForConnection, waitForRepository } from '../../support/scm/follow-scm.ts';
import { connectGithub, useGithubApi } from '../../support/scm/use-github-api.ts';

const fixture = useGithubApi();

/** Collects the deliveries of `work` without sending them. */
async function hold(work: () => Promise<void>) {
  const { deliveries } = fixture.github;
  const before = deliveries.all.length;
  deliveries.mode = 'hold';
  await work();
  deliveries.mode = 'send';
  return deliveries.all.slice(before);
}

async function statusesOf(connectionId: string) {
  const rows = await queryAsOwner<{ status: string }>(
    fixture.api.database.url,
    'select status from scm_deliveries where scm_connection_id = $1 order by received_at',
    [connectionId],
  );
  return rows.map(({ status }) => status);
}

async function activeDeliveryRuns(): Promise<number> {
  const rows = await queryAsOwner(
    fixture.api.database.url,
    "select 1 from runs where kind = 'handle_delivery' and status in ('queued', 'running')",
  );
  return rows.length;
}

/** Waits until this number of deliveries has been processed. */
async function waitForDeliveries(connectionId: string, count: number): Promise<void> {
  await eventually(
    `${count} processed deliveries`,
    async () => {
      const statuses = await statusesOf(connectionId);
      return statuses.length >= count && statuses.every((status) => status === 'succeeded');
    },
    120,
  );
}

async function waitForFirstSync(client: Parameters<typeof connectionOf>[0], id: string): Promise<void> {
  await eventually('the first sync', async () => (await connectionOf(client, id)).last_synced_at);
}

test.serial('follows suspension, resumption and removal', async (t) => {
  t.timeout(300_000);
  const { client, installation, connectionId } = await connectGithub(fixture, 'follow');
  await waitForFirstSync(client, connectionId);
  await fixture.github.suspend(installation);
  const suspended = await waitForConnection(client, connectionId, 'suspended');
  t.is(suspended.last_error, 'The installation of the GitHub App is suspended.');
  await fixture.github.unsuspend(installation);
  const active = await waitForConnection(client, connectionId, 'active');
  t.is(active.last_error, undefined);
  await fixture.github.uninstall(installation);
  await waitForConnection(client, connectionId, 'revoked');
});

test.serial(
  'takes the state from GitHub when deliveries arrive in another order, twice or late',
  async (t) => {
    t.timeout(300_000);
    const { github } = fixture;
    const { client, installation, connectionId } = await connectGithub(fixture, 'order');
    await waitForFirstSync(client, connectionId);
    const held = await hold(async () => {
      await github.suspend(installation);
      await github.unsuspend(installation);
    });
    for (const delivery of held.toReversed()) t.is(await github.deliveries.send(delivery), 202);
    for (const delivery of held) t.is(await github.deliveries.send(delivery), 202);
    await waitForDeliveries(connectionId, 2);
    await waitForConnection(client, connectionId, 'active');

    const last = await hold(async () => {
      await github.suspend(installation);
      await github.unsuspend(installation);
      await github.uninstall(installation);
    });
    const [suspend, unsuspend, deleted] = last;
    if (suspend === undefined || unsuspend === undefined || deleted === undefined)
      throw new Error('no deliveries');
    for (const delivery of [deleted, suspend, unsuspend]) await github.deliveries.send(delivery);
    await waitForDeliveries(connectionId, 5);
    await waitForConnection(client, connectionId, 'revoked');
  },
);

test.serial(
  'a deletion that is delivered late does not revoke the next installation of the account',
  async (t) => {
    t.timeout(300_000);
    const { github } = fixture;
    const { client, owner, account, installation, connectionId } = await connectGithub(
      fixture,
      'late-deletion',
    );
    await waitForFirstSync(client, connectionId);
    const held = await hold(() => github.uninstall(installation));
    const second: ServerInstallation = await github.install({ account, by: owner });
    const { url } = await dataOf(client.GET('/api/v1/scm/github/installation-url'));
    const state = new URL(url).searchParams.get('state') ?? '';
    const query = new URLSearchParams({
      state,
      code: github.authorize(owner),
      installation_id: String(second.id),
    });
    const callback = await fetch(`${fixture.api.url}/api/v1/scm/github/callback?${query.toString()}`);
    t.is(callback.status, 200);
    for (const delivery of held) t.is(await github.deliveries.send(delivery), 202);
    await eventually('the sync', async () => {
      const [row] = await queryAsOwner<{ active: number }>(
        fixture.api.database.url,
        "select count(*)::int as active from runs where subject_id = $1 and status in ('queued', 'running')",
        [connectionId],
      );
      return row?.active === 0;
    });
    await waitForConnection(client, connectionId, 'active');
  },
);

test.serial('stores accepted permissions, so that grants take effect', async (t) => {
  t.timeout(300_000);
  const { github } = fixture;
  const { client, account, installation, connectionId } = await connectGithub(fixture, 'permissions');
  const repository = await github.createRepository({ owner: account, name: 'infra', files: { 'a.tf': '' } });
  await select(client, connectionId, [repository.id]);
  const { id } = await waitForRepository(
    client,
    connectionId,
    'the scan',
    ({ status }) => status === 'active',
  );
  const grants = () =>
    dataOf(
      client.PUT('/api/v1/repositories/{id}/automation-grants', {
        params: { path: { id } },
        body: { grants: ['comment_on_pull_requests', 'open_pull_requests'] },
      }),
    );
  t.deepEqual(await grants(), {
    grants: ['comment_on_pull_requests', 'open_pull_requests'],
    effective: [],
    missing_permissions: [
      { grant: 'comment_on_pull_requests', permission: 'pull_requests:write' },
      { grant: 'open_pull_requests', permission: 'contents:write' },
      { grant: 'open_pull_requests', permission: 'pull_requests:write' },
    ],
  });
  await github.acceptPermissions(installation, { ...installation.permissions, pull_requests: 'write' });
  await waitForDeliveries(connectionId, 1);
  t.deepEqual((await grants()).effective, ['comment_on_pull_requests']);
});

test.serial('selects repositories that are added later, if all are selected', async (t) => {
  t.timeout(300_000);
  const { github } = fixture;
  const { client, account, connectionId } = await connectGithub(fixture, 'all');
  await github.createRepository({ owner: account, name: 'first', files: { 'a.tf': '' } });
  const installation = github.installationOf(account);
  const params = { path: { id: connectionId } };
  await dataOf(client.PUT('/api/v1/scm/connections/{id}/repositories', { params, body: { all: true } }));
  await waitForRepository(client, connectionId, 'the scan', ({ status }) => status === 'active');
  const second = await github.createRepository({ owner: account, name: 'second', files: { 'b.tf': '' } });
  await github.changeRepositories(installation, { added: [second] });
  const added = await waitForRepository(
    client,
    connectionId,
    'the second repository',
    ({ full_name: name, status }) => name === 'all/second' && status === 'active',
  );
  t.is(added.url, `${new URL(github.app.apiUrl).origin}/all/second`);
});

test.serial('processes a delivery after GitHub was unavailable, and again after it failed', async (t) => {
  t.timeout(300_000);
  const { github } = fixture;
  const { client, account, connectionId } = await connectGithub(fixture, 'unavailable');
  await waitForFirstSync(client, connectionId);
  const installation = github.installationOf(account);
  const route = 'GET /app/installations/{installation_id}';
  github.faults.inject(githubFaults.serverError(), { route, times: 3 });
  await github.suspend(installation);
  await waitForConnection(client, connectionId, 'suspended');
  await waitForDeliveries(connectionId, 1);

  github.faults.inject(githubFaults.notAccessible('metadata=read'), { route, times: 1 });
  const [delivery] = await hold(() => github.unsuspend(installation));
  if (delivery === undefined) throw new Error('no delivery');
  t.is(await github.deliveries.send(delivery), 202);
  await eventually('the failure', async () => (await statusesOf(connectionId)).includes('failed'));
  // Until its run ends, a repeated delivery waits for the schedule, which does not run here.
  await eventually('the end of the run', async () => (await activeDeliveryRuns()) === 0);
  t.is(await github.deliveries.send(delivery), 202);
  await waitForDeliveries(connectionId, 2);
  await waitForConnection(client, connectionId, 'active');
});
