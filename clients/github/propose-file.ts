import type { ProviderPullRequest } from '../../domain/scm/provider-records.ts';
import { reasonText } from '../scm/reason-text.ts';
import { rejectRefused } from '../scm/reject-refused.ts';
import type { NewBranch, NewPullRequest, RepositoryRef } from '../scm/scm-client.ts';
import { ScmError } from '../scm/scm-error.ts';
import { githubPullRequestOf } from './github-records.ts';
import type { InstallationAccess } from './installation-access.ts';
import { mapGithubErrors } from './map-github-errors.ts';
import type { AppOctokit } from './octokit-class.ts';

/** A request that writes is not repeated: after a lost response, the record exists. */
const once = { retries: 0 };

interface Parts {
  readonly owner: string;
  readonly repo: string;
}

/** As `pathExists` of ScmClient. */
export async function githubPathExists(
  octokit: AppOctokit,
  parts: Parts,
  commitSha: string,
  path: string,
): Promise<boolean> {
  const found = await unlessNotFound(() =>
    octokit.request('GET /repos/{owner}/{repo}/contents/{path}', { ...parts, path, ref: commitSha }),
  );
  return found !== undefined;
}

/** As `findPullRequest` of ScmClient. `head` excludes branches of forks. */
export async function findPull(
  octokit: AppOctokit,
  parts: Parts,
  branch: string,
): Promise<ProviderPullRequest | undefined> {
  return mapGithubErrors(async () => {
    const { data } = await octokit.request('GET /repos/{owner}/{repo}/pulls', {
      ...parts,
      state: 'all',
      head: `${parts.owner}:${branch}`,
      sort: 'created',
      direction: 'desc',
      per_page: 10,
    });
    return data.map(githubPullRequestOf).find(({ sourceBranch }) => sourceBranch === branch);
  });
}

/**
 * As `createBranch` of ScmClient, with a token that can write contents of this repository only. Tree and commit are not
 * visible until the last request creates the branch.
 */
export async function createGithubBranch(
  access: InstallationAccess,
  repository: RepositoryRef,
  { name, baseSha, path, content, message, mayWrite }: NewBranch,
): Promise<boolean> {
  const parts = partsOf(repository);
  return refusing(`GitHub did not create the branch ${name}`, async () => {
    const octokit = await access.narrowed(Number(repository.externalId), { contents: 'write' });
    if (!(await mayWrite())) return false;
    const { data: base } = await octokit.request('GET /repos/{owner}/{repo}/git/commits/{commit_sha}', {
      ...parts,
      commit_sha: baseSha,
    });
    const { data: tree } = await octokit.request('POST /repos/{owner}/{repo}/git/trees', {
      ...parts,
      base_tree: base.tree.sha,
      tree: [{ path, mode: '100644', type: 'blob', content }],
      request: once,
    });
    const { data: commit } = await octokit.request('POST /repos/{owner}/{repo}/git/commits', {
      ...parts,
      message,
      tree: tree.sha,
      parents: [baseSha],
      request: once,
    });
    if (!(await mayWrite())) return false;
    try {
      const ref = `refs/heads/${name}`;
      await octokit.request('POST /repos/{owner}/{repo}/git/refs', {
        ...parts,
        ref,
        sha: commit.sha,
        request: once,
      });
    } catch (error) {
      const existing = () =>
        octokit.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ...parts, ref: `heads/${name}` });
      // Another attempt has created it.
      if (statusOf(error) !== 422 || (await unlessNotFound(existing)) === undefined) throw error;
    }
    return true;
  });
}

/** As `openDraft` of ScmClient, with a token that can write pull requests of this repository only. */
export async function openGithubDraft(
  access: InstallationAccess,
  repository: RepositoryRef,
  { branch, targetBranch, title, body, mayWrite }: NewPullRequest,
): Promise<boolean> {
  const parts = partsOf(repository);
  return refusing(`GitHub did not open a pull request of the branch ${branch}`, async () => {
    const permissions = { contents: 'read', pull_requests: 'write' } as const;
    const octokit = await access.narrowed(Number(repository.externalId), permissions);
    if (!(await mayWrite())) return false;
    try {
      await octokit.request('POST /repos/{owner}/{repo}/pulls', {
        ...parts,
        title,
        head: branch,
        base: targetBranch,
        body,
        draft: true,
        request: once,
      });
    } catch (error) {
      // Another attempt has opened it.
      if (statusOf(error) !== 422 || (await findPull(octokit, parts, branch)) === undefined) throw error;
    }
    return true;
  });
}

function refusing<T>(outcome: string, work: () => Promise<T>): Promise<T> {
  return rejectRefused(outcome, async () => {
    try {
      return await mapGithubErrors(work);
    } catch (error) {
      if (!(error instanceof ScmError)) throw error;
      const { fault, message, permission, retryAfterMs, cause } = error;
      throw new ScmError(fault, message, { permission, retryAfterMs, cause, reason: reasonOf(cause) });
    }
  });
}

/** Source: GitHub REST API, "Troubleshooting the REST API": `{message, errors: [{message?, code?, field?}]}`. */
function reasonOf(cause: unknown): string | undefined {
  const { data } = ((cause as { response?: unknown } | undefined)?.response ?? {}) as {
    data?: { message?: unknown; errors?: unknown };
  };
  const details = Array.isArray(data?.errors) ? (data.errors as readonly { message?: unknown }[]) : [];
  const texts = [data?.message, ...details.map((detail) => detail?.message)];
  const given = texts.filter((text) => typeof text === 'string');
  return given.length === 0 ? undefined : reasonText(given.join(': '));
}

function statusOf(error: unknown): unknown {
  return error instanceof Error && 'status' in error ? error.status : undefined;
}

async function unlessNotFound<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await mapGithubErrors(work);
  } catch (error) {
    if (error instanceof ScmError && error.fault === 'not_found') return undefined;
    throw error;
  }
}

function partsOf({ fullName }: RepositoryRef): Parts {
  const [owner, repo] = fullName.split('/');
  if (owner === undefined || repo === undefined)
    throw new ScmError('not_found', 'The name of the repository has no owner.');
  return { owner, repo };
}
