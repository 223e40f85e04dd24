import { HttpError, jsonOf } from '../scm-servers/route-table.ts';
import type { RouteTable } from '../scm-servers/route-table.ts';
import type { GitChange } from '../scm-servers/git-repository.ts';
import { requireProject, requireScope } from './authenticate.ts';
import type { GitlabContext } from './context.ts';
import type { GitlabMergeRequest, GitlabProject } from './model.ts';
import { paged } from './paged.ts';
import { commitStatusRecord, diffRecord, mergeRequestRecord, noteRecord } from './records.ts';
import { requireCommit } from './repository-routes.ts';

export type OpenMergeRequest = (
  project: GitlabProject,
  fields: {
    readonly title: string;
    readonly source: string;
    readonly target: string;
    readonly description: string;
  },
) => Promise<GitlabMergeRequest>;

const statusStates = ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'];

/** Routes of merge requests, their notes, and commit statuses. */
export function mergeRequestRoutes(context: GitlabContext, open: OpenMergeRequest): RouteTable {
  const { model, origin, maximumDiffs } = context;
  const find = (project: GitlabProject, iid: string | undefined): GitlabMergeRequest => {
    const request = project.mergeRequests.find((one) => one.iid === Number(iid));
    if (request === undefined) throw new HttpError(404, '404 Not found');
    return request;
  };
  return {
    'GET /projects/{id}/merge_requests': (request) => {
      const project = requireProject(context, request);
      if (project.mergeRequestsAccess === 'disabled') throw new HttpError(403, '403 Forbidden');
      const { searchParams } = request.url;
      const state = searchParams.get('state') ?? 'all';
      const field = searchParams.get('order_by') === 'updated_at' ? 'updatedAt' : 'createdAt';
      const branch = searchParams.get('source_branch');
      const chosen = project.mergeRequests
        .filter((one) => state === 'all' || one.state === state)
        .filter((one) => branch === null || one.sourceBranch === branch)
        .toSorted((one, other) => one[field].getTime() - other[field].getTime() || one.iid - other.iid);
      const ordered = searchParams.get('sort') === 'asc' ? chosen : chosen.toReversed();
      const { items, headers } = paged(request, origin(), ordered);
      return { status: 200, headers, body: items.map((one) => mergeRequestRecord(context, one)) };
    },

    'POST /projects/{id}/merge_requests': async (request) => {
      const project = requireProject(context, request, 'api');
      const { title, source_branch: source, target_branch: target, description } = jsonOf(request);
      if (typeof title !== 'string' || typeof source !== 'string' || typeof target !== 'string')
        throw new HttpError(400, { error: 'title, source_branch and target_branch are required' });
      const text = typeof description === 'string' ? description : '';
      const opened = await open(project, { title, source, target, description: text });
      return { status: 201, body: mergeRequestRecord(context, opened) };
    },

    'GET /projects/{id}/merge_requests/{iid}': async (request) => {
      const found = find(requireProject(context, request), request.params['iid']);
      const count = (await changesOf(found)).length;
      const changes = count > maximumDiffs() ? `${maximumDiffs()}+` : String(count);
      const { baseSha, sha } = found;
      const refs = { base_sha: baseSha, head_sha: sha, start_sha: baseSha };
      return {
        status: 200,
        body: { ...mergeRequestRecord(context, found), changes_count: changes, diff_refs: refs },
      };
    },

    'GET /projects/{id}/merge_requests/{iid}/diffs': async (request) => {
      const found = find(requireProject(context, request), request.params['iid']);
      const changes = (await changesOf(found)).slice(0, maximumDiffs());
      const { items, headers } = paged(request, origin(), changes);
      return { status: 200, headers, body: items.map(diffRecord) };
    },

    'GET /projects/{id}/merge_requests/{iid}/notes': (request) => {
      const project = requireProject(context, request);
      const { iid } = find(project, request.params['iid']);
      const notes = project.notes.filter(({ mergeRequest }) => mergeRequest === iid).toReversed();
      const { items, headers } = paged(request, origin(), notes);
      return { status: 200, headers, body: items.map((note) => noteRecord(context, note)) };
    },

    'POST /projects/{id}/merge_requests/{iid}/notes': (request) => {
      const project = requireProject(context, request, 'api');
      const { iid } = find(project, request.params['iid']);
      const { body } = jsonOf(request);
      if (typeof body !== 'string') throw new HttpError(400, { error: 'body is missing' });
      const { bot } = requireScope(context, request, 'api');
      const now = new Date();
      const note = {
        id: model.nextId(),
        mergeRequest: iid,
        body,
        author: bot,
        createdAt: now,
        updatedAt: now,
      };
      project.notes.push(note);
      return { status: 201, body: noteRecord(context, note) };
    },

    'PUT /projects/{id}/merge_requests/{iid}/notes/{note_id}': (request) => {
      const project = requireProject(context, request, 'api');
      const note = project.notes.find(({ id }) => id === Number(request.params['note_id']));
      const { body } = jsonOf(request);
      if (note === undefined) throw new HttpError(404, '404 Note Not Found');
      if (typeof body !== 'string') throw new HttpError(400, { error: 'body is missing' });
      note.body = body;
      note.updatedAt = new Date();
      return { status: 200, body: noteRecord(context, note) };
    },

    'POST /projects/{id}/statuses/{sha}': async (request) => {
      const project = requireProject(context, request, 'api');
      const { bot } = requireScope(context, request, 'api');
      const sha = await requireCommit(project, request.params['sha'] ?? '', '404 Commit Not Found');
      const { state, name, context: label, description, target_url: url } = jsonOf(request);
      if (typeof state !== 'string' || !statusStates.includes(state))
        throw new HttpError(400, { error: 'state does not have a valid value' });
      const status = {
        id: model.nextId(),
        sha,
        status: state,
        name: [name, label].find((text) => typeof text === 'string') ?? 'default',
        description: typeof description === 'string' ? description : null,
        targetUrl: typeof url === 'string' ? url : null,
        createdAt: new Date(),
      };
      project.statuses.push(status);
      return { status: 201, body: commitStatusRecord(context, status, bot) };
    },

    'GET /projects/{id}/repository/commits/{sha}/statuses': (request) => {
      const project = requireProject(context, request);
      const { bot } = requireScope(context, request, 'read_api');
      const statuses = project.statuses.filter(({ sha }) => sha === request.params['sha']);
      const { items, headers } = paged(request, origin(), statuses);
      return { status: 200, headers, body: items.map((one) => commitStatusRecord(context, one, bot)) };
    },
  };
}

/** The head is also in the target project, as `refs/merge-requests/<iid>/head`. */
function changesOf({ target, baseSha, sha }: GitlabMergeRequest): Promise<readonly GitChange[]> {
  return target.git.diff(baseSha, sha);
}
