import { createTypedClient, dataOf, sessionTokensOf } from '../../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../../api-client/create-typed-client.ts';
import type { DiscoveredResource, ResourceList } from '../../../api-client/api-types.ts';
import { readServerSentEvents } from '../../demo/read-server-sent-events.ts';
/**
 * A program against the API in TypeScript, with the types of openapi-typescript. `read_inventory.py` and
 * `read_inventory.go` do the same with generated clients.
 *
 * @param url - origin of the API
 * @returns what the program printed, a line for each step; the last has the number of requests
 */
export async function readInventory(
  url: string,
  login: { readonly email: string; readonly password: string },
): Promise<readonly string[]> {
  const requests = { count: 0 };
  const anonymous = counted(createTypedClient(url), requests);
  const { access_token: token } = await sessionTokensOf(
    anonymous.POST('/api/v1/auth/login', { body: login }),
  );
  const client = counted(createTypedClient(url, token), requests);
  const resources = await listResources(client);
  const conversation = await dataOf(client.POST('/api/v1/ai/conversations', { body: { title: 'Queues' } }));
  const body = { aws_account_id: resources[0]?.aws_account_id ?? '' };
  const { run_id: runId } = await dataOf(client.POST('/api/v1/graph/extraction-runs', { body }));
  const status = await untilEnded(client, runId, requests);
  const error = await client.GET('/api/v1/resources', { params: { query: { limit: 0 } } });
  const last = await ask(client, conversation.id);
  return [
    `resources ${resources.length}`,
    `created ${conversation.title}`,
    `run ${status}`,
    `error ${error.response.status} ${error.error?.code}`,
    `answer ${last}`,
    `requests ${requests.count}`,
  ];
}

async function listResources(client: TypedClient): Promise<readonly DiscoveredResource[]> {
  const query = { region: ['eu-west-1', 'us-east-1'], limit: 200, fields: 'summary' as const, facets: false };
  const all: DiscoveredResource[] = [];
  for (let cursor: { cursor?: string } | undefined = {}; cursor !== undefined;) {
    const page: ResourceList = await dataOf(
      client.GET('/api/v1/resources', { params: { query: { ...query, ...cursor } } }),
    );
    all.push(...page.items);
    cursor = page.next_cursor === undefined ? undefined : { cursor: page.next_cursor };
  }
  return all;
}

async function untilEnded(client: TypedClient, run_id: string, requests: { count: number }): Promise<string> {
  for (;;) {
    const { status } = await dataOf(client.GET('/api/v1/runs/{run_id}', { params: { path: { run_id } } }));
    if (!['queued', 'running'].includes(status)) return status;
    // A request that finds an unfinished run is not counted: their number depends on the machine.
    requests.count -= 1;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Asks a question, and returns the type of the last event. */
async function ask(client: TypedClient, id: string): Promise<string> {
  const asked = client.POST('/api/v1/ai/conversations/{id}/ask', {
    params: { path: { id } },
    body: { question: 'How many queues are there?' },
    parseAs: 'stream',
  });
  let last = '';
  const stream = (await dataOf(asked)) as unknown as ReadableStream<Uint8Array>;
  for await (const { type } of readServerSentEvents(stream)) last = type;
  return last;
}

function counted(client: TypedClient, requests: { count: number }): TypedClient {
  client.use({
    onRequest() {
      requests.count += 1;
    },
  });
  return client;
}
