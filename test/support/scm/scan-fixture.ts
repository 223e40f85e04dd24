import { randomBytes } from 'node:crypto';
import type { IacProject, Repository } from '../../../api-client/api-types.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { GitFiles } from '../../../dev/scm-servers/fast-import.ts';
import type { GitRepository } from '../../../dev/scm-servers/git-repository.ts';
import { startGithubServer } from '../../../dev/github-server/start-github-server.ts';
import type { GithubServer } from '../../../dev/github-server/start-github-server.ts';
import { startGitlabServer } from '../../../dev/gitlab-server/start-gitlab-server.ts';
import type { GitlabServer } from '../../../dev/gitlab-server/start-gitlab-server.ts';
import { createEncryption, createLocalKeys } from '../../../db/encryption.ts';
import { createGithubConnection, createGitlabConnection } from '../../../db/scm/scm-connection-store.ts';
import { setSelection } from '../../../db/scm/repository-store.ts';
import type { ProviderRepository } from '../../../domain/scm/provider-records.ts';
import type { RunningWorker } from '../../../worker/start-worker.ts';
import { eventually } from '../eventually.ts';
import { queryAsOwner } from '../query-as-owner.ts';
import { startTestApi } from '../test-api.ts';
import type { SignedUp, TestApi, TestClient } from '../test-api.ts';
import { useFixture } from '../use-fixture.ts';
import { loopback, trustedAuthority } from './use-gitlab-server.ts';

/** The product with a worker, and the servers of both providers. */
export interface ScmScanFixture {
  readonly api: TestApi;
  readonly worker: RunningWorker | undefined;
  readonly github: GithubServer;
  readonly gitlab: GitlabServer;
  /** Environment variables of the product. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Creates a connection with one selected repository, which is not scanned yet, in a new organization or in the one of
   * `owner`.
   */
  selectRepository(provider: Provider, files?: GitFiles, owner?: SignedUp): Promise<SelectedRepository>;
  close(): Promise<void>;
}

export type Provider = 'github' | 'gitlab';
export const providers: readonly Provider[] = ['github', 'gitlab'];

/** A repository at its provider and in the product. */
export interface SelectedRepository extends SignedUp {
  readonly id: string;
  readonly connectionId: string;
  readonly externalId: string;
  readonly fullName: string;
  readonly git: GitRepository;
  /** Commits to a branch, by default the default one. Delivers no webhook. Returns the SHA. */
  push(files: GitFiles, options?: { readonly parent?: string; readonly branch?: string }): Promise<string>;
  /** Changes the default branch at the provider. */
  setDefaultBranch(branch: string): void;
  /** Lowers the number of entries from which GitHub truncates a tree. */
  limitTree(entries: number): void;
  /** Number of requests to the provider's API since the last call, by route. */
  takeCalls(): Readonly<Record<string, number>>;
  /** Returns the id of the run. */
  requestScan(): Promise<string>;
  waitForRun(runId: string): Promise<void>;
  /** Requests a scan, waits until its run ends, and returns the repository. */
  scan(): Promise<Repository>;
  get(): Promise<Repository>;
  projects(): Promise<readonly IacProject[]>;
  query<T extends object>(sql: string, values?: readonly unknown[]): Promise<T[]>;
}

/** Starts the servers and the product before the tests of a file. */
export function useScmScans({ worker = true }: { readonly worker?: boolean } = {}): ScmScanFixture {
  return useFixture(
    () => startScmScans(worker),
    (fixture) => fixture.close(),
  );
}

async function startScmScans(worker: boolean): Promise<ScmScanFixture> {
  const github = await startGithubServer();
  const gitlab = await startGitlabServer({ authority: await trustedAuthority() });
  const environment = {
    GITHUB_APP_ID: github.app.appId,
    GITHUB_APP_SLUG: github.app.slug,
    GITHUB_APP_PRIVATE_KEY: github.app.privateKey,
    GITHUB_WEBHOOK_SECRET: github.app.webhookSecret,
    GITHUB_CLIENT_ID: github.app.clientId,
    GITHUB_CLIENT_SECRET: github.app.clientSecret,
    GITHUB_API_URL: github.app.apiUrl,
    GITLAB_ALLOWED_NETWORKS: loopback.join(','),
  };
  const api = await startTestApi(environment);
  const running = worker ? await api.startWorker() : undefined;
  return {
    api,
    worker: running,
    github,
    gitlab,
    environment,
    async selectRepository(provider, files, owner) {
      const signedUp = owner ?? (await api.signUp());
      const name = `acme-${randomBytes(4).toString('hex')}`;
      const selected =
        provider === 'github'
          ? await selectOnGithub(api, github, signedUp, name, files)
          : await selectOnGitlab(api, gitlab, signedUp, name, files);
      return { ...signedUp, ...selected, ...operationsOf(api, signedUp.client, selected.id) };
    },
    async close() {
      await api.close();
      await Promise.all([github.close(), gitlab.close()]);
    },
  };
}

type AtProvider = Omit<SelectedRepository, keyof SignedUp | keyof ReturnType<typeof operationsOf>>;

