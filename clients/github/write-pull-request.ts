import { answerLimits } from '../answer-limits.ts';
import type { CommentToWrite, CommitStatus, RepositoryRef } from '../scm/scm-client.ts';
import { ScmError } from '../scm/scm-error.ts';
import type { InstallationAccess } from './installation-access.ts';
import { mapGithubErrors } from './map-github-errors.ts';
import type { AppOctokit } from './octokit-class.ts';

const perPage = 100;
/** A request that writes is not repeated: after a lost response, the comment exists. */
const once = { retries: 0 };

interface Parts {
  readonly owner: string;
  readonly repo: string;
}

/** As `upsertComment` of ScmClient, with a token that can write pull requests of this repository only. */
export async function upsertGithubComment(
  access: InstallationAccess,
  repository: RepositoryRef,
  number: number,
  { id, marker, body, mayWrite }: CommentToWrite,
): Promise<string | undefined> {
  const parts = partsOf(repository);
  return mapGithubErrors(async () => {
    const octokit = await access.narrowed(Number(repository.externalId), { pull_requests: 'write' });
    if (id !== undefined) {
      if (!(await mayWrite())) return undefined;
      if (await update(octokit, parts, id, body)) return id;
    }
    const found = await findComment(octokit, parts, number, marker, access.appId);
    if (!(await mayWrite())) return undefined;
    if (found !== undefined && (await update(octokit, parts, found, body))) return found;
    const { data } = await octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', {
      ...parts,
      issue_number: number,
      body,
      request: once,
    });
    return String(data.id);
  });
}

/** As `setCommitStatus` of ScmClient, with a token that can write statuses of this repository only. */
export async function setGithubStatus(
  access: InstallationAccess,
  repository: RepositoryRef,
  sha: string,
  { context, state, description }: CommitStatus,
): Promise<void> {
  await mapGithubErrors(async () => {
    const octokit = await access.narrowed(Number(repository.externalId), { statuses: 'write' });
    await octokit.request('POST /repos/{owner}/{repo}/statuses/{sha}', {
      ...partsOf(repository),
      sha,
      state,
      context,
      description,
      request: once,
    });
  });
}

/** Returns whether the comment exists. */
async function update(octokit: AppOctokit, parts: Parts, id: string, body: string): Promise<boolean> {
  try {
    await octokit.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
      ...parts,
      comment_id: Number(id),
      body,
      request: once,
    });
    return true;
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 404) return false;
    throw error;
  }
}

/** Returns the id of the comment of this App that begins with the marker. Another person's comment with it is ignored. */
async function findComment(
  octokit: AppOctokit,
  parts: Parts,
  number: number,
  marker: string,
  appId: string,
): Promise<string | undefined> {
  const pages = octokit.paginate.iterator('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', {
    ...parts,
    issue_number: number,
    per_page: perPage,
  });
  let pageCount = 0;
  for await (const { data } of pages) {
    const found = data.find(
      ({ body = '', performed_via_github_app: app }) =>
        app !== null && app !== undefined && String(app.id) === appId && body.startsWith(marker),
    );
    if (found !== undefined) return String(found.id);
    pageCount += 1;
    if (pageCount >= answerLimits.pages) return undefined;
  }
  return undefined;
}

function partsOf({ fullName }: RepositoryRef): Parts {
  const [owner, repo] = fullName.split('/');
  if (owner === undefined || repo === undefined)
    throw new ScmError('not_found', 'The name of the repository has no owner.');
  return { owner, repo };
}
