import type { RouteTable } from '../scm-servers/route-table.ts';
import { requireGroup, requireProject, requireScope, requireToken } from './authenticate.ts';
import type { GitlabContext } from './context.ts';
import { isInGroup, projectPathOf } from './model.ts';
import type { GitlabProject } from './model.ts';
import { paged } from './paged.ts';
import { groupRecord, mergeRequestRecord, projectRecord, tokenRecord, userRecord } from './records.ts';

/** Routes of tokens, groups and projects. */
export function groupRoutes(context: GitlabContext): RouteTable {
  const { model, origin } = context;
  const recordOf = async (project: GitlabProject) =>
    projectRecord(context, project, (await project.git.branches()).size === 0);
  return {
    'GET /metadata': (request) => {
      requireToken(context, request);
      return { status: 200, body: { version: '19.1.0-ee', revision: 'abcdef0', enterprise: true } };
    },

    'GET /user': (request) => ({
      status: 200,
      body: userRecord(context, requireScope(context, request, 'read_api').bot),
    }),

    // Any valid token may read itself.
    'GET /personal_access_tokens/self': (request) => ({
      status: 200,
      body: tokenRecord(requireToken(context, request)),
    }),

    'GET /groups/{id}': (request) => ({
      status: 200,
      body: groupRecord(context, requireGroup(context, request)),
    }),

    'GET /groups/{id}/descendant_groups': (request) => {
      const group = requireGroup(context, request);
      const below = [...model.groups.values()].filter((one) => one !== group && isInGroup(one, group));
      const { items, headers } = paged(request, origin(), below);
      return { status: 200, headers, body: items.map((one) => groupRecord(context, one)) };
    },

    'GET /groups/{id}/projects': async (request) => {
      const group = requireGroup(context, request);
      const { searchParams } = request.url;
      const withSubgroups = searchParams.get('include_subgroups') === 'true';
      const search = searchParams.get('search')?.toLowerCase() ?? '';
      const archived = searchParams.get('archived');
      const projects = [...model.projects.values()]
        .filter(({ isDeleted }) => !isDeleted)
        .filter(({ namespace }) => (withSubgroups ? isInGroup(namespace, group) : namespace === group))
        .filter((project) => projectPathOf(project).toLowerCase().includes(search))
        .filter(({ isArchived }) => archived === null || String(isArchived) === archived)
        .toSorted((one, other) => one.id - other.id);
      const ordered = searchParams.get('sort') === 'asc' ? projects : projects.toReversed();
      const { items, headers } = paged(request, origin(), ordered);
      return { status: 200, headers, body: await Promise.all(items.map(recordOf)) };
    },

    'GET /groups/{id}/merge_requests': (request) => {
      const group = requireGroup(context, request);
      const { searchParams } = request.url;
      const updatedAfter = Date.parse(searchParams.get('updated_after') ?? '1970-01-01');
      const withArchived = searchParams.get('non_archived') === 'false';
      const requests = [...model.projects.values()]
        .filter(({ isDeleted, mergeRequestsAccess }) => !isDeleted && mergeRequestsAccess === 'enabled')
        .filter(({ namespace, isArchived }) => isInGroup(namespace, group) && (withArchived || !isArchived))
        .flatMap(({ mergeRequests }) => mergeRequests)
        .filter(({ updatedAt }) => updatedAt.getTime() >= updatedAfter)
        .toSorted((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime());
      const { items, headers } = paged(request, origin(), requests);
      return { status: 200, headers, body: items.map((one) => mergeRequestRecord(context, one)) };
    },

    'GET /projects/{id}': async (request) => ({
      status: 200,
      body: await recordOf(requireProject(context, request)),
    }),
  };
}
