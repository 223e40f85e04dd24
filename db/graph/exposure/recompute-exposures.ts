import type { ExposureFact } from '../../../domain/graph/exposure/exposure-fact.ts';
import { findExposures } from '../../../domain/graph/exposure/find-exposures.ts';
import type { FoundExposure } from '../../../domain/graph/exposure/find-exposures.ts';
import type { FactOfResource } from '../../../domain/graph/exposure/fact-index.ts';
import { execute, rowOf, rowsOf } from '../../query.ts';
import { rowset } from '../../rowset.ts';
import type { ColumnType } from '../../rowset.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { lockGraph } from '../lock-graph.ts';

/**
 * Computes the exposures of an account's resources from the stored facts, in the caller's transaction, if facts changed since the
 * last time. Writes only what changed. Reads one region at a time.
 */
export async function recomputeExposures(tenant: Tenant, accountId: string): Promise<void> {
  const { organizationId } = tenant;
  await lockGraph(tenant);
  const due = await rowOf(
    tenant,
    sql`update graph_accounts set exposure_due = false where organization_id = ${organizationId}
      and aws_account_id = ${accountId} and exposure_due returning true as due`,
  );
  if (due === undefined) return;
  const regions = await rowsOf<{ region: string }>(
    tenant,
    sql`select distinct region from exposure_facts where organization_id = ${organizationId}
      and aws_account_id = ${accountId} order by region`,
  );
  for (const { region } of regions) {
    const facts = await readFacts(tenant, accountId, region);
    await storeExposures(tenant, accountId, region, findExposures(facts));
  }
  await execute(
    tenant,
    sql`delete from exposures where organization_id = ${organizationId} and aws_account_id = ${accountId}
      and region <> all(${regions.map(({ region }) => region)}::text[])`,
  );
}

type Row = Omit<FactOfResource, 'own'> & { readonly awsAccountId: string };

/** Reads the facts of a region and the global ones, and the networks of other accounts that interfaces are in. */
async function readFacts(
  tenant: Tenant,
  accountId: string,
  region: string,
): Promise<readonly FactOfResource[]> {
  const own = await selectFacts(
    tenant,
    sql`f.aws_account_id = ${accountId} and f.region in (${region}, 'global')`,
  );
  const known = new Set(own.map(({ nativeId }) => nativeId));
  const missing = [...new Set(own.flatMap(({ fact }) => subnetsOf(fact)))].filter((id) => !known.has(id));
  const facts = own.map((row) => ({
    ...row,
    own: row.region === region || region === 'global' || isSetting(row.fact),
  }));
  if (missing.length === 0) return facts;
  const subnets = await selectFacts(
    tenant,
    sql`f.native_id = any(${missing}::text[]) and f.fact ->> 'kind' = 'subnet' and f.aws_account_id <> ${accountId}`,
  );
  const vpcs = [...new Set(subnets.flatMap(({ fact }) => (fact.kind === 'subnet' ? [fact.vpc] : [])))];
  const networks = await selectFacts(
    tenant,
    sql`f.vpc = any(${vpcs}::text[]) and f.fact ->> 'kind' in ('routes', 'acl') and f.aws_account_id <> ${accountId}`,
  );
  const gatewayIds = networks.flatMap(({ fact }) =>
    fact.kind === 'routes' ? Object.values(fact.gateways) : [],
  );
  const gateways = await selectFacts(
    tenant,
    sql`f.native_id = any(${gatewayIds}::text[]) and f.fact ->> 'kind' = 'gateway'`,
  );
  return [...facts, ...[...subnets, ...networks, ...gateways].map((row) => ({ ...row, own: false }))];
}

async function selectFacts(tenant: Tenant, condition: Sql): Promise<readonly Row[]> {
  return rowsOf<Row>(
    tenant,
    sql`select f.resource_id, f.aws_account_id, f.region, f.native_id, f.fact from exposure_facts f
      where f.organization_id = ${tenant.organizationId} and ${condition} order by f.resource_id`,
  );
}

/** A setting of the account applies to every region. */
function isSetting({ kind }: ExposureFact): boolean {
  return kind === 'bucket_block';
}

function subnetsOf(fact: ExposureFact): readonly string[] {
  if (fact.kind === 'interface') return fact.subnet === undefined ? [] : [fact.subnet];
  if (fact.kind === 'instance')
    return fact.interfaces.flatMap(({ subnet }) => (subnet === undefined ? [] : [subnet]));
  return fact.kind === 'balancer' || fact.kind === 'endpoint' ? fact.subnets : [];
}

const columns = {
  resourceId: 'uuid',
  kind: 'text',
  state: 'text',
  ports: 'jsonb',
  path: 'text[]',
  stoppedBy: 'jsonb',
  noted: 'text[]',
} satisfies Readonly<Record<string, ColumnType>>;

async function storeExposures(
  tenant: Tenant,
  accountId: string,
  region: string,
  found: readonly FoundExposure[],
): Promise<void> {
  const { organizationId } = tenant;
  const rows = found.map(({ stoppedBy, ...exposure }) => ({
    ...exposure,
    stoppedBy: stoppedBy.map(({ control, resourceId }) => ({ control, resource_id: resourceId })),
  }));
  await execute(
    tenant,
    sql`with given as materialized (select * from ${rowset('g', columns, rows)}), gone as (
        delete from exposures e where e.organization_id = ${organizationId} and e.aws_account_id = ${accountId}
          and e.region = ${region}
          and not exists (select from given g where g.resource_id = e.resource_id and g.kind = e.kind)
      )
      insert into exposures as e (organization_id, resource_id, kind, aws_account_id, region, state, ports, path, stopped_by,
        noted)
      select ${organizationId}, g.resource_id, g.kind, ${accountId}, ${region}, g.state, g.ports, g.path::uuid[],
        g.stopped_by, g.noted
      from given g
      on conflict (organization_id, resource_id, kind) do update set state = excluded.state, ports = excluded.ports,
        path = excluded.path, stopped_by = excluded.stopped_by, noted = excluded.noted, region = excluded.region
      where (e.state, e.ports, e.path, e.stopped_by, e.noted, e.region)
        is distinct from (excluded.state, excluded.ports, excluded.path, excluded.stopped_by, excluded.noted, excluded.region)`,
  );
}