async function selectOnGithub(
  api: TestApi,
  github: GithubServer,
  { organizationId }: SignedUp,
  name: string,
  files: GitFiles | undefined,
): Promise<AtProvider> {
  const account = github.createOrganization(name);
  const installation = await github.install({ account, by: account });
  const repository = await github.createRepository({
    owner: account,
    name: 'infra',
    ...(files === undefined ? {} : { files }),
  });
  const fullName = `${name}/infra`;
  const externalId = String(repository.id);
  const { connectionId, id } = await api.services.database.withTenant(organizationId, async (tenant) => {
    const connection = await createGithubConnection(tenant, {
      baseUrl: github.app.apiUrl,
      installationId: installation.id,
      accountId: account.id,
      accountLogin: name,
      accountKind: 'organization',
      permissions: installation.permissions,
    });
    if (connection === undefined) throw new Error('the installation is bound');
    const { added } = await setSelection(
      tenant,
      { id: connection.id, provider: 'github' },
      [recordOf(externalId, fullName, 'main')],
      false,
    );
    return { connectionId: connection.id, id: added[0]?.id ?? '' };
  });
  let taken = github.requests.length;
  return {
    id,
    connectionId,
    externalId,
    fullName,
    git: repository.git,
    push: (changes, options) => github.push(repository, { files: changes, ...options }),
    setDefaultBranch: (branch) => {
      repository.defaultBranch = branch;
    },
    limitTree: (entries) => {
      repository.treeLimit = entries;
    },
    takeCalls() {
      const calls = countRoutes(github.requests.slice(taken), fullName);
      taken = github.requests.length;
      return calls;
    },
  };
}

async function selectOnGitlab(
  api: TestApi,
  gitlab: GitlabServer,
  { organizationId }: SignedUp,
  name: string,
  files: GitFiles | undefined,
): Promise<AtProvider> {
  const group = await gitlab.createGroup(name);
  const token = gitlab.createToken(group, { scopes: ['read_api'] });
  const project = await gitlab.createProject({
    namespace: group,
    path: 'infra',
    ...(files === undefined ? {} : { files }),
  });
  const fullName = `${name}/infra`;
  const externalId = String(project.id);
  const encryption = createEncryption(createLocalKeys(api.configuration.encryptionKeys));
  const { connectionId, id } = await api.services.database.withTenant(organizationId, async (tenant) => {
    const connection = await createGitlabConnection(tenant, encryption, {
      baseUrl: gitlab.baseUrl,
      groupId: String(group.id),
      groupPath: name,
      accessToken: token.token,
      webhookSecret: 'whsec_c2VjcmV0',
      tokenExpiresAt: undefined,
      scopes: token.scopes,
    });
    const record = recordOf(externalId, fullName, files === undefined ? undefined : 'main');
    const { added } = await setSelection(tenant, connection, [record], false);
    return { connectionId: connection.id, id: added[0]?.id ?? '' };
  });
  let taken = gitlab.requests.length;
  return {
    id,
    connectionId,
    externalId,
    fullName,
    git: project.git,
    push: (changes, options) => gitlab.push(project, { files: changes, ...options }),
    setDefaultBranch: (branch) => {
      project.defaultBranch = branch;
    },
    limitTree: () => undefined,
    takeCalls() {
      const calls = countRoutes(gitlab.requests.slice(taken), `/projects/${externalId}`);
      taken = gitlab.requests.length;
      return calls;
    },
  };
}

interface CountedRequest {
  readonly route: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

/**
 * Counts the requests about a repository. A GraphQL query names the repository in its body, so queries are attributed by
 * their token.
 */
function countRoutes(requests: readonly CountedRequest[], part: string): Readonly<Record<string, number>> {
  const own = requests.filter(({ path }) => path.includes(part));
  const tokens = new Set(own.map(({ authorization }) => authorization));
  const queries = requests.filter(
    ({ path, authorization }) => path.endsWith('/graphql') && tokens.has(authorization),
  );
  const counts: Record<string, number> = {};
  for (const { route } of [...own, ...queries]) counts[route] = (counts[route] ?? 0) + 1;
  return counts;
}

function recordOf(
  externalId: string,
  fullName: string,
  defaultBranch: string | undefined,
): ProviderRepository {
  return {
    externalId,
    fullName,
    ...(defaultBranch === undefined ? {} : { defaultBranch }),
    url: `https://example.com/${fullName}`,
    visibility: 'private',
    archived: false,
    fork: false,
  };
}

function operationsOf(api: TestApi, client: TestClient, id: string) {
  const params = { path: { id } };
  const query = <T extends object>(sql: string, values: readonly unknown[] = []) =>
    queryAsOwner<T>(api.database.url, sql, values);
  const get = () => dataOf(client.GET('/api/v1/repositories/{id}', { params }));
  const requestScan = async () =>
    (await dataOf(client.POST('/api/v1/repositories/{id}/rescan', { params }))).run_id;
  const waitForRun = async (runId: string) => {
    await eventually(`run ${runId} to end`, async () => {
      const [run] = await query<{ status: string }>('select status from runs where id = $1', [runId]);
      return run !== undefined && !['queued', 'running'].includes(run.status);
    });
  };
  return {
    query,
    get,
    requestScan,
    waitForRun,
    async scan() {
      await waitForRun(await requestScan());
      return get();
    },
    async projects() {
      const { items } = await dataOf(
        client.GET('/api/v1/repositories/{id}/iac-projects', {
          params: { ...params, query: { limit: 200 } },
        }),
      );
      return items;
    },
  };
}
