import { dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import type { DiscoveredResource, Impact } from '../../api-client/api-types.ts';
import type { SampleOwnership } from './create-ownership.ts';
import { formatTable } from './format-table.ts';
import { waitFor } from './wait-for.ts';

type Say = (text: string) => void;

const queueQuery = {
  q: 'orders-production',
  resource_type: 'AWS::SQS::Queue',
  region: 'eu-west-1',
  sort: 'name' as const,
  limit: 1,
};

/** Waits for the extraction of the relationships, and prints what fails with the queue of the application `orders`. */
export async function showImpact(client: TypedClient, ownership: SampleOwnership, say: Say): Promise<void> {
  const { items } = await dataOf(client.GET('/api/v1/resources', { params: { query: queueQuery } }));
  const [queue] = items;
  if (queue === undefined) return;
  await waitForExtraction(client, queue.aws_account_id);
  const impact = await waitForApplications(client, queue);
  const names = new Map(ownership.teams.map(({ id, name }) => [id, name]));
  const owners = await Promise.all(
    impact.resources.map(async ({ id, entity_type: type }) => {
      if (type !== 'resource') return '';
      const params = { path: { id } };
      const found = await dataOf(client.GET('/api/v1/resources/{id}/ownership', { params }));
      return found.owners.map(({ team_id: team }) => names.get(team ?? '') ?? '').join(', ');
    }),
  );
  const rows = impact.resources.map(({ name, resource_type: type = '', depth, how, path }, index) => [
    name,
    type,
    depth,
    how,
    path.map(({ relationship_type: relationship }) => relationship ?? '').join(' '),
    owners[index] ?? '',
  ]);
  say(
    `\nWhat breaks if queue ${queue.name ?? queue.native_id} goes away\n` +
      formatTable(['resource', 'type', 'depth', 'how', 'relationships', 'owner'], rows),
  );
  const groups = [
    ...impact.by_application.map((group) => groupRow('application', group.application?.name, group)),
    ...impact.by_team.map((group) => groupRow('team', group.team?.name, group)),
    ...impact.by_environment.map((group) => groupRow('environment', group.environment?.name, group)),
  ];
  say(
    `\nBy application, team and environment\n${formatTable(['group', 'name', 'failing', 'touched', 'path'], groups)}`,
  );
  say(`\nThe neighbours of the queue as a Mermaid picture\n${await readPicture(client, queue)}`);
}

function groupRow(
  kind: string,
  name: string | undefined,
  { resources, touched, path }: Impact['by_application'][number],
): readonly (string | number)[] {
  return [kind, name ?? '(none)', resources, touched, path.map(({ node }) => node.name).join(' ← ')];
}

/** Waits until the account was extracted and no extraction is active: the scan at the end of the demo starts one more. */
async function waitForExtraction(client: TypedClient, accountId: string): Promise<void> {
  await waitFor('the extraction of the relationships', async () => {
    const query = { aws_account_id: accountId };
    const { items } = await dataOf(client.GET('/api/v1/graph/extraction-runs', { params: { query } }));
    const isDone = items.every(({ status }) => status !== 'queued' && status !== 'running');
    return items.length > 0 && isDone ? true : undefined;
  });
}

/** Waits until inference assigned the functions to their applications. */
async function waitForApplications(client: TypedClient, { id }: DiscoveredResource): Promise<Impact> {
  return waitFor('the applications of the functions', async () => {
    const query = { resource_id: id };
    const impact = await dataOf(client.GET('/api/v1/graph/impact', { params: { query } }));
    const names = impact.by_application.map(({ application }) => application?.name);
    return names.includes('orders') && names.includes('payments') ? impact : undefined;
  });
}

async function readPicture(client: TypedClient, { id }: DiscoveredResource): Promise<string> {
  const query = { root_type: 'resource' as const, root_id: id, format: 'mermaid' as const, limit: 12 };
  const { data, response } = await client.GET('/api/v1/graph', { params: { query }, parseAs: 'text' });
  if (data === undefined) throw new Error(`The picture could not be read: status ${response.status}`);
  return String(data).trimEnd();
}
