import { startGithubServer } from '../../dev/github-server/start-github-server.ts';
import type { ServerInstallation } from '../../dev/github-server/model.ts';
import type { GithubServer } from '../../dev/github-server/start-github-server.ts';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { reportPlanImpact } from '../../commands/scm/report-plan-impact.ts';
import { waitForRunOf } from '../support/connections/follow.ts';
import { writePermissions } from '../support/mapping/import-project.ts';
import { insertAccount, insertResource } from '../support/mapping/stored-resource.ts';
import { createGithubConnection } from '../support/scm/connect-github.ts';
import { eventually } from '../support/eventually.ts';
import { startTestApi } from '../support/test-api.ts';
import type { SignedUp, TestApi } from '../support/test-api.ts';

export interface PlayedApi {
  readonly api: TestApi;
  readonly github: GithubServer;
  close(): Promise<void>;
}

/** Starts an API that uses a GitHub server. */
export async function startPlayedApi(): Promise<PlayedApi> {
  const github = await startGithubServer();
  const { app } = github;
  const api = await startTestApi({
    EVENTS_ALLOWED_NETWORKS: '127.0.0.0/8',
    EVENT_BATCH_SECONDS: '0',
    ONBOARDING_POLL_SECONDS: '1',
    GITHUB_API_URL: app.apiUrl,
    GITHUB_APP_ID: app.appId,
    GITHUB_APP_SLUG: app.slug,
    GITHUB_APP_PRIVATE_KEY: app.privateKey,
    GITHUB_WEBHOOK_SECRET: app.webhookSecret,
    GITHUB_CLIENT_ID: app.clientId,
    GITHUB_CLIENT_SECRET: app.clientSecret,
  });
  github.webhooks.url = `${api.url}/api/v1/webhooks/github`;
  return {
    api,
    github,
    async close() {
      await api.close();
      await github.close();
    },
  };
}

/** Connects an account of GitHub, scans a repository, processes deliveries, and deletes the connection. */
export async function playScm({ api, github }: Omit<PlayedApi, 'close'>): Promise<void> {
  const { client, organizationId } = await api.signUp();
  const { connectionId, account, user, installation } = await createGithubConnection(github, client, 'acme');
  const params = { path: { id: connectionId } };
  const untilSynced = () =>
    eventually('the sync to end', async () => {
      const { status, last_synced_at: at } = await dataOf(
        client.GET('/api/v1/scm/connections/{id}', { params }),
      );
      return status === 'active' && at !== undefined;
    });
  await untilSynced();
  const files = { 'a/main.tf': 'terraform {\n  backend "s3" {\n    bucket = "a"\n  }\n}\n' };
  const repository = await github.createRepository({ owner: account, name: 'infra', files });
  await dataOf(client.PUT('/api/v1/scm/connections/{id}/repositories', { params, body: { all: true } }));
  await eventually('the project', async () => {
    const { items } = await dataOf(client.GET('/api/v1/iac-projects'));
    return items.length === 1;
  });
  const parent = await repository.git.resolve('refs/heads/main');
  if (parent === undefined) throw new Error('the repository has no commit');
  await github.push(repository, { files: { 'a/main.tf': '# changed\n' }, branch: 'change', parent });
  await github.openPullRequest(repository, { title: 'Change a', by: user, branch: 'change' });
  const pull = await eventually('the pull request', async () => {
    const { items } = await dataOf(client.GET('/api/v1/pull-requests'));
    return items[0];
  });
  await api.services.database.withTenant(organizationId, (tenant) =>
    reportPlanImpact(tenant, api.services, {
      pullRequestId: pull.id,
      projectId: pull.iac_project_ids[0] ?? '',
      workspace: '',
      commitSha: pull.head_sha,
      impact: {
        counts: { create: 1, update: 0, replace: 0, delete: 0, import: 0, forget: 0 },
        unmapped: 0,
        risks: [],
        applications: [],
        teams: [],
      },
      reportedAt: new Date(),
    }),
  );
  await dataOf(client.POST('/api/v1/scm/connections/{id}/sync', { params }));
  await untilSynced();
  await playImportPullRequest({ api, github }, { client, organizationId }, installation);
  await dataOf(client.DELETE('/api/v1/scm/connections/{id}', { params }));
}

/** Opens a pull request with an import block for a bucket. */
async function playImportPullRequest(
  { api, github }: Omit<PlayedApi, 'close'>,
  { client, organizationId }: Pick<SignedUp, 'client' | 'organizationId'>,
  installation: ServerInstallation,
): Promise<void> {
  const { items: projects } = await dataOf(client.GET('/api/v1/iac-projects'));
  const project = projects[0];
  if (project === undefined) throw new Error('there is no project');
  await github.acceptPermissions(installation, writePermissions);
  const params = { path: { id: project.repository_id } };
  const grants = { grants: ['open_pull_requests' as const] };
  await dataOf(client.PUT('/api/v1/repositories/{id}/automation-grants', { params, body: grants }));
  const { url } = api.database;
  const accountId = await insertAccount(url, organizationId, '111111111111');
  const resourceId = await insertResource(url, organizationId, accountId, { nativeId: 'orders' });
  const body = { iac_project_id: project.id, resource_ids: [resourceId] };
  await waitForRunOf(client, client.POST('/api/v1/mapping/import-pull-requests', { body }));
}
