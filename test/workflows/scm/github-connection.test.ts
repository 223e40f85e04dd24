import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { callBack, createAccount, useGithubApi } from '../../support/scm/use-github-api.ts';
import type { CallbackResponse } from '../../support/scm/use-github-api.ts';
import {
  repositoriesOf,
  select,
  waitForConnection,
  waitForProjects,
  waitForPullRequest,
  waitForRepository,
  waitForSync,
} from '../../support/scm/follow-scm.ts';

const fixture = useGithubApi();

const bucket = (name: string) => `resource "aws_s3_bucket" "${name}" {}\n`;
const root = `terraform {
  required_providers {
    aws = { source = "hashicorp/aws", version = "~> 5.0" }
  }
  backend "s3" {
    bucket = "states"
    key    = "network/prod.tfstate"
  }
}
`;

test('installs the App, scans, follows a push and a pull request, and is revoked when it is uninstalled', async (t) => {
  t.timeout(600_000);
  const { api, github } = fixture;
  const { client } = await api.signUp();
  const { owner, account } = createAccount(fixture, 'acme');
  const repository = await github.createRepository({
    owner: account,
    name: 'infra',
    files: {
      'network/main.tf': root + bucket('a'),
      'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    },
  });
  await github.createRepository({ owner: account, name: 'website', files: { 'README.md': 'Hello' } });

  // The person opens GitHub's page, installs the App, and GitHub redirects the browser.
  const { url } = await dataOf(client.GET('/api/v1/scm/github/installation-url'));
  const page = await fetch(url);
  t.regex(await page.text(), /Install on acme as acme-owner/);
  const form = new URLSearchParams({
    person: String(owner.id),
    account: String(account.id),
    state: new URL(url).searchParams.get('state') ?? '',
  });
  const redirect = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  t.is(redirect.status, 302);
  const location = redirect.headers.get('location') ?? '';
  const callback = await fetch(location, { headers: { accept: 'application/json' } });
  const bound = (await callback.json()) as CallbackResponse;
  t.is(callback.status, 200, JSON.stringify(bound));
  const connectionId = bound.connection_id ?? '';
  const connection = await waitForConnection(client, connectionId, 'active');
  t.like(connection, { provider: 'github', external_org_slug: 'acme', base_url: github.app.apiUrl });

  const params = { path: { id: connectionId } };
  const discoverable = await dataOf(
    client.GET('/api/v1/scm/connections/{id}/discoverable-repositories', { params }),
  );
  t.deepEqual(
    discoverable.items.map(({ full_name, selected, visibility }) => ({ full_name, selected, visibility })),
    [
      { full_name: 'acme/infra', selected: false, visibility: 'private' },
      { full_name: 'acme/website', selected: false, visibility: 'private' },
    ],
  );
  t.deepEqual(await select(client, connectionId, [repository.id, 1]), {
    selected: 1,
    added: 1,
    removed: 0,
    skipped: [{ external_id: '1', reason: 'not_found' }],
  });

  const head = await repository.git.resolve('refs/heads/main');
  const scanned = await waitForRepository(
    client,
    connectionId,
    'the first scan',
    ({ status }) => status === 'active',
  );
  t.like(scanned, { full_name: 'acme/infra', last_scanned_commit_sha: head, default_branch: 'main' });
  const projects = await waitForProjects(client, 'the projects', ({ length }) => length === 2);
  t.deepEqual(projects.map(({ path, system, kind }) => `${path} ${system} ${kind}`).toSorted(), [
    'charts/web helm chart',
    'network terraform root',
  ]);
  const network = projects.find(({ path }) => path === 'network');
  t.like(network, {
    backend_type: 's3',
    backend_config: { bucket: 'states', key: 'network/prod.tfstate' },
    status: 'active',
    last_seen_commit_sha: head,
  });

  const pushed = await github.push(repository, {
    files: { 'database/main.tf': root + bucket('b'), 'charts/web/Chart.yaml': null },
    by: owner,
  });
  const followed = await waitForProjects(client, 'the projects of the push', (list) =>
    list.some(({ path, last_seen_commit_sha: sha }) => path === 'database' && sha === pushed),
  );
  t.deepEqual(followed.map(({ path, status }) => `${path} ${status}`).toSorted(), [
    'charts/web missing',
    'database active',
    'network active',
  ]);
  t.is(followed.find(({ path }) => path === 'network')?.id, network?.id, 'the project keeps its row');

  await github.push(repository, {
    branch: 'bigger',
    parent: pushed,
    files: { 'network/main.tf': root + bucket('c') },
    by: owner,
  });
  const pull = await github.openPullRequest(repository, {
    title: 'Rename the bucket',
    by: owner,
    branch: 'bigger',
    labels: ['infra'],
  });
  const open = await waitForPullRequest(client, 'the pull request', ({ number }) => number === pull.number);
  t.like(open, {
    title: 'Rename the bucket',
    author_login: 'acme-owner',
    state: 'open',
    source_branch: 'bigger',
    target_branch: 'main',
    head_sha: pull.head.sha,
    labels: ['infra'],
    iac_project_ids: [network?.id],
    repository_id: scanned.id,
  });
  await github.mergePullRequest(pull);
  const merged = await waitForPullRequest(client, 'the merge', ({ state }) => state === 'merged');
  t.is(merged.id, open.id);
  t.truthy(merged.merged_at);
  t.truthy(merged.closed_at);

  const installation = github.installationOf(account);
  const deliveries = github.deliveries.all.filter(({ installationId }) => installationId === installation.id);
  t.true(deliveries.length >= 5);
  t.true(deliveries.every(({ status }) => status === 202));
  await github.uninstall(installation);
  const revoked = await waitForConnection(client, connectionId, 'revoked');
  t.regex(revoked.last_error ?? '', /uninstalled/);
});

test('follows renames, transfers and changed repositories by their numeric ids', async (t) => {
  t.timeout(600_000);
  const { api, github } = fixture;
  const { client } = await api.signUp();
  const { owner, account } = createAccount(fixture, 'globex');
  const files = { 'main.tf': root };
  const infra = await github.createRepository({ owner: account, name: 'infra', files });
  const other = await github.createRepository({ owner: account, name: 'other', files });
  const installation = await github.install({ account, by: owner, repositories: [infra, other] });
  const state = new URL(
    (await dataOf(client.GET('/api/v1/scm/github/installation-url'))).url,
  ).searchParams.get('state');
  const { body } = await callBack(fixture, {
    state: state ?? '',
    code: github.authorize(owner),
    installation_id: installation.id,
  });
  const id = body.connection_id ?? '';
  await select(client, id, [infra.id, other.id]);
  const before = await waitForRepository(
    client,
    id,
    'the scan',
    ({ full_name: name, status }) => name === 'globex/infra' && status === 'active',
  );
  await waitForRepository(
    client,
    id,
    'the scan',
    ({ full_name: name, status }) => name === 'globex/other' && status === 'active',
  );

  const synced = () => waitForSync(api.database.url, id);
  await synced();
  await github.rename(infra, 'platform');
  const renamed = await waitForRepository(
    client,
    id,
    'the rename',
    ({ full_name: name }) => name === 'globex/platform',
  );
  t.is(renamed.id, before.id);

  await synced();
  await github.changeRepositories(installation, { removed: [other] });
  const removed = await waitForRepository(client, id, 'the removal', ({ status }) => status === 'removed');
  t.is(removed.full_name, 'globex/other');
  const projects = await waitForProjects(client, 'missing projects', (list) =>
    list.some(({ status }) => status === 'missing'),
  );
  t.is(projects.find(({ status }) => status === 'missing')?.repository_id, removed.id);

  // The new owner has no connection; a reconciliation finds that the repository is gone.
  const stranger = github.createOrganization('initech');
  await synced();
  await github.transfer(infra, stranger);
  const params = { path: { id } };
  await dataOf(client.POST('/api/v1/scm/connections/{id}/sync', { params }));
  await waitForRepository(
    client,
    id,
    'the transfer',
    ({ id: found, status }) => found === before.id && status === 'removed',
  );
  await synced();
  await github.transfer(infra, account);
  await github.changeRepositories(installation, { added: [infra] });
  await select(client, id, [infra.id]);
  const back = await waitForRepository(
    client,
    id,
    'the return',
    ({ id: found, status }) => found === before.id && status === 'active',
  );
  t.is(back.full_name, 'globex/platform');
  t.is((await repositoriesOf(client, id)).length, 2);
  await waitForConnection(client, id, 'active');
});
