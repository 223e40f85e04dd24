import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { IacProject, PullRequest, Repository, ScmConnection } from '../../../api-client/api-types.ts';
import { eventually } from '../eventually.ts';
import { queryAsOwner } from '../query-as-owner.ts';
import type { TestClient } from '../test-api.ts';

export async function connectionOf(client: TestClient, id: string): Promise<ScmConnection> {
  return dataOf(client.GET('/api/v1/scm/connections/{id}', { params: { path: { id } } }));
}

/** Waits until a connection has a status. */
export async function waitForConnection(
  client: TestClient,
  id: string,
  status: ScmConnection['status'],
): Promise<ScmConnection> {
  return eventually(`connection to be ${status}`, async () => {
    const connection = await connectionOf(client, id);
    return connection.status === status ? connection : undefined;
  });
}

/** Waits until no sync of a connection is active. Changes during a sync are read by the next one, which a schedule starts. */
export async function waitForSync(databaseUrl: string, connectionId: string): Promise<void> {
  await eventually('the sync to end', async () => {
    const active = await queryAsOwner(
      databaseUrl,
      `select id from runs where kind = 'sync_scm_connection' and subject_id = $1 and status in ('queued', 'running')`,
      [connectionId],
    );
    return active.length === 0;
  });
}

/** Selects repositories by the ids of the provider. */
export async function select(client: TestClient, connectionId: string, ids: readonly (number | string)[]) {
  const params = { path: { id: connectionId } };
  const body = { external_ids: ids.map(String) };
  return dataOf(client.PUT('/api/v1/scm/connections/{id}/repositories', { params, body }));
}

export async function repositoriesOf(
  client: TestClient,
  connectionId: string,
): Promise<readonly Repository[]> {
  const query = { scm_connection_id: connectionId };
  return (await dataOf(client.GET('/api/v1/repositories', { params: { query } }))).items;
}

/** Waits until a repository meets a condition. */
export async function waitForRepository(
  client: TestClient,
  connectionId: string,
  what: string,
  condition: (repository: Repository) => boolean,
): Promise<Repository> {
  return eventually(what, async () => (await repositoriesOf(client, connectionId)).find(condition));
}

export async function projectsOf(client: TestClient): Promise<readonly IacProject[]> {
  return (await dataOf(client.GET('/api/v1/iac-projects', { params: { query: { limit: 200 } } }))).items;
}

/** Waits until the list of projects meets a condition. */
export async function waitForProjects(
  client: TestClient,
  what: string,
  condition: (projects: readonly IacProject[]) => boolean,
): Promise<readonly IacProject[]> {
  return eventually(what, async () => {
    const projects = await projectsOf(client);
    return condition(projects) ? projects : undefined;
  });
}

/** Waits until a pull request meets a condition. */
export async function waitForPullRequest(
  client: TestClient,
  what: string,
  condition: (request: PullRequest) => boolean,
): Promise<PullRequest> {
  return eventually(what, async () =>
    (await dataOf(client.GET('/api/v1/pull-requests'))).items.find(condition),
  );
}
