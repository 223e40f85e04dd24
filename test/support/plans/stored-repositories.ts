import type { Owner } from '../discovery/owner.ts';

/** Returns the full name of a repository. */
export async function fullNameOf(owner: Owner, repositoryId: string): Promise<string> {
  const [row] = await owner.query<{ full_name: string }>('select full_name from repositories where id = $1', [
    repositoryId,
  ]);
  if (row === undefined) throw new Error('the repository does not exist');
  return row.full_name;
}

/** Inserts an open pull request. Returns its id. */
export async function insertPullRequest(
  owner: Owner,
  organizationId: string,
  repositoryId: string,
  number: number,
): Promise<string> {
  const [row] = await owner.query<{ id: string }>(
    `insert into pull_requests (organization_id, repository_id, number, title, author_login, state, source_branch,
       target_branch, head_sha, url, opened_at, provider_updated_at, observed_at)
     values ($1, $2, $3, 'Change', 'ada', 'open', 'next', 'main', 'abc', 'https://gitlab.example', now(), now(), now())
     returning id`,
    [organizationId, repositoryId, number],
  );
  if (row === undefined) throw new Error('the pull request was not inserted');
  return row.id;
}
