import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { GithubServer } from '../../../dev/github-server/start-github-server.ts';
import type { GithubAccount, ServerInstallation } from '../../../dev/github-server/model.ts';
import type { TestClient } from '../test-api.ts';

/** Installs the App in a new organization of the server, and completes the installation as its administrator. */
export async function createGithubConnection(
  github: GithubServer,
  client: TestClient,
  name: string,
): Promise<{
  readonly connectionId: string;
  readonly account: GithubAccount;
  readonly user: GithubAccount;
  readonly installation: ServerInstallation;
}> {
  const user = github.createUser(`admin-of-${name}`);
  const account = github.createOrganization(name);
  github.setRole(account, user, 'admin');
  const installation = await github.install({ account, by: user });
  return {
    connectionId: await bindInstallation(github, client, { user, installation }),
    account,
    user,
    installation,
  };
}

/** Completes an installation as its administrator. Returns the id of the connection. */
export async function bindInstallation(
  github: GithubServer,
  client: TestClient,
  { user, installation }: { readonly user: GithubAccount; readonly installation: ServerInstallation },
): Promise<string> {
  const { url } = await dataOf(client.GET('/api/v1/scm/github/installation-url'));
  const query = new URLSearchParams({
    state: new URL(url).searchParams.get('state') ?? '',
    code: github.authorize(user),
    installation_id: String(installation.id),
    setup_action: 'install',
  });
  const { status, body } = await client.request<{ connection_id?: string }>(
    'GET',
    `/scm/github/callback?${query.toString()}`,
    { headers: { accept: 'application/json' } },
  );
  if (body.connection_id === undefined) throw new Error(`the callback returned ${status}`);
  return body.connection_id;
}
