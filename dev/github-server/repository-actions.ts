import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { GitFiles } from '../scm-servers/fast-import.ts';
import { filesOfFolder } from '../scm-servers/files-of-folder.ts';
import { createGitRepository } from '../scm-servers/git-repository.ts';
import type { GithubContext } from './context.ts';
import type { Webhooks } from './emit-webhook.ts';
import { fullNameOf } from './model.ts';
import type { GithubAccount, GithubRepository } from './model.ts';

/** Source: GitHub REST API, "Get a tree": at most 100,000 entries. */
const defaultTreeLimit = 100_000;

export interface RepositoryOptions {
  readonly owner: GithubAccount;
  readonly name: string;
  /** The first commit: files, or a folder with them. Default: an empty repository. */
  readonly files?: GitFiles | string;
  readonly defaultBranch?: string;
  readonly isPrivate?: boolean;
  readonly isArchived?: boolean;
}

export interface GithubPushOptions {
  readonly files: GitFiles;
  /** Default: the default branch. */
  readonly branch?: string;
  readonly message?: string;
  readonly by?: GithubAccount;
  /** The parent of the commit, for a new branch or a force push. Default: the head of the branch. */
  readonly parent?: string;
}

/**
 * Actions of users on repositories.
 *
 * @param folder where the git repositories are
 * @param onMoved called after a branch moved, before the delivery
 */
export function repositoryActions(
  { model }: GithubContext,
  webhooks: Webhooks,
  folder: string,
  onMoved: (repository: GithubRepository, branch: string) => Promise<void>,
) {
  const { payloads } = webhooks;
  const emit = async (
    action: Parameters<typeof payloads.repository>[0],
    repository: GithubRepository,
    changes?: object,
  ) => {
    const installation = webhooks.installationOf(repository);
    const payload = payloads.repository(action, repository, installation, repository.owner, changes);
    if (installation !== undefined) await webhooks.emit(payload, installation.id);
  };
  const create = async (
    { owner, name, defaultBranch = 'main', isPrivate = true, isArchived = false }: RepositoryOptions,
    parent: GithubRepository | undefined,
  ): Promise<GithubRepository> => {
    const repository: GithubRepository = {
      id: model.nextId(),
      owner,
      name,
      previousNames: [],
      defaultBranch,
      isPrivate,
      isArchived,
      isDeleted: false,
      parent,
      git: await createGitRepository(path.join(folder, randomUUID()), defaultBranch),
      collaborators: new Set(),
      pulls: [],
      comments: [],
      statuses: [],
      createdAt: new Date(),
      pushedAt: undefined,
      treeLimit: defaultTreeLimit,
    };
    model.repositories.set(repository.id, repository);
    return repository;
  };
  /** Delivers a push of a branch that already moved. */
  const reportPush = async (
    repository: GithubRepository,
    branch: string,
    before: string | undefined,
    by = repository.owner,
  ): Promise<void> => {
    const { git } = repository;
    const after = await git.resolve(`refs/heads/${branch}`);
    repository.pushedAt = new Date();
    await onMoved(repository, branch);
    const installation = webhooks.installationOf(repository);
    if (installation === undefined) return;
    const isForced =
      before !== undefined && after !== undefined && (await git.mergeBase(before, after)) !== before;
    await webhooks.emit(
      payloads.push(repository, installation, { branch, before, after, isForced }, by),
      installation.id,
    );
  };
  return {
    reportPush,

    /** Creates a repository; GitHub delivers `repository.created` when an installation has all repositories. */
    async createRepository(options: RepositoryOptions): Promise<GithubRepository> {
      const repository = await create(options, undefined);
      const { files } = options;
      if (files !== undefined) {
        const initial = typeof files === 'string' ? await filesOfFolder(files) : files;
        await repository.git.commit({
          branch: repository.defaultBranch,
          files: initial,
          message: 'Initial commit',
        });
        repository.pushedAt = new Date();
      }
      await emit('created', repository);
      return repository;
    },

    /** Commits and pushes. Returns the SHA of the commit. */
    async push(repository: GithubRepository, options: GithubPushOptions): Promise<string> {
      const { branch = repository.defaultBranch, files, message, by, parent } = options;
      const before = await repository.git.resolve(`refs/heads/${branch}`);
      const sha = await repository.git.commit({
        branch,
        files,
        ...(message === undefined ? {} : { message }),
        ...(by === undefined ? {} : { author: by.login }),
        ...(parent === undefined ? {} : { parent }),
      });
      await reportPush(repository, branch, before, by);
      return sha;
    },

    async deleteBranch(repository: GithubRepository, branch: string): Promise<void> {
      const before = await repository.git.resolve(`refs/heads/${branch}`);
      await repository.git.deleteRef(`refs/heads/${branch}`);
      await reportPush(repository, branch, before);
    },

    async fork(repository: GithubRepository, owner: GithubAccount): Promise<GithubRepository> {
      const { name, defaultBranch, isPrivate } = repository;
      const fork = await create({ owner, name, defaultBranch, isPrivate }, repository);
      for (const [branch, sha] of await repository.git.branches())
        await fork.git.fetch(repository.git, sha, `refs/heads/${branch}`);
      return fork;
    },

    async rename(repository: GithubRepository, name: string): Promise<void> {
      const from = repository.name;
      repository.previousNames.push(fullNameOf(repository));
      repository.name = name;
      await emit('renamed', repository, { repository: { name: { from } } });
    },

    async transfer(repository: GithubRepository, owner: GithubAccount): Promise<void> {
      const from = repository.owner;
      repository.previousNames.push(fullNameOf(repository));
      repository.owner = owner;
      const key = from.type === 'Organization' ? 'organization' : 'user';
      await emit('transferred', repository, {
        owner: { from: { [key]: { login: from.login, id: from.id, type: from.type } } },
      });
    },

    async setArchived(repository: GithubRepository, isArchived: boolean): Promise<void> {
      repository.isArchived = isArchived;
      await emit(isArchived ? 'archived' : 'unarchived', repository);
    },

    async setPrivate(repository: GithubRepository, isPrivate: boolean): Promise<void> {
      repository.isPrivate = isPrivate;
      await emit(isPrivate ? 'privatized' : 'publicized', repository);
    },

    async deleteRepository(repository: GithubRepository): Promise<void> {
      const installation = webhooks.installationOf(repository);
      repository.isDeleted = true;
      const payload = payloads.repository('deleted', repository, installation, repository.owner);
      if (installation !== undefined) await webhooks.emit(payload, installation.id);
    },

    fullNameOf,
  };
}
