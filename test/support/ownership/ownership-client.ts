import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { operations } from '../../../api-client/api-types.ts';
import type { TestClient } from '../test-api.ts';

type IssueQuery = operations['listOwnershipIssues']['parameters']['query'];
type EventQuery = operations['listOwnershipEvents']['parameters']['query'];

/** Creates a team whose slug is its name in lower case. Returns its id. */
export async function createTeam(client: TestClient, name: string): Promise<string> {
  const body = { name, slug: name.toLowerCase().replaceAll(' ', '-') };
  return (await dataOf(client.POST('/api/v1/teams', { body }))).id;
}

/** Creates an application. Returns its id. */
export async function createApplication(client: TestClient, name: string): Promise<string> {
  return (await dataOf(client.POST('/api/v1/applications', { body: { name } }))).id;
}

export function updateTeam(client: TestClient, id: string, body: { name?: string; is_active?: boolean }) {
  return client.PATCH('/api/v1/teams/{id}', { params: { path: { id } }, body });
}

export function deleteTeam(client: TestClient, id: string) {
  return client.DELETE('/api/v1/teams/{id}', { params: { path: { id } } });
}

export function assignOwner(
  client: TestClient,
  applicationId: string,
  body: { team_id?: string; user_id?: string; kind?: 'owner' | 'on_call' | 'contributor' },
) {
  return client.POST('/api/v1/applications/{id}/owners', { params: { path: { id: applicationId } }, body });
}

export function removeOwner(client: TestClient, applicationId: string, ownerId: string) {
  const path = { id: applicationId, owner_id: ownerId };
  return client.DELETE('/api/v1/applications/{id}/owners/{owner_id}', { params: { path } });
}

/** Lists issues as `<kind> <status> <name of the target>`, sorted. */
export async function issuesOf(client: TestClient, query: IssueQuery = {}): Promise<readonly string[]> {
  const { items } = await dataOf(client.GET('/api/v1/ownership/issues', { params: { query } }));
  return items.map(({ kind, status, target }) => `${kind} ${status} ${target.name}`).toSorted();
}

/** Lists events as `<kind> <name of the target>`, newest first. */
export async function eventsOf(client: TestClient, query: EventQuery = {}): Promise<readonly string[]> {
  const { items } = await dataOf(client.GET('/api/v1/ownership/events', { params: { query } }));
  return items.map(({ kind, target }) => `${kind} ${target.name}`);
}
