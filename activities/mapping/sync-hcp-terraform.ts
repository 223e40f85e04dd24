import { ScmError } from '../../clients/scm/scm-error.ts';
import type { HcpTerraformClient, HcpWorkspace } from '../../clients/hcp-terraform/hcp-terraform-client.ts';
import { requestAccountMatches } from '../../commands/mapping/request-account-matches.ts';
import { requestStateSync } from '../../commands/mapping/request-state-sync.ts';
import { requestQueuedInference } from '../../commands/ownership/request-inference.ts';
import {
  findHcpTerraformConnection,
  linkHcpWorkspaces,
  openHcpTerraformToken,
  recordHcpTerraformSync,
  storeHcpWorkspaces,
} from '../../db/mapping/states/hcp-terraform-store.ts';
import { matchesGlob } from '../../domain/mapping/matches-glob.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { Dependencies } from '../dependencies.ts';
import { stateFaultOf } from './state-fault-of.ts';

const maximumPages = 100;
/** Sources whose sync starts at once. Those of larger organizations start with the schedule, within a minute. */
const immediateSyncs = 20;

type SyncDependencies = Pick<
  Dependencies,
  'database' | 'encryption' | 'hcpTerraform' | 'logger' | 'temporal'
>;

/** How a sync of a connection ended: `error` is `<code>: <sentence>`. */
export interface HcpTerraformSyncResult {
  readonly error?: string;
}

/** Makes the workspaces of the connection `subjectId` state sources, and starts the syncs of new ones. */
export async function syncHcpWorkspaces(
  dependencies: SyncDependencies,
  { organizationId, subjectId }: RunInput,
  signal: AbortSignal,
): Promise<HcpTerraformSyncResult> {
  const { database, encryption, hcpTerraform } = dependencies;
  const begun = await database.withTenant(organizationId, async (tenant) => {
    const connection = await findHcpTerraformConnection(tenant, subjectId);
    if (connection === undefined) return undefined;
    return { connection, token: await openHcpTerraformToken(tenant, encryption, connection) };
  });
  if (begun === undefined) return {};
  const { connection, token } = begun;
  const { hostname, organizationName: organization, workspaces: globs } = connection;
  try {
    const all = await listAll(hcpTerraform.open({ hostname, organization, token }), signal);
    const isIncluded = ({ name }: HcpWorkspace) =>
      globs === undefined || globs.some((glob) => matchesGlob(name, glob));
    const seen = all.filter(isIncluded).map((workspace) => ({ ...workspace, hostname, organization }));
    const excluded = all.filter((workspace) => !isIncluded(workspace)).map(({ id }) => id);
    await database.withTenant(organizationId, async (tenant) => {
      const current = await findHcpTerraformConnection(tenant, subjectId);
      if (current === undefined) return;
      const { toSync, toMatch } = await storeHcpWorkspaces(tenant, current, seen, excluded);
      await linkHcpWorkspaces(tenant);
      for (const source of toSync.slice(0, immediateSyncs))
        await requestStateSync(tenant, dependencies, source);
      await requestAccountMatches(tenant, dependencies, toMatch);
      await recordHcpTerraformSync(tenant, subjectId, undefined);
      await requestQueuedInference(tenant, dependencies);
    });
    return {};
  } catch (error) {
    if (!(error instanceof ScmError)) throw error;
    const text = `${stateFaultOf(error)}: ${error.message}`;
    await database.withTenant(organizationId, (tenant) => recordHcpTerraformSync(tenant, subjectId, text));
    return { error: text };
  }
}

/** @throws ScmError also when there are more than 10,000 workspaces */
async function listAll(client: HcpTerraformClient, signal: AbortSignal): Promise<readonly HcpWorkspace[]> {
  const all: HcpWorkspace[] = [];
  for (let page: number | undefined = 1; page !== undefined;) {
    signal.throwIfAborted();
    if (page > maximumPages)
      throw new ScmError('too_large', 'The organization has more than 10,000 workspaces.');
    const { items, nextPage }: Awaited<ReturnType<HcpTerraformClient['listWorkspaces']>> =
      await client.listWorkspaces(page);
    all.push(...items);
    page = nextPage;
  }
  return all;
}
