import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import type { GitFiles } from '../scm-servers/fast-import.ts';
import { filesOfFolder } from '../scm-servers/files-of-folder.ts';
import { createGitRepository } from '../scm-servers/git-repository.ts';
import type { GitlabContext } from './context.ts';
import type { EmitWebhook } from './emit-webhook.ts';
import type { ServerGroup, GitlabHook, GitlabProject, ServerToken, GitlabUser } from './model.ts';
import { gitlabWebhookPayloads } from './webhook-payloads.ts';

export interface ProjectOptions {
  readonly namespace: ServerGroup | GitlabUser;
  readonly path: string;
  /** The first commit: files, or a folder with them. Default: an empty repository. */
  readonly files?: GitFiles | string;
  readonly defaultBranch?: string;
  readonly visibility?: GitlabProject['visibility'];
}

export interface GitlabPushOptions {
  readonly files: GitFiles;
  /** Default: the default branch. */
  readonly branch?: string;
  readonly message?: string;
  readonly parent?: string;
}

/** Source: GitLab, `Event::RESET_PROJECT_ACTIVITY_INTERVAL`. */
const activityIntervalMs = 60 * 60_000;

/**
 * Actions of users on groups, tokens, hooks and projects.
 *
 * @param folder where the git repositories are
 * @param onMoved called after a branch moved, before the delivery
 */
export function projectActions(
  context: GitlabContext,
  emit: EmitWebhook,
  folder: string,
  onMoved: (project: GitlabProject, branch: string) => Promise<void>,
) {
  const { model } = context;
  const payloads = gitlabWebhookPayloads(context);
  const createUser = (username: string): GitlabUser => {
    const user = { id: model.nextId(), username };
    model.users.set(user.id, user);
    return user;
  };
  const pusher = createUser('pusher');
  const create = async (
    options: ProjectOptions,
    forkedFrom: GitlabProject | undefined,
  ): Promise<GitlabProject> => {
    const { namespace, defaultBranch = 'main', visibility = 'private' } = options;
    const project: GitlabProject = {
      id: model.nextId(),
      path: options.path,
      namespace,
      defaultBranch,
      visibility,
      isArchived: false,
      isDeleted: false,
      deletionScheduledOn: undefined,
      mergeRequestsAccess: 'enabled',
      forkedFrom,
      git: await createGitRepository(path.join(folder, randomUUID()), defaultBranch),
      mergeRequests: [],
      notes: [],
      statuses: [],
      createdAt: new Date(),
      lastActivityAt: new Date(),
    };
    model.projects.set(project.id, project);
    return project;
  };
  const reportPush = async (
    project: GitlabProject,
    branch: string,
    before: string | undefined,
  ): Promise<void> => {
    const after = await project.git.resolve(`refs/heads/${branch}`);
    if (project.lastActivityAt.getTime() <= Date.now() - activityIntervalMs)
      project.lastActivityAt = new Date();
    await onMoved(project, branch);
    await emit(project, payloads.push(project, branch, before, after, pusher));
  };
  return {
    createUser,
    reportPush,

    async createGroup(name: string, parent?: ServerGroup): Promise<ServerGroup> {
      const group = { id: model.nextId(), path: name, parent };
      model.groups.set(group.id, group);
      if (parent !== undefined) await emit(group, payloads.subgroup('subgroup_create', group));
      return group;
    },

    /** @param expiresAt `2027-01-31` */
    createToken(
      group: ServerGroup,
      options: { readonly scopes?: readonly string[]; readonly expiresAt?: string } = {},
    ): ServerToken {
      const token: ServerToken = {
        id: model.nextId(),
        token: `glpat-${randomBytes(10).toString('hex')}`,
        name: 'cloud-inventory',
        scopes: options.scopes ?? ['read_api'],
        role: 'developer',
        group,
        bot: createUser(`group_${group.id}_bot_${model.nextId()}`),
        expiresAt: options.expiresAt,
        isRevoked: false,
      };
      model.tokens.set(token.token, token);
      return token;
    },

    /** Adds a webhook to a group or a project, as a person does in the settings. */
    addHook(options: {
      readonly scope: ServerGroup | GitlabProject;
      readonly url: string;
      readonly token?: string;
      readonly signingToken?: string;
    }): GitlabHook {
      const { scope, url, token, signingToken } = options;
      const hook = { id: model.nextId(), uuid: randomUUID(), scope, url, token, signingToken };
      model.hooks.push(hook);
      return hook;
    },

    async createProject(options: ProjectOptions): Promise<GitlabProject> {
      const project = await create(options, undefined);
      const { files } = options;
      if (files !== undefined) {
        const initial = typeof files === 'string' ? await filesOfFolder(files) : files;
        await project.git.commit({
          branch: project.defaultBranch,
          files: initial,
          message: 'Initial commit',
        });
      }
      await emit(project, payloads.project('project_create', project));
      return project;
    },

    /** Commits and pushes. Returns the SHA of the commit. */
    async push(project: GitlabProject, options: GitlabPushOptions): Promise<string> {
      const { branch = project.defaultBranch, ...rest } = options;
      const before = await project.git.resolve(`refs/heads/${branch}`);
      const sha = await project.git.commit({ ...rest, branch });
      await reportPush(project, branch, before);
      return sha;
    },

    async fork(project: GitlabProject, namespace: ServerGroup | GitlabUser): Promise<GitlabProject> {
      const { defaultBranch, visibility } = project;
      const fork = await create({ namespace, path: project.path, defaultBranch, visibility }, project);
      for (const [branch, sha] of await project.git.branches())
        await fork.git.fetch(project.git, sha, `refs/heads/${branch}`);
      return fork;
    },

    async rename(project: GitlabProject, name: string): Promise<void> {
      project.path = name;
      await emit(project, payloads.project('project_rename', project));
    },

    async transfer(project: GitlabProject, namespace: ServerGroup): Promise<void> {
      project.namespace = namespace;
      await emit(project, payloads.project('project_transfer', project));
    },

    /** GitLab delivers no event. */
    setArchived(project: GitlabProject, isArchived: boolean): void {
      project.isArchived = isArchived;
    },

    /** Deletes a project that can be restored: it stays in lists, under another name. GitLab delivers no event. */
    scheduleDeletion(project: GitlabProject): void {
      project.path = `${project.path}-deletion_scheduled-${project.id}`;
      project.deletionScheduledOn = new Date().toISOString().slice(0, 10);
    },

    restore(project: GitlabProject): void {
      project.path = project.path.replace(/-deletion_scheduled-\d+$/, '');
      project.deletionScheduledOn = undefined;
    },

    /** GitLab delivers no event. */
    renameGroup(group: ServerGroup, name: string): void {
      group.path = name;
    },

    /** GitLab responds 404 to requests about a deleted group. */
    deleteGroup(group: ServerGroup): void {
      model.groups.delete(group.id);
    },

    async deleteProject(project: GitlabProject): Promise<void> {
      project.isDeleted = true;
      await emit(project, payloads.project('project_destroy', project));
    },
  };
}
