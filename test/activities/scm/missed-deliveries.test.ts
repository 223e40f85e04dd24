import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { useScmFixture } from '../../support/scm/scm-fixture.ts';
import type { ConnectedOrganization } from '../../support/scm/scm-fixture.ts';

const fixture = useScmFixture();

const root = (bucket: string) => `terraform {\n  backend "s3" {\n    bucket = "${bucket}"\n  }\n}\n`;

async function repositoriesOf({ client }: ConnectedOrganization) {
  return (await dataOf(client.GET('/api/v1/repositories'))).items;
}

async function projectsOf({ client }: ConnectedOrganization) {
  const { items } = await dataOf(client.GET('/api/v1/iac-projects'));
  return items.map(({ path, status }) => `${path} ${status}`).toSorted();
}

test.serial('recovers missed deliveries of GitHub', async (t) => {
  const { github } = fixture;
  const customer = await fixture.connectGithub();
  const { account: owner, user } = customer;
  const infra = await github.createRepository({ owner, name: 'infra', files: { 'a/main.tf': root('a') } });
  const gone = await github.createRepository({ owner, name: 'gone', files: { 'g/main.tf': root('g') } });
  await customer.untilIdle();
  await customer.selectAll();
  t.deepEqual(await projectsOf(customer), ['a active', 'g active']);
  t.like(await customer.connection(), { status: 'active' });

  github.deliveries.mode = 'drop';
  try {
    const sha = await github.push(infra, { files: { 'b/main.tf': root('b') } });
    await github.push(infra, { files: { 'a/main.tf': root('changed') }, branch: 'change', parent: sha });
    const pull = await github.openPullRequest(infra, { title: 'Change a', by: user, branch: 'change' });
    await customer.reconcile();
    t.deepEqual(await projectsOf(customer), ['a active', 'b active', 'g active']);
    const pulls = async () => (await dataOf(customer.client.GET('/api/v1/pull-requests'))).items;
    const [opened] = await pulls();
    t.like(opened, { title: 'Change a', state: 'open' });
    t.is(opened?.iac_project_ids.length, 1);

    await github.mergePullRequest(pull);
    await github.rename(infra, 'platform');
    await github.setArchived(infra, true);
    await github.deleteRepository(gone);
    await github.createRepository({ owner, name: 'later', files: { 'l/main.tf': root('l') } });
    await customer.reconcile();
    t.like(await pulls(), [{ state: 'merged' }]);
    const repositories = await repositoriesOf(customer);
    t.deepEqual(
      repositories
        .map(({ full_name: name, status, archived }) => `${name.split('/')[1]} ${status} ${archived}`)
        .toSorted(),
      ['gone removed false', 'later active false', 'platform active true'],
    );
    t.deepEqual(await projectsOf(customer), ['a active', 'b active', 'g missing', 'l active']);
  } finally {
    github.deliveries.mode = 'send';
  }
});

test.serial('recovers missed deliveries of GitLab', async (t) => {
  const { gitlab } = fixture;
  const customer = await fixture.connectGitlab();
  const { group: namespace } = customer;
  const by = gitlab.createUser('bob');
  const infra = await gitlab.createProject({ namespace, path: 'infra', files: { 'a/main.tf': root('a') } });
  const gone = await gitlab.createProject({ namespace, path: 'gone', files: { 'g/main.tf': root('g') } });
  await customer.selectAll();
  t.deepEqual(await projectsOf(customer), ['a active', 'g active']);

  gitlab.deliveries.mode = 'drop';
  try {
    const sha = await gitlab.push(infra, { files: { 'b/main.tf': root('b') } });
    await gitlab.push(infra, { files: { 'a/main.tf': root('changed') }, branch: 'change', parent: sha });
    const request = await gitlab.openMergeRequest(infra, { title: 'Change a', branch: 'change', by });
    await gitlab.createProject({ namespace, path: 'later', files: { 'l/main.tf': root('l') } });
    await gitlab.deleteProject(gone);
    await gitlab.rename(infra, 'platform');
    await customer.reconcile();
    t.deepEqual(await projectsOf(customer), ['a active', 'b active', 'g missing', 'l active']);
    const pulls = async () => (await dataOf(customer.client.GET('/api/v1/pull-requests'))).items;
    t.like(await pulls(), [{ title: 'Change a', state: 'open' }]);
    await gitlab.mergeMergeRequest(request);
    await customer.reconcile();
    t.like(await pulls(), [{ state: 'merged' }]);
    t.deepEqual(
      (await repositoriesOf(customer))
        .map(({ full_name: name, status }) => `${name.split('/')[1]} ${status}`)
        .toSorted(),
      ['gone removed', 'later active', 'platform active'],
    );
  } finally {
    gitlab.deliveries.mode = 'send';
  }
});

