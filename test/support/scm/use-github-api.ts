import { startGithubServer } from '../../../dev/github-server/start-github-server.ts';
import type { GithubServer } from '../../../dev/github-server/start-github-server.ts';
import type { GithubAccount, ServerInstallation } from '../../../dev/github-server/model.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { queryAsOwner } from '../query-as-owner.ts';
import { startTestApi } from '../test-api.ts';
import type { SignedUp, TestApi, TestClient } from '../test-api.ts';
import { useFixture } from '../use-fixture.ts';

export interface GithubApiTest {
  readonly api: TestApi;
  readonly github: GithubServer;
}

/** The response of the callback. */
export interface CallbackResponse {
  readonly status?: string;
  readonly connection_id?: string;
  readonly code?: string;
}

/** An API, by default with a worker, whose GitHub App is registered on a GitHub server of its own. */
export function useGithubApi(
  options: { readonly worker?: boolean; readonly environment?: Readonly<Record<string, string>> } = {},
): GithubApiTest {
  return useFixture(
    async () => {
      const github = await startGithubServer();
      const api = await startTestApi({ ...environmentOf(github), ...options.environment });
      if (options.worker !== false) await api.startWorker();
      github.webhooks.url = `${api.url}/api/v1/webhooks/github`;
      github.settings.callbackUrl = `${api.url}/api/v1/scm/github/callback`;
      return { api, github };
    },
    async ({ api, github }) => {
      await api.close();
      await github.close();
    },
  );
}

/** Configures the App that is registered on a server. */
export function environmentOf({ app }: GithubServer): Readonly<Record<string, string>> {
  return {
    GITHUB_APP_ID: app.appId,
    GITHUB_APP_SLUG: app.slug,
    GITHUB_APP_PRIVATE_KEY: app.privateKey,
    GITHUB_WEBHOOK_SECRET: app.webhookSecret,
    GITHUB_CLIENT_ID: app.clientId,
    GITHUB_CLIENT_SECRET: app.clientSecret,
    GITHUB_API_URL: app.apiUrl,
  };
}

/** Creates an organization on GitHub with an administrator. */
export function createAccount({ github }: GithubApiTest, name: string) {
  const owner = github.createUser(`${name}-owner`);
  const account = github.createOrganization(name);
  github.setRole(account, owner, 'admin');
  return { owner, account };
}

/** Mints a state. */
export async function newState(client: TestClient): Promise<string> {
  const { url } = await dataOf(client.GET('/api/v1/scm/github/installation-url'));
  return new URL(url).searchParams.get('state') ?? '';
}

/** Calls the callback as GitHub's redirect does. */
export async function callBack(
  { api }: GithubApiTest,
  query: Readonly<Record<string, string | number>>,
): Promise<{ readonly status: number; readonly body: CallbackResponse }> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return api.anonymous.request<CallbackResponse>('GET', `/scm/github/callback?${search.toString()}`, {
    headers: { accept: 'application/json' },
  });
}

/** Status and code of a response of the callback. */
export const outcome = ({ status, body }: { status: number; body: CallbackResponse }) =>
  [status, body.code ?? body.status] as const;
export const refused = [400, 'invalid_state'] as const;
export const bound = [200, 'bound'] as const;

/** Returns the ids of the connections of an organization. */
export async function connectionsOf({ api }: GithubApiTest, organizationId: string) {
  return queryAsOwner(
    api.database.url,
    'select id from scm_connections where organization_id = $1 and deleted_at is null',
    [organizationId],
  );
}

/** Lets a person return from GitHub with a new state of the client's organization. */
export async function claim(
  test: GithubApiTest,
  client: TestClient,
  person: GithubAccount,
  installation: Pick<ServerInstallation, 'id'>,
) {
  return callBack(test, {
    state: await newState(client),
    code: test.github.authorize(person),
    installation_id: installation.id,
    setup_action: 'install',
  });
}

/** Signs up an organization and binds an installation of a new GitHub organization. */
export async function connectGithub(test: GithubApiTest, name: string) {
  const signedUp: SignedUp = await test.api.signUp();
  const { owner, account } = createAccount(test, name);
  const installation = await test.github.install({ account, by: owner });
  const { body } = await claim(test, signedUp.client, owner, installation);
  if (body.connection_id === undefined) throw new Error(`not bound: ${JSON.stringify(body)}`);
  return { ...signedUp, owner, account, installation, connectionId: body.connection_id };
}
