import { HttpError } from '../scm-servers/route-table.ts';
import type { RouteTable } from '../scm-servers/route-table.ts';
import { requireProject } from './authenticate.ts';
import type { GitlabContext } from './context.ts';
import type { GitlabProject } from './model.ts';
import { diffRecord } from './records.ts';

/** Routes that read git objects. */
export function gitlabRepositoryRoutes(context: GitlabContext): RouteTable {
  const { origin } = context;
  return {
    'GET /projects/{id}/repository/branches/{branch*}': async (request) => {
      const { git, defaultBranch } = requireProject(context, request);
      const name = request.params['branch'] ?? '';
      const sha = await git.resolve(`refs/heads/${name}`);
      if (sha === undefined) throw new HttpError(404, '404 Branch Not Found');
      return {
        status: 200,
        body: {
          name,
          merged: false,
          protected: name === defaultBranch,
          default: name === defaultBranch,
          commit: { id: sha, short_id: sha.slice(0, 8) },
        },
      };
    },

    // The page token is opaque; here it is the number of entries before the page.
    'GET /projects/{id}/repository/tree': async (request) => {
      const project = requireProject(context, request);
      const { searchParams } = request.url;
      const sha = await requireCommit(
        project,
        searchParams.get('ref') ?? project.defaultBranch,
        '404 Tree Not Found',
      );
      const entries = await project.git.listTree(sha, searchParams.get('recursive') === 'true');
      const size = Math.min(100, Number(searchParams.get('per_page') ?? 20));
      const start = Number(searchParams.get('page_token') ?? 0);
      const next = new URL(`${request.url.pathname}${request.url.search}`, origin());
      next.searchParams.set('page_token', String(start + size));
      return {
        status: 200,
        ...(start + size < entries.length ? { headers: { link: `<${next.href}>; rel="next"` } } : {}),
        body: entries
          .slice(start, start + size)
          .map(({ path, mode, type, sha: id }) => ({
            id,
            name: path.slice(path.lastIndexOf('/') + 1),
            type,
            path,
            mode,
          })),
      };
    },

    'GET /projects/{id}/repository/archive.tar.gz': async (request) => {
      const project = requireProject(context, request);
      const revision = request.url.searchParams.get('sha') ?? project.defaultBranch;
      const sha = await requireCommit(project, revision, '404 File Not Found');
      return {
        status: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: project.git.archive(sha, `${project.path}-${revision}-${sha}`),
      };
    },

    'GET /projects/{id}/repository/blobs/{sha}/raw': async (request) => {
      const { git } = requireProject(context, request);
      const sha = request.params['sha'] ?? '';
      const content = (await git.readBlobs([sha])).get(sha);
      if (content === undefined) throw new HttpError(404, '404 Blob Not Found');
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: content };
    },

    'GET /projects/{id}/repository/files/{path}': async (request) => {
      const project = requireProject(context, request);
      const path = request.params['path'] ?? '';
      const revision = request.url.searchParams.get('ref') ?? project.defaultBranch;
      const sha = await requireCommit(project, revision, '404 Commit Not Found');
      const blob = await project.git.resolve(`${sha}:${path}`);
      const content = blob === undefined ? undefined : (await project.git.readBlobs([blob])).get(blob);
      if (content === undefined) throw new HttpError(404, '404 File Not Found');
      return {
        status: 200,
        body: {
          file_path: path,
          size: content.length,
          encoding: 'base64',
          content: content.toString('base64'),
          ref: revision,
          blob_id: blob,
          commit_id: sha,
        },
      };
    },

    'GET /projects/{id}/repository/compare': async (request) => {
      const project = requireProject(context, request);
      const { searchParams } = request.url;
      const from = await requireCommit(project, searchParams.get('from') ?? '', '404 Ref Not Found');
      const to = await requireCommit(project, searchParams.get('to') ?? '', '404 Ref Not Found');
      const isStraight = searchParams.get('straight') === 'true';
      const base = isStraight ? from : await project.git.mergeBase(from, to);
      const changes = base === undefined ? [] : await project.git.diff(base, to);
      const commits = await project.git.commitsBetween(from, to);
      return {
        status: 200,
        body: {
          commit: commits[0] === undefined ? null : { id: commits[0] },
          commits: commits.map((id) => ({ id })),
          diffs: changes.map(diffRecord),
          compare_timeout: false,
          compare_same_ref: from === to,
        },
      };
    },
  };
}

/** @throws HttpError 404 */
export async function requireCommit(
  { git }: GitlabProject,
  revision: string,
  message: string,
): Promise<string> {
  const sha = await git.resolve(`${revision}^{commit}`);
  if (sha === undefined) throw new HttpError(404, message);
  return sha;
}
