import { HttpError } from '../scm-servers/route-table.ts';
import type { GithubContext } from './context.ts';
import type { Webhooks } from './emit-webhook.ts';
import type { GithubAccount, GithubPull, GithubRepository } from './model.ts';

export interface PullOptions {
  readonly title: string;
  readonly body?: string;
  readonly by: GithubAccount;
  readonly branch: string;
  /** The fork with the branch. Default: the repository itself. */
  readonly from?: GithubRepository;
  /** Default: the default branch. */
  readonly base?: string;
  readonly labels?: readonly string[];
  readonly isDraft?: boolean;
}

/** Actions of users on pull requests. */
export function pullActions({ model }: GithubContext, webhooks: Webhooks) {
  const { payloads } = webhooks;
  const emit = async (action: string, pull: GithubPull, by: GithubAccount, extra?: object): Promise<void> => {
    const installation = webhooks.installationOf(pull.base.repository);
    if (installation !== undefined)
      await webhooks.emit(payloads.pullRequest(action, pull, installation, by, extra), installation.id);
  };
  const touch = (pull: GithubPull): void => {
    // GitHub's times have seconds only; the order of updates must remain visible.
    pull.updatedAt = new Date(Math.max(Date.now(), pull.updatedAt.getTime() + 1000));
  };
  /** Reads the heads of both branches, and copies the head of a fork. */
  const refreshHead = async (pull: GithubPull): Promise<void> => {
    const { head, base, number } = pull;
    const sha = await head.repository.git.resolve(`refs/heads/${head.branch}`);
    if (sha === undefined) return;
    head.sha = sha;
    await base.repository.git.fetch(head.repository.git, sha, `refs/pull/${number}/head`);
  };
  const close = async (pull: GithubPull, by: GithubAccount): Promise<void> => {
    pull.state = 'closed';
    touch(pull);
    pull.closedAt = pull.updatedAt;
    await emit('closed', pull, by);
  };
  return {
    /** @throws HttpError 422 when a branch does not exist or a pull request of the branches is open. */
    async openPullRequest(repository: GithubRepository, options: PullOptions): Promise<GithubPull> {
      const { from = repository, branch, base = repository.defaultBranch } = options;
      const headSha = await from.git.resolve(`refs/heads/${branch}`);
      const baseSha = await repository.git.resolve(`refs/heads/${base}`);
      if (headSha === undefined || baseSha === undefined)
        throw new HttpError(422, {
          message: 'Validation Failed',
          errors: [
            { resource: 'PullRequest', code: 'invalid', field: headSha === undefined ? 'head' : 'base' },
          ],
        });
      const isSame = (pull: GithubPull) =>
        pull.state === 'open' &&
        pull.head.repository === from &&
        pull.head.branch === branch &&
        pull.base.branch === base;
      if (repository.pulls.some(isSame))
        throw new HttpError(422, {
          message: 'Validation Failed',
          errors: [{ message: `A pull request already exists for ${from.owner.login}:${branch}.` }],
        });
      const now = new Date();
      const pull: GithubPull = {
        id: model.nextId(),
        number: repository.pulls.length + 1,
        title: options.title,
        body: options.body ?? '',
        author: options.by,
        base: { repository, branch: base, sha: baseSha },
        head: { repository: from, branch, sha: headSha },
        labels: options.labels ?? [],
        isDraft: options.isDraft ?? false,
        state: 'open',
        createdAt: now,
        updatedAt: now,
        closedAt: undefined,
        mergedAt: undefined,
        mergeCommitSha: undefined,
      };
      repository.pulls.push(pull);
      await refreshHead(pull);
      await emit('opened', pull, options.by);
      return pull;
    },

    async editPullRequest(
      pull: GithubPull,
      change: {
        readonly title?: string;
        readonly labels?: readonly string[];
        readonly base?: string;
        readonly isDraft?: boolean;
      },
    ): Promise<void> {
      const { title, labels, base, isDraft } = change;
      if (title !== undefined) {
        const from = pull.title;
        pull.title = title;
        touch(pull);
        await emit('edited', pull, pull.author, { changes: { title: { from } } });
      }
      if (base !== undefined) {
        const from = pull.base.branch;
        pull.base.branch = base;
        pull.base.sha = (await pull.base.repository.git.resolve(`refs/heads/${base}`)) ?? pull.base.sha;
        touch(pull);
        await emit('edited', pull, pull.author, { changes: { base: { ref: { from } } } });
      }
      if (isDraft !== undefined) {
        pull.isDraft = isDraft;
        touch(pull);
        await emit(isDraft ? 'converted_to_draft' : 'ready_for_review', pull, pull.author);
      }
      if (labels !== undefined) {
        pull.labels = labels;
        touch(pull);
        await emit('labeled', pull, pull.author);
      }
    },

    closePullRequest: (pull: GithubPull, by = pull.author) => close(pull, by),

    async reopenPullRequest(pull: GithubPull): Promise<void> {
      pull.state = 'open';
      pull.closedAt = undefined;
      touch(pull);
      await emit('reopened', pull, pull.author);
    },

    /** Merges; the caller reports the push of the base branch. Returns the head of the base branch before. */
    async mergePullRequest(pull: GithubPull, by = pull.author): Promise<string | undefined> {
      const { base, head, number } = pull;
      const before = await base.repository.git.resolve(`refs/heads/${base.branch}`);
      const message = `Merge pull request #${number} from ${head.repository.owner.login}/${head.branch}`;
      pull.mergeCommitSha = await base.repository.git.merge(base.branch, head.sha, message);
      pull.mergedAt = new Date();
      await close(pull, by);
      return before;
    },

    /** Updates the open pull requests of a branch that moved. */
    async synchronize(repository: GithubRepository, branch: string): Promise<void> {
      const open = [...model.repositories.values()]
        .flatMap(({ pulls }) => pulls)
        .filter(({ state }) => state === 'open');
      for (const pull of open) {
        if (pull.base.repository === repository && pull.base.branch === branch)
          pull.base.sha = (await repository.git.resolve(`refs/heads/${branch}`)) ?? pull.base.sha;
        if (pull.head.repository !== repository || pull.head.branch !== branch) continue;
        const before = pull.head.sha;
        await refreshHead(pull);
        if (pull.head.sha === before) continue;
        touch(pull);
        await emit('synchronize', pull, pull.author, { before, after: pull.head.sha });
      }
    },
  };
}
