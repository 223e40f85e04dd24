import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { operations } from '../../../api-client/api-types.ts';
import type { ScmClient } from '../../../clients/scm/scm-client.ts';
import { credentialsOf } from '../../../db/scm/scm-credentials.ts';
import { getScmConnection } from '../../../db/scm/scm-connection-store.ts';
import type { GithubAccount, GithubPull, GithubRepository } from '../../../dev/github-server/model.ts';
import type { GitFiles } from '../../../dev/scm-servers/fast-import.ts';
import type { Customer, ScmApi } from './use-scm-api.ts';

/** Returns the files of Terraform root modules in the given folders. */
export function terraformRoots(...folders: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    folders.map((folder) => [
      `${folder}/main.tf`,
      `terraform {\n  backend "s3" {\n    key = "${folder}"\n  }\n}\n`,
    ]),
  );
}

/** Lists the pull requests of an organization, each with the sorted paths of its projects. */
export async function pullRequestsOf(
  { client }: Pick<Customer, 'client'>,
  query: NonNullable<operations['listPullRequests']['parameters']['query']> = {},
) {
  const page = await dataOf(client.GET('/api/v1/pull-requests', { params: { query } }));
  const { items: projects } = await dataOf(
    client.GET('/api/v1/iac-projects', { params: { query: { limit: 200 } } }),
  );
  const pathOf = new Map(projects.map(({ id, path }) => [id, path]));
  return {
    ...page,
    items: page.items.map((item) => ({
      ...item,
      project_paths: item.iac_project_ids.map((id) => pathOf.get(id) ?? id).toSorted(),
    })),
  };
}

/** Returns the product's client of a connection. */
export async function openScmClient(
  { worker: { dependencies } }: ScmApi,
  { organizationId, connectionId }: Customer,
): Promise<ScmClient> {
  const { database, encryption, scm } = dependencies;
  return database.withTenant(organizationId, async (tenant) =>
    scm.open(await credentialsOf(tenant, encryption, await getScmConnection(tenant, connectionId))),
  );
}

/** Opens a pull request of a new branch from the head of the default branch. */
export async function pullWithFiles(
  { github }: ScmApi,
  { repository, person }: { readonly repository: GithubRepository; readonly person: GithubAccount },
  files: GitFiles,
  branch = 'feature',
): Promise<GithubPull> {
  const parent = (await repository.git.resolve('refs/heads/main')) ?? '';
  await github.push(repository, { branch, parent, files });
  return github.openPullRequest(repository, { title: `Change ${branch}`, by: person, branch });
}
