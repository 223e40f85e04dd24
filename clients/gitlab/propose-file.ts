import type { Gitlab } from '@gitbeaker/rest';
import type { ProviderPullRequest } from '../../domain/scm/provider-records.ts';
import { rejectRefused } from '../scm/reject-refused.ts';
import type { NewBranch, NewPullRequest } from '../scm/scm-client.ts';
import { ScmError } from '../scm/scm-error.ts';
import { gitlabPullRequestOf, recordsOf } from './gitlab-records.ts';
import type { MergeRequestRecord } from './gitlab-records.ts';

/** Merge requests of one branch, those of forks included. */
const perPage = 100;

/** As `pathExists` of ScmClient. GitLab finds files only, and does not replace a folder by a file. */
export async function gitlabPathExists(
  api: Gitlab,
  projectId: string,
  commitSha: string,
  path: string,
): Promise<boolean> {
  return (await unlessNotFound(() => api.RepositoryFiles.show(projectId, path, commitSha))) !== undefined;
}

/** As `findPullRequest` of ScmClient. */
export async function findMergeRequest(
  api: Gitlab,
  projectId: string,
  branch: string,
): Promise<ProviderPullRequest | undefined> {
  const found = await api.MergeRequests.all({
    projectId,
    sourceBranch: branch,
    scope: 'all',
    orderBy: 'created_at',
    sort: 'desc',
    perPage,
    maxPages: 1,
  });
  const own = recordsOf<MergeRequestRecord>(found).find(
    ({ source_branch: source, source_project_id: project }) =>
      source === branch && String(project) === projectId,
  );
  return own === undefined ? undefined : gitlabPullRequestOf(own);
}

/** As `createBranch` of ScmClient: GitLab creates a branch and its commit in one request. */
export async function createGitlabBranch(
  api: Gitlab,
  projectId: string,
  { name, baseSha, path, content, message, mayWrite }: NewBranch,
): Promise<boolean> {
  if (!(await mayWrite())) return false;
  const action = { action: 'create' as const, filePath: path, content, encoding: 'text' };
  try {
    await rejectRefused(`GitLab did not create the branch ${name}`, () =>
      api.Commits.create(projectId, name, message, [action], { startSha: baseSha }),
    );
  } catch (error) {
    const exists = await existsAfter(error, () => api.Branches.show(projectId, name));
    if (!exists) throw error;
  }
  return true;
}

/** As `openDraft` of ScmClient: a title that begins with `Draft:` makes a merge request a draft. */
export async function openGitlabDraft(
  api: Gitlab,
  projectId: string,
  { branch, targetBranch, title, body, mayWrite }: NewPullRequest,
): Promise<boolean> {
  if (!(await mayWrite())) return false;
  try {
    await rejectRefused(`GitLab did not open a merge request of the branch ${branch}`, () =>
      api.MergeRequests.create(projectId, branch, targetBranch, `Draft: ${title}`, { description: body }),
    );
  } catch (error) {
    const exists = await existsAfter(error, () => findMergeRequest(api, projectId, branch));
    if (!exists) throw error;
  }
  return true;
}

/** Returns whether a write was refused because another attempt has made the record. */
async function existsAfter(error: unknown, find: () => Promise<unknown>): Promise<boolean> {
  if (!(error instanceof ScmError) || error.fault !== 'rejected') return false;
  return (await unlessNotFound(find)) !== undefined;
}

async function unlessNotFound<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ScmError && error.fault === 'not_found') return undefined;
    throw error;
  }
}
