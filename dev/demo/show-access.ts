import type { TypedClient } from '../../api-client/create-typed-client.ts';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { formatTable } from './format-table.ts';
import { waitFor } from './wait-for.ts';

type Say = (text: string) => void;

const maximumRows = 10;

/** Prints the resources that can be reached from outside with the path of each, who can assume a role, and who can read a queue. */
export async function showAccess(client: TypedClient, say: Say): Promise<void> {
  await showExposure(client, say);
  const roles = await dataOf(
    client.GET('/api/v1/resources', {
      params: { query: { q: 'shop-production-service', resource_type: 'AWS::IAM::Role', limit: 1 } },
    }),
  );
  const [role] = roles.items;
  if (role !== undefined) {
    const query = { resource_id: role.id, action: 'sts:AssumeRole', limit: maximumRows };
    await printAccess(client, query, `Who can assume role ${role.name ?? role.native_id}`, say);
  }
  const queues = await dataOf(
    client.GET('/api/v1/resources', {
      params: {
        query: {
          q: 'orders-production',
          resource_type: 'AWS::SQS::Queue',
          region: 'eu-west-1',
          sort: 'name',
          limit: 1,
        },
      },
    }),
  );
  const [queue] = queues.items;
  if (queue === undefined) return;
  const query = { resource_id: queue.id, action: 'sqs:ReceiveMessage', limit: maximumRows };
  await printAccess(client, query, `Who can receive messages of queue ${queue.name ?? queue.native_id}`, say);
}

async function showExposure(client: TypedClient, say: Say): Promise<void> {
  const found = await waitFor('the exposures', async () => {
    const list = await dataOf(
      client.GET('/api/v1/graph/exposure', { params: { query: { limit: maximumRows } } }),
    );
    // Every account is extracted once.
    return list.not_read.some(({ reason }) => reason === 'not_extracted') ? undefined : list;
  });
  const rows = found.items.map(({ resource, kind, state, ports, path, stopped_by: stops, noted }) => [
    resource.name,
    resource.resource_type ?? '',
    kind,
    state === 'stopped' ? `stopped by ${stops.map(({ control }) => control).join(' ')}` : state,
    ports.map(({ protocol, from, to }) => `${protocol} ${from === to ? from : `${from}-${to}`}`).join(' '),
    path.map(({ node }) => node.name).join(' → '),
    noted.join(' '),
  ]);
  say(
    `\nWhat is exposed (${found.total})\n` +
      formatTable(['resource', 'type', 'kind', 'state', 'ports', 'path', 'noted'], rows),
  );
  say(`${found.not_read.length} parts of the inventory were not read, in which more can be exposed`);
}

async function printAccess(
  client: TypedClient,
  query: { readonly resource_id: string; readonly action: string; readonly limit: number },
  title: string,
  say: Say,
): Promise<void> {
  const { items } = await dataOf(client.GET('/api/v1/graph/access', { params: { query } }));
  const rows = items.map(({ principal, decision, statements, not_evaluated: gaps }) => [
    principal.name,
    principal.resource_type ?? principal.entity_type,
    decision,
    statements.map(({ policy, index, sid }) => `${policy} ${sid ?? `#${index}`}`).join(', '),
    [...new Set(gaps.map(({ kind }) => kind))].join(' '),
  ]);
  say(`\n${title}\n${formatTable(['principal', 'type', 'decision', 'statements', 'not evaluated'], rows)}`);
}
