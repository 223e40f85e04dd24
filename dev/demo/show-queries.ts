import { dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import { formatTable } from './format-table.ts';

const shown = ['databases-unencrypted', 'security-groups-open-admin'] as const;
const resourcesPerQuery = 5;

/** Prints the resources that two of the built-in queries find. */
export async function showQueries(client: TypedClient, say: (text: string) => void): Promise<void> {
  const { items } = await dataOf(client.GET('/api/v1/saved-queries', { params: { query: { limit: 200 } } }));
  for (const key of shown) {
    const query = items.find(({ built_in: builtIn }) => builtIn === key);
    if (query === undefined) continue;
    const found = await dataOf(
      client.GET('/api/v1/saved-queries/{id}/resources', {
        params: { path: { id: query.id }, query: { limit: resourcesPerQuery } },
      }),
    );
    say(`\nQuery ${query.name}: ${query.description}. It finds ${found.total}.\n`);
    say(
      formatTable(
        ['Resource', 'Type', 'Account', 'Region'],
        found.items.map((resource) => [
          resource.name ?? resource.native_id,
          resource.resource_type,
          resource.account_name ?? resource.account_id,
          resource.region,
        ]),
      ),
    );
  }
}