test.serial(
  'stores a suspension and an uninstallation whose deliveries were missed, and recovers',
  async (t) => {
    const { github } = fixture;
    const customer = await fixture.connectGithub();
    const { installation } = customer;
    github.deliveries.mode = 'drop';
    try {
      await github.suspend(installation);
      await customer.reconcile();
      const suspended = await customer.connection();
      t.is(suspended.status, 'suspended');
      t.regex(suspended.last_error ?? '', /suspended/);
      await github.unsuspend(installation);
      await customer.reconcile();
      const resumed = await customer.connection();
      t.is(resumed.status, 'active');
      t.is(resumed.last_error, undefined);
      await github.uninstall(installation);
      await customer.reconcile();
      const { status, last_error: message } = await customer.connection();
      t.is(status, 'revoked');
      t.regex(message ?? '', /Install it again/);
    } finally {
      github.deliveries.mode = 'send';
    }
  },
);

test.serial('starts the syncs of suspended connections once an hour', async (t) => {
  const { github, owner } = fixture;
  const customer = await fixture.connectGithub();
  const minutesUntilNext = async () => {
    const [row] = await owner.query<{ minutes: number }>(
      'select round(extract(epoch from next_sync_at - now()) / 60)::int as minutes from scm_connections where id = $1',
      [customer.connectionId],
    );
    return row?.minutes;
  };
  await customer.reconcile();
  t.is(await minutesUntilNext(), 15);
  await github.suspend(customer.installation);
  await customer.untilIdle();
  t.is((await customer.connection()).status, 'suspended');
  await customer.reconcile();
  t.is(await minutesUntilNext(), 60);
});

test.serial('selects a repository again that the list lacked, unless a user deselected it', async (t) => {
  const { github } = fixture;
  const customer = await fixture.connectGithub();
  const { account: owner, client, installation, connectionId } = customer;
  const kept = await github.createRepository({ owner, name: 'kept', files: { 'k/main.tf': root('k') } });
  const dropped = await github.createRepository({
    owner,
    name: 'dropped',
    files: { 'd/main.tf': root('d') },
  });
  const params = { path: { id: connectionId } };
  const select = (ids: readonly number[]) =>
    dataOf(
      client.PUT('/api/v1/scm/connections/{id}/repositories', {
        params,
        body: { external_ids: ids.map(String) },
      }),
    );
  await customer.untilIdle();
  await select([kept.id, dropped.id]);
  await customer.untilIdle();
  const { items } = await dataOf(client.GET('/api/v1/iac-projects'));
  const project = items.find(({ path }) => path === 'k');
  await dataOf(
    client.PATCH('/api/v1/iac-projects/{id}', {
      params: { path: { id: project?.id ?? '' } },
      body: { kind: 'module' },
    }),
  );
  await github.changeRepositories(installation, { removed: [kept, dropped] });
  await customer.untilIdle();
  await customer.reconcile();
  t.deepEqual(await projectsOf(customer), ['d missing', 'k missing']);
  await select([]);
  await github.changeRepositories(installation, { added: [dropped] });
  await customer.reconcile();
  t.deepEqual(await projectsOf(customer), ['d missing', 'k missing'], 'a user deselected all');

  await github.changeRepositories(installation, { added: [kept] });
  await select([kept.id]);
  await customer.untilIdle();
  await github.changeRepositories(installation, { removed: [kept] });
  await customer.reconcile();
  t.deepEqual(await projectsOf(customer), ['d missing', 'k missing']);
  await github.changeRepositories(installation, { added: [kept] });
  await customer.reconcile();
  t.deepEqual(await projectsOf(customer), ['d missing', 'k active']);
  const again = await dataOf(client.GET('/api/v1/iac-projects'));
  t.like(
    again.items.find(({ path }) => path === 'k'),
    { id: project?.id ?? '', kind: 'module', detection: 'corrected' },
  );
});

test.serial('removes no repository when the list is shorter than its count', async (t) => {
  const { github } = fixture;
  const customer = await fixture.connectGithub();
  const { account: owner } = customer;
  await github.createRepository({ owner, name: 'infra', files: { 'a/main.tf': root('a') } });
  await customer.untilIdle();
  await customer.selectAll();
  const body = { total_count: 1, repository_selection: 'all', repositories: [] };
  github.faults.inject({ kind: 'response', status: 200, body }, { route: 'GET /installation/repositories' });
  try {
    await customer.reconcile();
    t.like(await repositoriesOf(customer), [{ status: 'active' }]);
    const { status, last_error: message } = await customer.connection();
    t.is(status, 'active');
    t.regex(message ?? '', /incomplete list/);
  } finally {
    github.faults.clear();
  }
  await customer.reconcile();
  t.is((await customer.connection()).last_error, undefined);
});

test.serial('scans a repository whose push came during its scan', async (t) => {
  const { github } = fixture;
  const customer = await fixture.connectGithub();
  const { account: owner } = customer;
  const infra = await github.createRepository({ owner, name: 'infra', files: { 'a/main.tf': root('a') } });
  await customer.untilIdle();
  await customer.selectAll();
  github.deliveries.mode = 'drop';
  try {
    await github.push(infra, { files: { 'b/main.tf': root('b') } });
    // As if the scan of the first commit had ended after the push.
    await fixture.owner.query("update repositories set last_scanned_at = now() + interval '1 minute'");
    await customer.reconcile();
    t.deepEqual(await projectsOf(customer), ['a active', 'b active']);
  } finally {
    github.deliveries.mode = 'send';
  }
});
