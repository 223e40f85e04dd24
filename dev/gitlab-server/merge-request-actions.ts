import { HttpError } from '../scm-servers/route-table.ts';
import type { GitlabContext } from './context.ts';
import type { EmitWebhook } from './emit-webhook.ts';
import type { GitlabMergeRequest, GitlabProject, GitlabUser } from './model.ts';
import { gitlabWebhookPayloads } from './webhook-payloads.ts';

export interface MergeRequestOptions {
  readonly title: string;
  readonly description?: string;
  readonly by: GitlabUser;
  readonly branch: string;
  /** The fork with the branch. Default: the project itself. */
  readonly from?: GitlabProject;
  /** Default: the default branch. */
  readonly target?: string;
  readonly labels?: readonly string[];
}

/** The account that GitLab shows as the author of a deleted user's merge requests. */
const ghost: GitlabUser = { id: 1, username: 'ghost' };

/** Actions of users on merge requests. */
export function mergeRequestActions(context: GitlabContext, emit: EmitWebhook) {
  const { model } = context;
  const payloads = gitlabWebhookPayloads(context);
  const report = (
    action: Parameters<typeof payloads.mergeRequest>[0],
    request: GitlabMergeRequest,
    extra: object = {},
  ) => emit(request.target, payloads.mergeRequest(action, request, request.author, extra));
  const touch = (request: GitlabMergeRequest): void => {
    request.updatedAt = new Date(Math.max(Date.now(), request.updatedAt.getTime() + 1));
  };
  /** Copies the head to the target project, and finds the merge base. */
  const refreshHead = async (request: GitlabMergeRequest): Promise<void> => {
    const { source, target, iid } = request;
    const sha = await source.git.resolve(`refs/heads/${request.sourceBranch}`);
    if (sha === undefined) return;
    request.sha = sha;
    await target.git.fetch(source.git, sha, `refs/merge-requests/${iid}/head`);
    request.baseSha = (await target.git.mergeBase(`refs/heads/${request.targetBranch}`, sha)) ?? sha;
  };
  return {
    /** @throws HttpError 400 when a branch does not exist, 409 when a merge request of the branches is open. */
    async openMergeRequest(
      project: GitlabProject,
      options: MergeRequestOptions,
    ): Promise<GitlabMergeRequest> {
      const { from = project, branch, target = project.defaultBranch } = options;
      const sha = await from.git.resolve(`refs/heads/${branch}`);
      if (sha === undefined || (await project.git.resolve(`refs/heads/${target}`)) === undefined)
        throw new HttpError(400, 'Branch does not exist');
      const isSame = (one: GitlabMergeRequest) =>
        one.state === 'opened' &&
        one.source === from &&
        one.sourceBranch === branch &&
        one.targetBranch === target;
      const other = project.mergeRequests.find(isSame);
      if (other !== undefined)
        throw new HttpError(409, {
          message: [`Another open merge request already exists for this source branch: !${other.iid}`],
        });
      const now = new Date();
      const request: GitlabMergeRequest = {
        id: model.nextId(),
        iid: project.mergeRequests.length + 1,
        title: options.title,
        description: options.description ?? '',
        author: options.by,
        source: from,
        sourceBranch: branch,
        target: project,
        targetBranch: target,
        sha,
        baseSha: sha,
        labels: options.labels ?? [],
        state: 'opened',
        createdAt: now,
        updatedAt: now,
        closedAt: undefined,
        mergedAt: undefined,
        mergeCommitSha: undefined,
      };
      project.mergeRequests.push(request);
      await refreshHead(request);
      await report('open', request);
      return request;
    },

    async editMergeRequest(
      request: GitlabMergeRequest,
      change: { readonly title?: string; readonly labels?: readonly string[]; readonly target?: string },
    ): Promise<void> {
      request.title = change.title ?? request.title;
      request.labels = change.labels ?? request.labels;
      if (change.target !== undefined) {
        request.targetBranch = change.target;
        await refreshHead(request);
      }
      touch(request);
      await report('update', request);
    },

    async closeMergeRequest(request: GitlabMergeRequest): Promise<void> {
      request.state = 'closed';
      touch(request);
      request.closedAt = request.updatedAt;
      await report('close', request);
    },

    async reopenMergeRequest(request: GitlabMergeRequest): Promise<void> {
      request.state = 'opened';
      request.closedAt = undefined;
      touch(request);
      await report('reopen', request);
    },

    /** Merges; the caller reports the push of the target branch. Returns the head of the branch before. */
    async mergeMergeRequest(request: GitlabMergeRequest): Promise<string | undefined> {
      const { target, targetBranch, sha, iid } = request;
      const before = await target.git.resolve(`refs/heads/${targetBranch}`);
      request.mergeCommitSha = await target.git.merge(targetBranch, sha, `Merge !${iid}`);
      request.state = 'merged';
      touch(request);
      request.mergedAt = request.updatedAt;
      await report('merge', request);
      return before;
    },

    /** GitLab moves the merge requests of a deleted user to its ghost user. */
    deleteUser(user: GitlabUser): void {
      model.users.delete(user.id);
      for (const { mergeRequests } of model.projects.values())
        for (const request of mergeRequests) if (request.author === user) request.author = ghost;
    },

    /** Updates the open merge requests of a branch that moved. */
    async synchronize(project: GitlabProject, branch: string): Promise<void> {
      const moved = [...model.projects.values()]
        .flatMap(({ mergeRequests }) => mergeRequests)
        .filter(
          ({ state, source, sourceBranch }) =>
            state === 'opened' && source === project && sourceBranch === branch,
        );
      for (const request of moved) {
        const oldrev = request.sha;
        await refreshHead(request);
        if (request.sha === oldrev) continue;
        touch(request);
        await report('update', request, { oldrev });
      }
    },
  };
}
