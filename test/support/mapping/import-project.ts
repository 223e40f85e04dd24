import type { GitRepository } from '../../../dev/scm-servers/git-repository.ts';
import type { GitFiles } from '../../../dev/scm-servers/fast-import.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { GithubRepository } from '../../../dev/github-server/model.ts';
import type { GitlabProject } from '../../../dev/gitlab-server/model.ts';
import { terraformRoots } from '../scm/pull-requests.ts';
import type { Customer, GithubCustomer, GitlabCustomer, ScmApi } from '../scm/use-scm-api.ts';
import { insertAccount, insertResource } from './stored-resource.ts';
import type { StoredResource } from './stored-resource.ts';

/** An organization with a root module `live` in eu-west-1, an account, and the grant to open pull requests. */
export interface ImportProject<C extends Customer, R> {
  readonly customer: C;
  /** The repository at the provider. */
  readonly remote: R & { readonly git: GitRepository };
  readonly repositoryId: string;
  readonly projectId: string;
  readonly setGrants: (grants: Grant[]) => Promise<void>;
  readonly insert: (given: StoredResource, number?: string) => Promise<string>;
  readonly request: (ids: readonly string[]) => ReturnType<typeof requestImports>;
}

export type GithubImportProject = ImportProject<GithubCustomer, GithubRepository>;
export type GitlabImportProject = ImportProject<GitlabCustomer, GitlabProject>;
type Grant = 'comment_on_pull_requests' | 'open_pull_requests' | 'set_commit_status';

export const writePermissions = {
  contents: 'write',
  members: 'read',
  metadata: 'read',
  pull_requests: 'write',
  statuses: 'read',
};
export const accountNumber = '111111111111';

const filesOf = (files: GitFiles): GitFiles => ({
  ...terraformRoots('live'),
  'live/providers.tf': 'provider "aws" {\n  region = "eu-west-1"\n}\n',
  ...files,
});

export async function githubImportProject(
  scm: ScmApi,
  files: GitFiles = {},
  permissions: Readonly<Record<string, string>> = writePermissions,
): Promise<GithubImportProject> {
  const customer = await scm.withGithub(permissions);
  const remote = await scm.github.createRepository({
    owner: customer.account,
    name: 'infra',
    files: filesOf(files),
  });
  return importProject(scm, customer, remote);
}

export async function gitlabImportProject(scm: ScmApi, files: GitFiles = {}): Promise<GitlabImportProject> {
  const customer = await scm.withGitlab(['api']);
  const remote = await scm.gitlab.createProject({
    namespace: customer.group,
    path: 'infra',
    files: filesOf(files),
  });
  return importProject(scm, customer, remote);
}

async function importProject<
  C extends Customer,
  R extends { readonly id: number; readonly git: GitRepository },
>(scm: ScmApi, customer: C, remote: R): Promise<ImportProject<C, R>> {
  const { client, organizationId } = customer;
  const { url } = scm.api.database;
  const [repositoryId = ''] = await scm.select(customer, [remote.id]);
  const { items } = await dataOf(client.GET('/api/v1/iac-projects'));
  const projectId = items.find(({ path }) => path === 'live')?.id ?? '';
  const accounts = new Map<string, string>();
  const setGrants = async (grants: Grant[]) => {
    const params = { path: { id: repositoryId } };
    await dataOf(client.PUT('/api/v1/repositories/{id}/automation-grants', { params, body: { grants } }));
  };
  await setGrants(['open_pull_requests']);
  return {
    customer,
    remote,
    repositoryId,
    projectId,
    setGrants,
    async insert(given, number = accountNumber) {
      const account = accounts.get(number) ?? (await insertAccount(url, organizationId, number));
      accounts.set(number, account);
      return insertResource(url, organizationId, account, given);
    },
    request: (ids) => requestImports(customer, projectId, ids),
  };
}

/** Requests a pull request with import blocks. */
export function requestImports(
  { client }: Pick<Customer, 'client'>,
  projectId: string,
  ids: readonly string[],
) {
  const body = { iac_project_id: projectId, resource_ids: [...ids] };
  return client.POST('/api/v1/mapping/import-pull-requests', { body });
}
