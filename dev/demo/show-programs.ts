import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createTypedClient, dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import { productVersion } from '../../api/meta/service.ts';
import { showQueries } from './show-queries.ts';

const name = 'Demo program';

/** Creates an API token, and reads with it what two saved queries find, and the accounts through MCP. */
export async function showPrograms(
  client: TypedClient,
  url: string,
  say: (text: string) => void,
): Promise<void> {
  const token = await createToken(client);
  say(`\nA program has the API token ${token.prefix}… until ${token.expires_at.slice(0, 10)}.\n`);
  await showQueries(createTypedClient(url, token.token), say);
  const mcp = new Client({ name: 'demo', version: productVersion });
  await mcp.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/api/v1/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token.token}` } },
    }),
  );
  const { tools } = await mcp.listTools();
  const { structuredContent } = await mcp.callTool({ name: 'count_resources', arguments: {} });
  await mcp.close();
  say(
    `\nThrough MCP, another assistant has ${tools.length} tools; count_resources says ${totalOf(structuredContent)}.\n`,
  );
}

/** A demo that is started again replaces the token of the last time. */
async function createToken(client: TypedClient) {
  const { items } = await dataOf(
    client.GET('/api/v1/organization/api-tokens', { params: { query: { active: true, limit: 200 } } }),
  );
  for (const { id } of items.filter((token) => token.name === name))
    await dataOf(client.DELETE('/api/v1/organization/api-tokens/{id}', { params: { path: { id } } }));
  return dataOf(
    client.POST('/api/v1/organization/api-tokens', {
      body: { name, permissions: ['assistant:use', 'resources:read', 'accounts:read'], expires_in_days: 7 },
    }),
  );
}

function totalOf(content: unknown): string {
  return typeof content === 'object' && content !== null && 'total' in content ? String(content.total) : '?';
}
