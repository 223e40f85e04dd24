import { dataOf } from '../../api-client/create-typed-client.ts';
import type { TypedClient } from '../../api-client/create-typed-client.ts';
import type { IacProject } from '../../api-client/api-types.ts';
import { formatTable } from './format-table.ts';
import { waitFor } from './wait-for.ts';

type Say = (text: string) => void;

const isManaged = { management_state: ['managed' as const], sort: 'name' as const, limit: 200 };

/** Waits until the detected states are read, and prints which code manages the resources. */
export async function showMapping(
  client: TypedClient,
  projects: readonly IacProject[],
  say: Say,
): Promise<void> {
  await syncSources(client, projects, say);
  await showResources(client, projects, say);
  await showMissing(client, projects, say);
  const summary = await dataOf(client.GET('/api/v1/mapping/summary'));
  const { lower, upper } = summary.coverage_percent;
  const counts = (['managed', 'unmanaged', 'child', 'default', 'unsupported', 'unscanned'] as const).map(
    (state) => [state, summary[state]],
  );
  say(`\nMapping of all resources\n${formatTable(['state', 'resources'], counts)}`);
  say(`Managed by code: ${range(lower, upper)} of ${summary.eligible} eligible resources`);
  const { items: accounts } = await dataOf(client.GET('/api/v1/aws/accounts'));
  const rows = summary.evidence.map(({ aws_account_id: id, complete, reasons }) => [
    accounts.find((account) => account.id === id)?.name ?? id,
    complete ? 'complete' : 'incomplete',
    reasons.map(({ kind, name, path }) => [kind, path ?? name].join(' ')).join(', '),
  ]);
  say(`\nEvidence of the accounts\n${formatTable(['account', 'evidence', 'reasons'], rows)}`);
}

async function syncSources(client: TypedClient, projects: readonly IacProject[], say: Say): Promise<void> {
  const bucketOf = ({ backend_config: backend }: IacProject) => (backend as { bucket?: unknown }).bucket;
  const terraform = projects.filter(
    ({ system, backend_type: backend }) => system === 'terraform' && backend === 's3',
  );
  const buckets = new Set(terraform.map(bucketOf));
  const read = async () => {
    const { items } = await dataOf(
      client.GET('/api/v1/state-sources', { params: { query: { limit: 200 } } }),
    );
    return items.filter(({ config }) => buckets.has(config.bucket));
  };
  const found = await waitFor('the state sources', async () => {
    const sources = await read();
    return sources.length >= terraform.length ? sources : undefined;
  });
  for (const { id } of found) {
    // 409: a sync is running.
    await client.POST('/api/v1/state-sources/{id}/sync', { params: { path: { id } } });
  }
  const sources = await waitFor('the syncs of the states', async () => {
    const current = await read();
    const failed = current.find(({ status }) => status === 'error');
    if (failed !== undefined) throw new Error(`${failed.config.key}: ${failed.last_error ?? 'no reason'}`);
    return current.every(({ status }) => status === 'synced') ? current : undefined;
  });
  const rows = sources.map(({ config, origin, status }) => [
    config.bucket ?? '',
    config.key ?? '',
    origin,
    status,
  ]);
  say(`\nTerraform states\n${formatTable(['bucket', 'key', 'origin', 'status'], rows)}`);
}

async function showResources(client: TypedClient, projects: readonly IacProject[], say: Say): Promise<void> {
  const { items } = await waitFor('the mapping of the resources', async () => {
    const found = await dataOf(client.GET('/api/v1/resources', { params: { query: isManaged } }));
    return found.total > 0 ? found : undefined;
  });
  const rows = await Promise.all(
    items.map(async ({ id, name, native_id: nativeId }) => {
      const { mappings } = await dataOf(
        client.GET('/api/v1/resources/{id}/code-mapping', { params: { path: { id } } }),
      );
      const [first] = mappings;
      const project = projects.find((one) => one.id === first?.iac_project_id);
      return [
        name ?? nativeId,
        project?.path ?? '',
        first?.address ?? '',
        first?.file === undefined ? '' : `${first.file}:${first.line ?? ''}`,
        first?.confidence ?? '',
      ];
    }),
  );
  say(
    `\nResources managed by Terraform\n${formatTable(['resource', 'project', 'address', 'file and line', 'confidence'], rows)}`,
  );
}

async function showMissing(client: TypedClient, projects: readonly IacProject[], say: Say): Promise<void> {
  const details = await Promise.all(
    projects.map(async ({ id, path }) => ({
      path,
      project: await dataOf(client.GET('/api/v1/iac-projects/{id}', { params: { path: { id } } })),
    })),
  );
  const rows = details.flatMap(({ path, project }) =>
    (project.missing ?? []).map((entry) => [path, entry.address, entry.management_state]),
  );
  say(`\nState entries without a resource\n${formatTable(['project', 'address', 'state'], rows)}`);
}

function range(lower: number | null, upper: number | null): string {
  if (lower === null || upper === null) return 'unknown';
  return lower === upper ? `${lower} %` : `between ${lower} and ${upper} %`;
}
