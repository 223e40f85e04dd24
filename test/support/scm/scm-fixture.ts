import { createGithubConnection } from './connect-github.ts';
import { startGithubServer } from '../../../dev/github-server/start-github-server.ts';
import type { GithubServer } from '../../../dev/github-server/start-github-server.ts';
import type { GithubAccount, ServerInstallation } from '../../../dev/github-server/model.ts';
import { startGitlabServer } from '../../../dev/gitlab-server/start-gitlab-server.ts';
import type { GitlabServer } from '../../../dev/gitlab-server/start-gitlab-server.ts';
import type { ServerGroup, ServerToken } from '../../../dev/gitlab-server/model.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { ScmConnection } from '../../../api-client/api-types.ts';
import { workflowIdOf } from '../../../domain/runs/run-kinds.ts';
import type { RunKind } from '../../../domain/runs/run-kinds.ts';
import { startDueSyncs } from '../../../activities/scm/start-due-syncs.ts';
import { connectOwner } from '../discovery/owner.ts';
import type { Owner } from '../discovery/owner.ts';
import { eventually } from '../eventually.ts';
import { retryActivities } from '../retry-activities.ts';
import { startTestApi } from '../test-api.ts';
import type { SignedUp, TestApi } from '../test-api.ts';
import { useFixture } from '../use-fixture.ts';
import { loopback, trustedAuthority } from './use-gitlab-server.ts';

/** An organization with a connection to an account or group of its own on a test server. */
export interface ConnectedOrganization extends SignedUp {
  readonly connectionId: string;
  connection(): Promise<ScmConnection>;
  /** Selects all repositories, and waits until they are scanned. */
  selectAll(): Promise<void>;
  /** Starts the due syncs as the Schedule does, after making the one of this connection due, and waits for its runs. */
  reconcile(): Promise<void>;
  /** Makes the sync of the connection due and starts it, without waiting. */
  startSync(): Promise<void>;
  /** Waits until no run of the organization is active. */
  untilIdle(): Promise<void>;
  /** Ends the pause of the connection, and the waits of the activities of its runs for their next attempt. */
  retryNow(): Promise<void>;
}

export interface GithubOrganization extends ConnectedOrganization {
  readonly account: GithubAccount;
  readonly user: GithubAccount;
  readonly installation: ServerInstallation;
}

export interface GitlabOrganization extends ConnectedOrganization {
  readonly group: ServerGroup;
  readonly token: ServerToken;
}

export interface ScmFixture {
  readonly api: TestApi;
  /** The variables of the providers, for a worker process. */
  readonly environment: Readonly<Record<string, string>>;
  readonly owner: Owner;
  readonly github: GithubServer;
  readonly gitlab: GitlabServer;
  connectGithub(name?: string): Promise<GithubOrganization>;
  connectGitlab(name?: string): Promise<GitlabOrganization>;
  close(): Promise<void>;
}

/** An API, a worker, and a GitHub and a GitLab server for the tests of a file. See {@link useFixture}. */
export function useScmFixture(environment: Readonly<Record<string, string>> = {}): ScmFixture {
  return useFixture(
    () => startScmFixture(environment),
    (fixture) => fixture.close(),
  );
}

/** @param options `worker`: whether to start a worker in this process; default: true */
export async function startScmFixture(
  environment: Readonly<Record<string, string>> = {},
  options: { readonly worker?: boolean } = {},
): Promise<ScmFixture> {
  const github = await startGithubServer();
  const gitlab = await startGitlabServer({ authority: await trustedAuthority() });
  const { app } = github;
  const providers = {
    GITHUB_API_URL: app.apiUrl,
    GITHUB_APP_ID: app.appId,
    GITHUB_APP_SLUG: app.slug,
    GITHUB_APP_PRIVATE_KEY: app.privateKey,
    GITHUB_WEBHOOK_SECRET: app.webhookSecret,
    GITHUB_CLIENT_ID: app.clientId,
    GITHUB_CLIENT_SECRET: app.clientSecret,
    GITLAB_ALLOWED_NETWORKS: loopback.join(','),
    ...environment,
  };
  const api = await startTestApi(providers);
  if (options.worker !== false) await api.startWorker();
  const owner = connectOwner(api.database.url);
  github.webhooks.url = `${api.url}/api/v1/webhooks/github`;
  let count = 0;
  const nameOf = (name?: string) => name ?? `acme-${(count += 1)}`;
  const connected = (signedUp: SignedUp, connectionId: string): ConnectedOrganization =>
    connectedOrganization({ api, owner }, signedUp, connectionId);
  return {
    api,
    environment: providers,
    owner,
    github,
    gitlab,

    async connectGithub(name) {
      const signedUp = await api.signUp();
      const created = await createGithubConnection(github, signedUp.client, nameOf(name));
      const organization = connected(signedUp, created.connectionId);
      await organization.untilIdle();
      return { ...organization, ...created };
    },

    async connectGitlab(name) {
      const signedUp = await api.signUp();
      const group = await gitlab.createGroup(nameOf(name));
      const token = gitlab.createToken(group, { scopes: ['read_api'] });
      const body = { base_url: gitlab.baseUrl, group_path: group.path, access_token: token.token };
      const created = await dataOf(signedUp.client.POST('/api/v1/scm/gitlab/connections', { body }));
      const organization = connected(signedUp, created.connection.id);
      const url = `${api.url}/api/v1/webhooks/gitlab?connection=${created.connection.id}`;
      gitlab.addHook({ scope: group, url, token: created.webhook_secret });
      return { ...organization, group, token };
    },

    async close() {
      await api.close();
      await Promise.all([owner.close(), github.close(), gitlab.close()]);
    },
  };
}

function connectedOrganization(
  { api, owner }: Pick<ScmFixture, 'api' | 'owner'>,
  signedUp: SignedUp,
  connectionId: string,
): ConnectedOrganization {
  const { client, organizationId } = signedUp;
  const params = { path: { id: connectionId } };
  const untilIdle = async () => {
    await eventually(`the runs of ${organizationId} to end`, async () => {
      const active = await owner.query(
        "select from runs where organization_id = $1 and status in ('queued', 'running')",
        [organizationId],
      );
      return active.length === 0;
    });
  };
  const startSync = async () => {
    await owner.query('update scm_connections set next_sync_at = now() where id = $1', [connectionId]);
    await startDueSyncs({ ...api.services, configuration: api.configuration }, AbortSignal.timeout(60_000));
  };
  return {
    ...signedUp,
    connectionId,
    async retryNow() {
      await owner.query('update scm_connections set retry_at = null where id = $1', [connectionId]);
      const active = await owner.query<{ kind: RunKind; id: string }>(
        "select kind, id from runs where organization_id = $1 and status in ('queued', 'running')",
        [organizationId],
      );
      await retryActivities(active.map(({ kind, id }) => workflowIdOf(kind, id)));
    },
    connection: () => dataOf(client.GET('/api/v1/scm/connections/{id}', { params })),
    untilIdle,
    startSync,
    async selectAll() {
      await dataOf(client.PUT('/api/v1/scm/connections/{id}/repositories', { params, body: { all: true } }));
      await untilIdle();
    },
    async reconcile() {
      await untilIdle();
      await startSync();
      await untilIdle();
    },
  };
}
