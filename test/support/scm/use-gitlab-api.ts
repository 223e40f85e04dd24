import { randomUUID } from 'node:crypto';
import type { DestinationStream } from 'pino';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { ServerGroup, GitlabProject, ServerToken } from '../../../dev/gitlab-server/model.ts';
import { startGitlabServer } from '../../../dev/gitlab-server/start-gitlab-server.ts';
import type { GitlabServer } from '../../../dev/gitlab-server/start-gitlab-server.ts';
import { eventually } from '../eventually.ts';
import { startTestApi } from '../test-api.ts';
import type { SignedUp, TestApi, TestClient } from '../test-api.ts';
import type { TestApiUse } from '../use-test-api.ts';
import { useFixture } from '../use-fixture.ts';
import { loopback, trustedAuthority } from './use-gitlab-server.ts';

export interface GitlabApi extends TestApi {
  readonly gitlab: GitlabServer;
}

/** The public origin of the API; webhook URLs begin with it. */
export const publicUrl = 'https://inventory.example.com';

/** An API that may connect to loopback addresses, and a GitLab server, for the calling test file. */
export function useGitlabApi({
  environment,
  worker = false,
  logs,
}: TestApiUse & { readonly logs?: DestinationStream } = {}): GitlabApi {
  return useFixture(
    async () => {
      const gitlab = await startGitlabServer({ authority: await trustedAuthority() });
      const api = await startTestApi(
        { GITLAB_ALLOWED_NETWORKS: loopback.join(','), PUBLIC_URL: publicUrl, ...environment },
        logs === undefined ? {} : { logs },
      );
      if (worker) await api.startWorker();
      return { ...api, gitlab, close: () => api.close().finally(() => gitlab.close()) };
    },
    (api) => api.close(),
  );
}

export interface ConnectedGroup extends SignedUp {
  readonly id: string;
  readonly group: ServerGroup;
  readonly token: ServerToken;
  /** The URL of the webhook at the API of the test. */
  readonly webhookUrl: string;
  readonly webhookSecret: string;
}

/** Creates a group with a token, and connects it. Default: in a new organization. */
export async function connectGroup(
  api: GitlabApi,
  options: {
    readonly owner?: SignedUp;
    readonly group?: ServerGroup;
    readonly scopes?: readonly string[];
  } = {},
): Promise<ConnectedGroup> {
  const { gitlab, url } = api;
  const { owner = await api.signUp(), group = await gitlab.createGroup(`acme-${randomUUID().slice(0, 8)}`) } =
    options;
  const token = gitlab.createToken(group, options.scopes === undefined ? {} : { scopes: options.scopes });
  const body = { base_url: gitlab.baseUrl, group_path: group.path, access_token: token.token };
  const created = await dataOf(owner.client.POST('/api/v1/scm/gitlab/connections', { body }));
  return {
    ...owner,
    id: created.connection.id,
    group,
    token,
    webhookUrl: created.webhook_url.replace(publicUrl, url),
    webhookSecret: created.webhook_secret,
  };
}

/** Selects the given projects, or all of the group. */
export function select(
  { client, id }: Pick<ConnectedGroup, 'client' | 'id'>,
  projects: readonly GitlabProject[] | 'all',
) {
  const body =
    projects === 'all' ? { all: true as const } : { external_ids: projects.map((one) => String(one.id)) };
  return dataOf(client.PUT('/api/v1/scm/connections/{id}/repositories', { params: { path: { id } }, body }));
}

/** Returns the connection as the API shows it. */
export function connectionOf({ client, id }: Pick<ConnectedGroup, 'client' | 'id'>) {
  return dataOf(client.GET('/api/v1/scm/connections/{id}', { params: { path: { id } } }));
}

/** Waits until the connection is active and no sync runs: the schedule that starts a second one does not run in tests. */
export async function waitForSync(connected: Pick<ConnectedGroup, 'client' | 'id'>): Promise<void> {
  await eventually('the end of the sync', async () => (await connectionOf(connected)).status === 'active');
}

/** Returns the repositories of an organization by name. */
export async function repositoriesOf(client: TestClient) {
  return (await dataOf(client.GET('/api/v1/repositories', { params: { query: { limit: 200 } } }))).items;
}

/** Returns `path system kind status` of all projects of an organization, sorted. */
export async function projectsOf(client: TestClient): Promise<readonly string[]> {
  const { items } = await dataOf(client.GET('/api/v1/iac-projects', { params: { query: { limit: 200 } } }));
  return items.map(({ path, system, kind, status }) => `${path} ${system} ${kind} ${status}`).toSorted();
}

/** Waits until {@link projectsOf} returns the given projects. */
export async function waitForProjects(client: TestClient, expected: readonly string[]): Promise<void> {
  let last: readonly string[] = [];
  await eventually(`projects ${expected.join(', ')}`, async () => {
    last = await projectsOf(client);
    if (JSON.stringify(last) !== JSON.stringify(expected.toSorted()))
      throw new Error(`projects are ${last.join(', ')}`);
    return true;
  });
}

/** Waits until all repositories of an organization are scanned. */
export async function waitForScans(client: TestClient, count: number): Promise<void> {
  await eventually(`${count} scanned repositories`, async () => {
    const items = await repositoriesOf(client);
    const states = items.map(({ full_name: name, status, last_error: error }) => [name, status, error]);
    if (items.length !== count || items.some(({ status }) => status !== 'active'))
      throw new Error(JSON.stringify(states));
    return true;
  });
}

/** Terraform code of a root module with state in S3. */
export const rootModule = (key = 'infra') =>
  `terraform {\n  backend "s3" {\n    bucket = "acme"\n    key    = "${key}"\n  }\n}\n`;
