import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { generateNetwork, generateUnit, unitSize } from './generated-estate.ts';
import type { GeneratedEdge, GeneratedUnit } from './generated-estate.ts';
import { accountCount, accountNumber } from './generated-resource.ts';
import type { GeneratedResource } from './generated-resource.ts';

export interface LoadedEstate {
  readonly organizationId: string;
  /** Ids of the accounts, by index. */
  readonly accounts: readonly string[];
  readonly resourceCount: number;
  readonly unitCount: number;
  readonly edgeCount: number;
}

const unitsPerStatement = 100;
const teamCount = 20;
const applicationCount = 200;

/**
 * Inserts the generated resources with their documents, and the expected edges into the table `expected_edges`. The
 * resources of a unit belong to one of 200 applications, which 20 teams own.
 */
export async function loadEstate(url: string, size: number): Promise<LoadedEstate> {
  const organizationId = randomUUID();
  const accounts = Array.from({ length: accountCount }, () => randomUUID()).toSorted();
  const unitCount = Math.max(accountCount, Math.floor(size / unitSize));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    await client.query(
      'create unlogged table expected_edges (source text, type text, target text, unique (source, type, target))',
    );
    await insertOrganization(client, organizationId, accounts);
    let resourceCount = 0;
    let edgeCount = 0;
    const insert = async (units: readonly GeneratedUnit[]) => {
      const resources = units.flatMap((unit) => unit.resources);
      const edges = units.flatMap((unit) => unit.edges);
      resourceCount += resources.length;
      edgeCount += edges.length;
      await insertResources(client, organizationId, accounts, resources);
      await insertEdges(client, edges);
    };
    await insert(accounts.map((_, account) => generateNetwork(account)));
    for (let first = 0; first < unitCount; first += unitsPerStatement) {
      const count = Math.min(unitsPerStatement, unitCount - first);
      await insert(Array.from({ length: count }, (_, n) => generateUnit(first + n, unitCount)));
    }
    await insertOwnership(client, organizationId);
    for (const table of ['resources', 'resource_documents', 'memberships', 'expected_edges'])
      await client.query(`vacuum (analyze) ${table}`);
    return { organizationId, accounts, resourceCount, unitCount, edgeCount };
  } finally {
    await client.end();
  }
}

/** Hash of a configuration as the loader stores it. */
export function configHash(configuration: object): string {
  return createHash('sha256').update(JSON.stringify(configuration)).digest('hex');
}

async function insertOrganization(
  client: pg.Client,
  organizationId: string,
  accounts: readonly string[],
): Promise<void> {
  await client.query("insert into organizations (id, name, slug) values ($1, 'bench', 'bench')", [
    organizationId,
  ]);
  await client.query(
    `insert into aws_accounts (organization_id, id, connection_id, account_id, role_arn, status)
     select $1, id, $1, number, 'arn', 'connected' from unnest($2::uuid[], $3::text[]) as o(id, number)`,
    [organizationId, accounts, accounts.map((_, index) => accountNumber(index))],
  );
}

async function insertResources(
  client: pg.Client,
  organizationId: string,
  accounts: readonly string[],
  resources: readonly GeneratedResource[],
): Promise<void> {
  const rows = resources.map((resource) => ({
    account: accounts[resource.account],
    region: resource.region,
    type: resource.type,
    native_id: resource.nativeId,
    arn: resource.arn,
    name: resource.name,
    configuration: resource.configuration,
    hash: configHash(resource.configuration),
  }));
  await client.query(
    `with given as materialized (
       select uuidv7() as id, g.* from jsonb_to_recordset($2) g(account uuid, region text, type text, native_id text, arn text,
         name text, configuration jsonb, hash text)
     ), stored as (
       insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, arn, name, config_hash,
         rule_set)
       select $1, id, account, region, type, native_id, arn, name, hash, 1 from given
     )
     insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
     select $1, id, 1, configuration, '{}', '{}' from given`,
    [organizationId, JSON.stringify(rows)],
  );
}

async function insertEdges(client: pg.Client, edges: readonly GeneratedEdge[]): Promise<void> {
  await client.query(
    `insert into expected_edges select source, type, target
     from jsonb_to_recordset($1) as o(source text, type text, target text)`,
    [JSON.stringify(edges)],
  );
}

async function insertOwnership(client: pg.Client, organizationId: string): Promise<void> {
  await client.query(
    `insert into teams (organization_id, name, slug) select $1, 'Team ' || n, 'team-' || n
     from generate_series(1, $2::integer) n`,
    [organizationId, teamCount],
  );
  await client.query(
    `insert into applications (organization_id, name, slug) select $1, 'Application ' || n, 'application-' || n
     from generate_series(1, $2::integer) n`,
    [organizationId, applicationCount],
  );
  await client.query(
    `insert into application_owners (organization_id, application_id, team_id)
     select $1, a.id, t.id
     from (select id, row_number() over (order by id) as n from applications where organization_id = $1) a
     join (select id, row_number() over (order by id) as n from teams where organization_id = $1) t
       on t.n = 1 + a.n % $2`,
    [organizationId, teamCount],
  );
  await client.query(
    `insert into memberships (organization_id, application_id, resource_id, status, source, confidence)
     select $1, a.id, r.id, 'inferred', 'rule', 'medium'
     from (select id, row_number() over (order by id) as n from resources where organization_id = $1) r
     join (select id, row_number() over (order by id) as n from applications where organization_id = $1) a
       on a.n = 1 + (r.n / $3) % $2`,
    [organizationId, applicationCount, unitSize],
  );
}
