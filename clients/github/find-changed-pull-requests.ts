import type { ListedPullRequests } from '../scm/scm-client.ts';
import { mapGithubErrors } from './map-github-errors.ts';
import type { AppOctokit } from './octokit-class.ts';

/** GitHub calculates a cost of one point for 100 lists of one item, and ends a query after ten seconds. */
const repositoriesPerQuery = 50;

interface NewestResponse {
  /** `null` for a repository that the installation cannot read. */
  readonly [alias: string]: { readonly pullRequests: { readonly nodes: readonly UpdatedRecord[] } } | null;
}

interface UpdatedRecord {
  readonly updatedAt: string;
}

/**
 * Returns the `externalId` of the repositories whose newest pull request has another time of its last update than the
 * stored one, and of those that GitHub does not find. One GraphQL query reads 50 repositories.
 * @throws ScmError
 */
export async function findChangedPullRequests(
  octokit: AppOctokit,
  repositories: readonly ListedPullRequests[],
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  for (let start = 0; start < repositories.length; start += repositoriesPerQuery) {
    const batch = repositories.slice(start, start + repositoriesPerQuery);
    const newest = await mapGithubErrors(() => readNewestUpdates(octokit, batch));
    for (const [index, { externalId, newestUpdate }] of batch.entries())
      if (newest[index] !== (newestUpdate?.getTime() ?? null)) changed.add(externalId);
  }
  return changed;
}

/**
 * Returns the time of the newest update of each repository in milliseconds; `null` without pull requests, `undefined` when
 * GitHub does not find the repository.
 */
async function readNewestUpdates(
  octokit: AppOctokit,
  batch: readonly ListedPullRequests[],
): Promise<readonly (number | null | undefined)[]> {
  const fields = batch.map(
    (_repository, index) =>
      `r${index}: repository(owner: $o${index}, name: $n${index}) { pullRequests(first: 1, ` +
      'orderBy: {field: UPDATED_AT, direction: DESC}) { nodes { updatedAt } } }',
  );
  const parameters = batch.map((_repository, index) => `$o${index}: String!, $n${index}: String!`);
  const names = batch.flatMap(({ fullName }, index) => {
    const [owner = '', name = ''] = fullName.split('/');
    return [
      [`o${index}`, owner],
      [`n${index}`, name],
    ];
  });
  const query = `query (${parameters.join(', ')}) { ${fields.join(' ')} }`;
  const response = await octokit
    .graphql<NewestResponse>(query, Object.fromEntries(names) as Record<string, string>)
    .catch(partialResponse);
  return batch.map((_repository, index) => {
    const repository = response[`r${index}`] ?? undefined;
    if (repository === undefined) return undefined;
    const [pull] = repository.pullRequests.nodes;
    return pull === undefined ? null : Date.parse(pull.updatedAt);
  });
}

/** Returns the data of a response that lacks some repositories only. @throws the error of every other response. */
function partialResponse(error: unknown): NewestResponse {
  const { data, errors } = (error ?? {}) as {
    readonly data?: NewestResponse | null;
    readonly errors?: readonly { readonly type?: string }[];
  };
  const isPartial = errors?.every(({ type }) => type === 'NOT_FOUND' || type === 'FORBIDDEN') === true;
  if (!isPartial || typeof data !== 'object' || data === null) throw error;
  return data;
}
