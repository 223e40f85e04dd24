import { dataOf } from '../../../api-client/create-typed-client.ts';
import type {
  Application,
  CreateInferenceRuleBody,
  DiscoveredResource,
  DeploymentEnvironment,
  InferenceRule,
  Membership,
  OwnershipIssue,
  Team,
} from '../../../api-client/api-types.ts';
import { eventually } from '../eventually.ts';
import type { TestClient } from '../test-api.ts';

const most = 200;

export async function createEnvironment(
  client: TestClient,
  name: string,
  environmentClass: DeploymentEnvironment['class'],
): Promise<string> {
  const body = { name, class: environmentClass };
  return (await dataOf(client.POST('/api/v1/environments', { body }))).id;
}

export async function createTeam(client: TestClient, name: string): Promise<Team> {
  return dataOf(client.POST('/api/v1/teams', { body: { name, slug: name.toLowerCase() } }));
}

export async function createRule(client: TestClient, body: CreateInferenceRuleBody): Promise<InferenceRule> {
  return dataOf(client.POST('/api/v1/inference-rules', { body }));
}

export async function getRule(client: TestClient, id: string): Promise<InferenceRule> {
  return dataOf(client.GET('/api/v1/inference-rules/{id}', { params: { path: { id } } }));
}

export async function assignOwner(client: TestClient, applicationId: string, teamId: string) {
  const params = { path: { id: applicationId } };
  return dataOf(client.POST('/api/v1/applications/{id}/owners', { params, body: { team_id: teamId } }));
}

export async function ownershipOf(client: TestClient, resourceId: string) {
  return dataOf(client.GET('/api/v1/resources/{id}/ownership', { params: { path: { id: resourceId } } }));
}

/** Returns the resource with a type and a name. */
export async function findResource(
  client: TestClient,
  resourceType: string,
  name: string,
): Promise<DiscoveredResource> {
  return eventually(`the resource ${name}`, async () => {
    const query = { q: name, resource_type: resourceType, limit: most };
    const { items } = await dataOf(client.GET('/api/v1/resources', { params: { query } }));
    return items.find((item) => item.name === name);
  });
}

/** Waits until an application with the name exists. */
export async function waitForApplication(client: TestClient, name: string): Promise<Application> {
  return eventually(`the application ${name}`, async () => {
    const query = { limit: most };
    const { applications } = await dataOf(client.GET('/api/v1/applications', { params: { query } }));
    return applications.find((application) => application.name === name);
  });
}

/** Waits until a pair of resource and application has a membership with a status. */
export async function waitForMembership(
  client: TestClient,
  resourceId: string,
  applicationId: string,
  status: Membership['status'],
): Promise<Membership> {
  return eventually(`the membership to be ${status}`, async () => {
    const membership = await findMembership(client, resourceId, applicationId);
    return membership?.status === status ? membership : undefined;
  });
}

export async function findMembership(
  client: TestClient,
  resourceId: string,
  applicationId: string,
): Promise<Membership | undefined> {
  const query = { resource_id: [resourceId], application_id: [applicationId], include_deleted: true };
  const { items } = await dataOf(client.GET('/api/v1/memberships', { params: { query } }));
  return items[0];
}

/** Lists issues of a kind with their targets. */
export async function issuesOf(
  client: TestClient,
  kind: OwnershipIssue['kind'],
  targetId: string,
): Promise<readonly OwnershipIssue[]> {
  const query = { kind: [kind], target_id: [targetId], status: ['open' as const, 'resolved' as const] };
  return (await dataOf(client.GET('/api/v1/ownership/issues', { params: { query } }))).items;
}

/** Waits until the newest issue of a kind has a status. */
export async function waitForIssue(
  client: TestClient,
  kind: OwnershipIssue['kind'],
  targetId: string,
  status: OwnershipIssue['status'],
): Promise<OwnershipIssue> {
  return eventually(`the issue ${kind} to be ${status}`, async () => {
    const [newest] = await issuesOf(client, kind, targetId);
    return newest?.status === status ? newest : undefined;
  });
}

type Filter = Readonly<
  Partial<Record<'application_id' | 'team_id' | 'environment_id' | 'aws_account_id', readonly string[]>>
>;

/** Returns the ids of all resources of a search, sorted. */
export async function searchIds(client: TestClient, filter: Filter): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const query = {
      ...Object.fromEntries(Object.entries(filter).map(([name, values]) => [name, [...values]])),
      limit: most,
      ...(cursor === undefined ? {} : { cursor }),
    };
    const page = await dataOf(client.GET('/api/v1/resources', { params: { query } }));
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return ids.toSorted();
}
