import pg from 'pg';
import type { GithubServer } from '../../../dev/github-server/start-github-server.ts';
import type { GithubAccount, ServerInstallation } from '../../../dev/github-server/model.ts';
import type { BenchContext } from '../bench.ts';
import { signUp } from '../support/sign-up.ts';
import type { BenchUser } from '../support/sign-up.ts';

/** An organization of the product with a connection to a GitHub organization. */
export interface ScmProduct extends BenchUser {
  readonly apiUrl: string;
  readonly owner: pg.Client;
  readonly github: GithubServer;
  readonly account: GithubAccount;
  readonly installation: ServerInstallation;
  readonly connectionId: string;
  close(): Promise<void>;
}

export async function openScmProduct(
  { databaseUrl }: BenchContext,
  apiUrl: string,
  github: GithubServer,
): Promise<ScmProduct> {
  const user = await signUp(apiUrl);
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  const account = github.createOrganization('acme');
  const installation = await github.install({ account, by: account });
  const { rows } = await owner.query<{ id: string }>(
    `insert into scm_connections (organization_id, provider, external_org_id, external_org_slug, external_org_kind,
       base_url, installation_id, granted_permissions)
     values ($1, 'github', $2, 'acme', 'organization', $3, $4, '{"contents": "read"}') returning id`,
    [user.organizationId, String(account.id), github.app.apiUrl, installation.id],
  );
  github.webhooks.url = `${apiUrl}/api/v1/webhooks/github`;
  return {
    ...user,
    apiUrl,
    owner,
    github,
    account,
    installation,
    connectionId: rows[0]?.id ?? '',
    close: () => owner.end(),
  };
}
