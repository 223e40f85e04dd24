import { HttpError, jsonOf } from '../scm-servers/route-table.ts';
import type { RouteTable } from '../scm-servers/route-table.ts';
import { requirePush } from './authenticate.ts';
import type { GitlabContext } from './context.ts';
import type { GitlabProject } from './model.ts';
import { requireCommit } from './repository-routes.ts';

interface FileAction {
  readonly action: 'create' | 'update' | 'delete';
  readonly file_path: string;
  readonly content?: string;
  readonly encoding?: 'text' | 'base64';
}

/** Routes that create branches and commits. */
export function pushRoutes(context: GitlabContext): RouteTable {
  return {
    'POST /projects/{id}/repository/branches': async (request) => {
      const project = requirePush(context, request);
      const { branch, ref } = { ...Object.fromEntries(request.url.searchParams), ...jsonOf(request) };
      if (typeof branch !== 'string' || typeof ref !== 'string')
        throw new HttpError(400, { error: 'branch and ref are required' });
      if ((await project.git.resolve(`refs/heads/${branch}`)) !== undefined)
        throw new HttpError(400, 'Branch already exists');
      const sha = await requireCommit(project, ref, '404 Ref Not Found');
      await project.git.updateRef(`refs/heads/${branch}`, sha);
      await context.onPush(project, branch, undefined);
      return { status: 201, body: { name: branch, commit: { id: sha } } };
    },

    'POST /projects/{id}/repository/commits': async (request) => {
      const project = requirePush(context, request);
      const { branch, commit_message: message, actions = [], ...rest } = jsonOf(request);
      if (typeof branch !== 'string' || typeof message !== 'string' || !Array.isArray(actions))
        throw new HttpError(400, { error: 'branch, commit_message and actions are required' });
      const before = await project.git.resolve(`refs/heads/${branch}`);
      const start = rest['start_sha'] ?? rest['start_branch'];
      if (typeof start === 'string' && before !== undefined)
        throw new HttpError(
          400,
          `A branch called '${branch}' already exists. Switch to that branch in order to make changes`,
        );
      const parent =
        typeof start === 'string' ? await requireCommit(project, start, '404 Branch Not Found') : before;
      const files = await filesOf(project, actions as readonly FileAction[], parent);
      const sha = await project.git.commit({
        branch,
        message,
        files,
        ...(parent === undefined ? {} : { parent }),
      });
      await context.onPush(project, branch, before);
      return { status: 201, body: { id: sha, short_id: sha.slice(0, 8), message } };
    },
  };
}

/** @throws HttpError 400 when a file to create exists */
async function filesOf(
  { git }: GitlabProject,
  actions: readonly FileAction[],
  parent: string | undefined,
): Promise<Readonly<Record<string, Buffer | null>>> {
  const files: Record<string, Buffer | null> = {};
  for (const { action, file_path: path, content = '', encoding } of actions) {
    const exists = parent !== undefined && (await git.resolve(`${parent}:${path}`)) !== undefined;
    if (action === 'create' && exists) throw new HttpError(400, 'A file with this name already exists');
    files[path] =
      action === 'delete' ? null : Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
  }
  return files;
}
