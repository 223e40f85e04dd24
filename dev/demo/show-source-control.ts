import { dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import type { IacProject, PullRequest, Repository } from '../../api-client/api-types.ts';
import { formatTable } from './format-table.ts';
import { waitFor } from './wait-for.ts';

type Say = (text: string) => void;

/** Prints the projects of the repositories. */
export async function showProjects(
  client: TypedClient,
  repositories: readonly Repository[],
  say: Say,
): Promise<readonly IacProject[]> {
  const query = { repository_id: repositories.map(({ id }) => id), limit: 200 };
  const { items, total } = await dataOf(client.GET('/api/v1/iac-projects', { params: { query } }));
  const projects = items.toSorted(
    (one, other) =>
      nameOf(repositories, one).localeCompare(nameOf(repositories, other)) ||
      one.path.localeCompare(other.path),
  );
  const rows = projects.map((project) => [
    nameOf(repositories, project),
    project.path,
    project.system,
    project.kind,
    project.backend_type ?? '',
    environmentsOf(project),
  ]);
  const headers = ['repository', 'path', 'system', 'kind', 'backend', 'environments'];
  say(`\n${total} IaC projects in ${repositories.length} repositories\n\n${formatTable(headers, rows)}`);
  return projects;
}

/** Waits until each repository has an open pull request with its projects, and prints them. */
export async function showPullRequests(
  client: TypedClient,
  repositories: readonly Repository[],
  projects: readonly IacProject[],
  say: Say,
): Promise<void> {
  const query = { repository_id: repositories.map(({ id }) => id), state: ['open' as const] };
  const requests = await waitFor('the pull requests', async () => {
    const { items } = await dataOf(client.GET('/api/v1/pull-requests', { params: { query } }));
    const found = items.filter(({ iac_project_ids: ids }) => ids.length > 0);
    const hasAll = repositories.every(({ id }) => found.some((one) => one.repository_id === id));
    return hasAll ? found : undefined;
  });
  const rows = requests
    .toSorted((one, other) => nameOf(repositories, one).localeCompare(nameOf(repositories, other)))
    .flatMap((request) =>
      pathsOf(request, projects).map((path, index) => {
        const first = [nameOf(repositories, request), `#${request.number}`, request.title];
        return [...(index === 0 ? first : first.map(() => '')), path];
      }),
    );
  say(`\nOpen pull requests\n${formatTable(['repository', 'number', 'title', 'project'], rows)}`);
}

function nameOf(repositories: readonly Repository[], { repository_id: id }: { repository_id: string }) {
  return repositories.find((repository) => repository.id === id)?.full_name ?? '';
}

function pathsOf({ iac_project_ids: ids }: PullRequest, projects: readonly IacProject[]): readonly string[] {
  return projects.filter(({ id }) => ids.includes(id)).map(({ path }) => path);
}

function environmentsOf({ environment_hints: hints }: IacProject): string {
  const { environments } = hints as { readonly environments?: readonly string[] };
  return (environments ?? []).join(', ');
}
