import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { GithubAccount, ServerInstallation } from '../../../dev/github-server/model.ts';
import { startGithubServer } from '../../../dev/github-server/start-github-server.ts';
import type { GithubServer } from '../../../dev/github-server/start-github-server.ts';
import type { ServerGroup, ServerToken } from '../../../dev/gitlab-server/model.ts';
import { startGitlabServer } from '../../../dev/gitlab-server/start-gitlab-server.ts';
import type { GitlabServer } from '../../../dev/gitlab-server/start-gitlab-server.ts';
import { findRepository } from '../../../db/scm/repository-store.ts';
import type { Repository } from '../../../db/scm/repository.ts';
import { createGithubConnection } from '../../../db/scm/scm-connection-store.ts';
import type { RunningWorker } from '../../../worker/start-worker.ts';
import { waitForRunOf } from '../connections/follow.ts';
import { startTestApi } from '../test-api.ts';
import type { SignedUp, TestApi } from '../test-api.ts';
import { useFixture } from '../use-fixture.ts';
import { loopback, trustedAuthority } from './use-gitlab-server.ts';

/** An API and a worker with a GitHub and a GitLab server. */
export interface ScmApi {
  readonly api: TestApi;
  readonly worker: RunningWorker;
  readonly github: GithubServer;
  readonly gitlab: GitlabServer;
  /** Signs up an organization and connects an organization of GitHub, in which the App is installed. */
  withGithub(permissions?: Readonly<Record<string, string>>): Promise<GithubCustomer>;
  /** Signs up an organization and connects a group of GitLab, whose webhook is set. */
  withGitlab(scopes?: readonly string[]): Promise<GitlabCustomer>;
  /** Selects repositories, waits for their scan and for the sync of the connection, and returns their rows' ids. */
  select(customer: Customer, externalIds: readonly number[]): Promise<readonly string[]>;
  readRepository(customer: Customer, id: string): Promise<Repository>;
  close(): Promise<void>;
}

export interface Customer extends SignedUp {
  readonly connectionId: string;
}

export interface GithubCustomer extends Customer {
  readonly account: GithubAccount;
  readonly person: GithubAccount;
  readonly installation: ServerInstallation;
}

export interface GitlabCustomer extends Customer {
  readonly group: ServerGroup;
  readonly token: ServerToken;
}

const webhookMinute = '100000';

export function useScmApi(): ScmApi {
  return useFixture(startScmApi, (scm) => scm.close());
}

async function startScmApi(): Promise<ScmApi> {
  const github = await startGithubServer();
  const gitlab = await startGitlabServer({ authority: await trustedAuthority() });
  const { app } = github;
  const api = await startTestApi({
    GITHUB_API_URL: app.apiUrl,
    GITHUB_APP_ID: app.appId,
    GITHUB_APP_SLUG: app.slug,
    GITHUB_APP_PRIVATE_KEY: app.privateKey,
    GITHUB_WEBHOOK_SECRET: app.webhookSecret,
    GITHUB_CLIENT_ID: app.clientId,
    GITHUB_CLIENT_SECRET: app.clientSecret,
    GITLAB_ALLOWED_NETWORKS: loopback.join(','),
    RATE_LIMIT_WEBHOOK: webhookMinute,
  });
  const worker = await api.startWorker();
  github.webhooks.url = `${api.url}/api/v1/webhooks/github`;
  let accounts = 0;
  const scm: ScmApi = {
    api,
    worker,
    github,
    gitlab,
    async withGithub(permissions) {
      const signedUp = await api.signUp();
      accounts += 1;
      const person = github.createUser(`ada${accounts}`);
      const account = github.createOrganization(`acme${accounts}`);
      github.setRole(account, person, 'admin');
      const installation = await github.install({
        account,
        by: person,
        ...(permissions === undefined ? {} : { permissions }),
      });
      const connection = await worker.dependencies.database.withTenant(signedUp.organizationId, (tenant) =>
        createGithubConnection(tenant, {
          baseUrl: app.apiUrl,
          installationId: installation.id,
          accountId: account.id,
          accountLogin: account.login,
          accountKind: 'organization',
          permissions: installation.permissions,
        }),
      );
      if (connection === undefined) throw new Error('the installation is bound already');
      return { ...signedUp, connectionId: connection.id, person, account, installation };
    },
    async withGitlab(scopes = ['read_api']) {
      const signedUp = await api.signUp();
      accounts += 1;
      const group = await gitlab.createGroup(`acme${accounts}`);
      const token = gitlab.createToken(group, { scopes });
      const body = { base_url: gitlab.baseUrl, group_path: group.path, access_token: token.token };
      const made = await dataOf(signedUp.client.POST('/api/v1/scm/gitlab/connections', { body }));
      const connectionId = made.connection.id;
      gitlab.addHook({
        scope: group,
        url: `${api.url}/api/v1/webhooks/gitlab?connection=${connectionId}`,
        token: made.webhook_secret,
        signingToken: made.webhook_secret,
      });
      return { ...signedUp, connectionId, group, token };
    },
    async select({ client, connectionId }, externalIds) {
      const params = { path: { id: connectionId } };
      const body = { external_ids: externalIds.map(String) };
      await dataOf(client.PUT('/api/v1/scm/connections/{id}/repositories', { params, body }));
      // The first run may have begun before the selection.
      for (let run = 1; run <= 2; run += 1)
        await waitForRunOf(client, client.POST('/api/v1/scm/connections/{id}/sync', { params }));
      const query = { scm_connection_id: connectionId, limit: 200 };
      const { items } = await dataOf(client.GET('/api/v1/repositories', { params: { query } }));
      for (const { id } of items.filter(({ status }) => status !== 'removed'))
        await waitForRunOf(
          client,
          client.POST('/api/v1/repositories/{id}/rescan', { params: { path: { id } } }),
        );
      return items.map(({ id }) => id);
    },
    async readRepository({ organizationId }, id) {
      const found = await worker.dependencies.database.withTenant(organizationId, (tenant) =>
        findRepository(tenant, id),
      );
      if (found === undefined) throw new Error(`there is no repository ${id}`);
      return found;
    },
    async close() {
      await api.close();
      await Promise.all([github.close(), gitlab.close()]);
    },
  };
  return scm;
}
