import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import { managementStates, resourceStatuses } from '../../../domain/values.ts';
import { regions, types } from './generated-inventory.ts';
import type { GeneratedOrganization, GeneratedResource } from './generated-inventory.ts';

/**
 * Loads the tables of the inventory with COPY, as the owner, without triggers. Then writes the rows of the triggers,
 * creates the indexes, and sums the counts.
 */
export async function loadInventory(
  url: string,
  organizations: readonly GeneratedOrganization[],
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`${bulkSettings}; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`);
    const rebuild = await dropIndexes(client);
    for (const [index, organization] of organizations.entries())
      await addOrganization(client, organization, index);
    const cells = await copyResources(url, organizations);
    await copyCells(client, cells);
    for (const statement of rebuild) await client.query(statement);
    await client.query('vacuum (analyze) resources');
    await client.query(countsFromResources);
    for (const table of loadedTables) await client.query(`vacuum (analyze) ${table}`);
  } finally {
    await client.end();
  }
}

const loadedTables = [
  'resource_documents',
  'resource_revisions',
  'resource_search',
  'resource_history',
  'resource_tags',
  'relationships',
  'resource_counts',
  'resource_pair_counts',
  'search_cells',
];

async function dropIndexes(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid::regclass::text in ('resources', 'resource_documents', 'resource_search', 'resource_history', 'resource_tags', 'relationships')
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function addOrganization(client: pg.Client, { id, accounts }: GeneratedOrganization, index: number) {
  await client.query(`insert into organizations (id, name, slug) values ($1, $2, $2)`, [
    id,
    `bench-${index}`,
  ]);
  const { rows } = await client.query<{ id: string }>(
    `insert into aws_connections (organization_id, name, kind, external_id, role_name)
     values ($1, 'bench', 'standalone', $2, 'inventory') returning id`,
    [id, `bench-${index}`],
  );
  for (const [number, account] of accounts.entries()) {
    const digits = String(100_000_000_000 + index * 1000 + number);
    await client.query(
      `insert into aws_accounts (organization_id, id, connection_id, account_id, name, role_arn, status)
       values ($1, $2, $3, $4, $5, $6, 'connected')`,
      [id, account, rows[0]?.id, digits, `account ${number}`, `arn:aws:iam::${digits}:role/inventory`],
    );
    await client.query(
      `insert into account_freshness (organization_id, aws_account_id, recorded_at, last_successful_scan_at)
       values ($1, $2, now() - interval '1 hour', now() - interval '2 hours')`,
      [id, account],
    );
  }
}

type Cells = Map<string, { id: number; organization: string; type: number; account: string; region: number }>;

async function copyResources(url: string, organizations: readonly GeneratedOrganization[]): Promise<Cells> {
  const cells: Cells = new Map();
  const cellOf = (organization: GeneratedOrganization, resource: GeneratedResource): number => {
    const { type, region } = resource;
    const account = organization.accounts[resource.account] ?? '';
    const key = `${account} ${type} ${region}`;
    const known = cells.get(key);
    if (known !== undefined) return known.id;
    const id = cells.size + 1;
    cells.set(key, { id, organization: organization.id, type, account, region });
    return id;
  };
  // Generates the rows once for all tables.
  const targets = await Promise.all(
    Object.entries(copied).map(([target, lines]) => openTarget(url, target, lines)),
  );
  for (const organization of organizations) {
    for (let index = 0; index < organization.size; index += 1) {
      const resource = organization.at(index);
      const cell = cellOf(organization, resource);
      for (const target of targets) {
        const full = target.add(organization, resource, cell);
        if (full !== undefined) await full;
      }
    }
  }
  await Promise.all(targets.map((target) => target.close()));
  return cells;
}

async function copyCells(client: pg.Client, cells: Cells): Promise<void> {
  const stream = client.query(
    from('copy search_cells (organization_id, id, resource_type, aws_account_id, region) from stdin'),
  );
  let text = '';
  for (const { id, organization, type, account, region } of cells.values())
    text += line(organization, id, types[type] ?? '', account, regions[region] ?? '');
  stream.end(text);
  await finished(stream);
  await client.query(`select setval(pg_get_serial_sequence('search_cells', 'id'), ${cells.size + 1})`);
}

type Lines = (
  organization: GeneratedOrganization,
  resource: GeneratedResource,
  cell: number,
) => Iterable<string>;

const copied: Readonly<Record<string, Lines>> = {
  'resources (organization_id, id, aws_account_id, region, resource_type, native_id, arn, name, status, management_state, config_hash, rule_set, first_discovered_at, last_changed_at, deleted_at)':
    function* resources(organization, r) {
      const { versions } = r;
      const last = time(versions.at(-1));
      yield line(
        organization.id,
        r.id,
        organization.accounts[r.account] ?? '',
        regions[r.region] ?? '',
        types[r.type] ?? '',
        r.nativeId,
        r.arn,
        r.name,
        r.status,
        r.managementState,
        hash(r, versions.length),
        1,
        time(versions[0]),
        last,
        r.status === 'deleted' ? last : String.raw`\N`,
      );
    },
  'resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)':
    function* documents(organization, r) {
      yield line(organization.id, r.id, r.versions.length, configuration(r), '{}', JSON.stringify(r.tags));
    },
  'resource_revisions (organization_id, resource_id, revision, config_hash, rule_set, observed_at, configuration, tags)':
    function* revisions(organization, r) {
      yield line(
        organization.id,
        r.id,
        1,
        hash(r, 1),
        1,
        time(r.versions[0]),
        configuration(r),
        JSON.stringify(r.tags),
      );
    },
  'resource_search (organization_id, resource_id, cell_id, status, management_state, indexed, text)':
    function* texts(organization, r, cell) {
      const text = `${r.name}\u0001${r.arn}`.toLowerCase();
      yield line(
        organization.id,
        r.id,
        cell,
        code(r),
        managementStates.indexOf(r.managementState) + 1,
        't',
        text,
      );
    },
  'resource_history (organization_id, resource_id, valid_from, valid_to, cell_id, status, last_changed_at, deleted_at, name)':
    function* versions(organization, r, cell) {
      for (const [index, from] of r.versions.entries()) {
        const next = r.versions[index + 1];
        const last = next === undefined;
        yield line(
          organization.id,
          r.id,
          time(from),
          last ? 'infinity' : time(next),
          cell,
          last ? code(r) : 1,
          time(from),
          last && r.status === 'deleted' ? time(from) : String.raw`\N`,
          r.name,
        );
      }
    },
  'resource_tags (organization_id, resource_id, key, value, valid_from)': function* tags(organization, r) {
    for (const [key, value] of Object.entries(r.tags))
      yield line(organization.id, r.id, key, value, time(r.versions[0]));
  },
  'relationships (organization_id, source_id, target_id, relationship_type, confidence, evidence, evidence_count)':
    function* relationships(organization, r) {
      for (const target of targetsOf(organization, r)) {
        const evidence = {
          kind: 'id',
          path: 'Network.SubnetId',
          value: `subnet-${target}`,
          holder_id: r.id,
          observed_at: time(r.versions.at(-1)),
          scan_id: null,
        };
        yield line(
          organization.id,
          r.id,
          organization.idAt(target),
          'contained_in',
          'high',
          JSON.stringify([evidence]),
          1,
        );
      }
    },
};

const resourcesOfAHub = 250;

/** The numbers of the resources that a resource refers to: a hub such as a subnet, and its neighbour. */
function targetsOf({ size }: GeneratedOrganization, { index }: GeneratedResource): readonly number[] {
  const hub = Math.floor(index / resourcesOfAHub) * resourcesOfAHub;
  return [...new Set([hub, (index + 1) % size])].filter((target) => target !== index);
}

/** The counts as of the job that folds them. */
const countsFromResources = `
  insert into resource_counts
    select organization_id, resource_type, aws_account_id, region, management_state,
           count(*) filter (where status = 'active'), count(*) filter (where status = 'deleted'),
           count(*) filter (where status = 'unobserved')
    from resources group by 1, 2, 3, 4, 5;
  insert into resource_pair_counts
    select organization_id, facet, value, other, other_value, sum(active), sum(deleted), sum(unobserved)
    from resource_counts cross join lateral (values
      (0, '', 0, ''), (1, resource_type, 0, ''), (2, aws_account_id::text, 0, ''), (3, region, 0, ''),
      (4, management_state, 0, ''),
      (1, resource_type, 2, aws_account_id::text), (1, resource_type, 3, region), (1, resource_type, 4, management_state),
      (2, aws_account_id::text, 1, resource_type), (2, aws_account_id::text, 3, region),
      (2, aws_account_id::text, 4, management_state),
      (3, region, 1, resource_type), (3, region, 2, aws_account_id::text), (3, region, 4, management_state)
    ) pair (facet, value, other, other_value)
    group by 1, 2, 3, 4, 5`;

interface Target {
  /** Resolves when the buffer has space; `undefined` when it has space already. */
  add(
    organization: GeneratedOrganization,
    resource: GeneratedResource,
    cell: number,
  ): Promise<unknown> | undefined;
  close(): Promise<void>;
}

async function openTarget(url: string, target: string, lines: Lines): Promise<Target> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(bulkSettings);
  const stream = client.query(from(`copy ${target} from stdin`));
  let chunk = '';
  return {
    add(organization, resource, cell) {
      for (const row of lines(organization, resource, cell)) chunk += row;
      if (chunk.length < 1 << 16) return undefined;
      const room = stream.write(chunk);
      chunk = '';
      return room ? undefined : once(stream, 'drain');
    },
    async close() {
      stream.end(chunk);
      await finished(stream);
      await client.end();
    },
  };
}

/** Disables triggers and foreign key checks. */
const bulkSettings = 'set session_replication_role = replica; set synchronous_commit = off';

function line(...values: readonly (string | number)[]): string {
  return `${values.join('\t')}\n`;
}

function time(milliseconds: number | undefined): string {
  return new Date(milliseconds ?? 0).toISOString();
}

function code(resource: GeneratedResource): number {
  return resourceStatuses.indexOf(resource.status) + 1;
}

function hash(resource: GeneratedResource, revision: number): string {
  return `${resource.id}-${revision}`;
}

function configuration(resource: GeneratedResource): string {
  return JSON.stringify({
    Id: resource.nativeId,
    Name: resource.name,
    State: { Name: 'running', Code: 16 },
    Network: {
      SubnetId: `subnet-${resource.id.slice(0, 8)}`,
      VpcId: `vpc-${resource.account}`,
      Public: false,
    },
    Size: resource.index % 17,
  });
}
