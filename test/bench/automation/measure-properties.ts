import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { indexDocuments } from '../../../db/inventory/search/index-search.ts';
import { storePage } from '../../../db/inventory/store-page.ts';
import { searchResources } from '../../../db/inventory/search/search-resources.ts';
import { addPageCounts, lockLease } from '../../../db/discovery/task-store.ts';
import type { Attempt } from '../../../db/discovery/attempt.ts';
import { newId } from '../../../db/new-id.ts';
import { openDatabase } from '../../../db/tenant.ts';
import type { Database } from '../../../db/tenant.ts';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import { parsePropertyCondition } from '../../../domain/inventory/property-condition.ts';
import { parseSort } from '../../../domain/inventory/resource-filter.ts';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import type { BenchContext, Figure } from '../bench.ts';
import { time } from '../search/measure.ts';
import { loadDocuments, measuredType, smallerType } from './load-documents.ts';

const size = Number(process.env['BENCH_RESOURCES'] ?? 1_000_000);
const measured = Math.min(100_000, size / 2);
const accountCount = 10;
const repeats = 20;

/** Conditions that few resources of the type meet, which an index can find. */
const selective: readonly ((index: number) => string)[] = [
  (index) => `InstanceId=i-${md5(index)}`,
  (index) => `SubnetId=subnet-${index % 3000}`,
  (index) => `NetworkInterfaces[].Groups[].GroupId=sg-${index % 5000}|sg-${(index + 1) % 5000}`,
  (index) => `Tags[]{Key=Name;Value=n${md5(index)}}`,
];
const operators = [
  'KeyName=key-7',
  'MetadataOptions.HttpTokens!=required',
  'CpuOptions.CoreCount>=6',
  'EngineVersion<8.0.9',
  'LaunchTime<2026-01-03',
  'IamInstanceProfile.Arn~profile/p19',
  'KmsKeyId:missing',
  'NetworkInterfaces[]{Status=in-use;InterfaceType=interface}',
];

/** Searches by properties, with page, total and facets; and the cost of their index for a scan that stores resources. */
export async function measureProperties({
  databaseUrl,
  say,
}: BenchContext): Promise<Readonly<Record<string, Figure>>> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  const database = openDatabase({ url: databaseUrl, poolSize: 2 });
  const figures: Record<string, Figure> = {};
  try {
    const organizationId = randomUUID();
    const accounts = await addAccounts(owner, organizationId);
    say(`loading ${size} resources, ${measured} of one type`);
    await loadDocuments(owner, organizationId, accounts, { measured, size });
    const ask = async (name: string, filters: readonly ResourceFilter[], limit: number) => {
      let total = 0;
      const took = await time(
        filters,
        async (filter) => {
          const found = await database.withTenant(
            organizationId,
            (tenant) =>
              searchResources(tenant, filter, {
                sort: parseSort('-last_changed_at'),
                limit: 50,
                after: undefined,
              }),
            { snapshot: true },
          );
          total = found.total;
        },
        2,
      );
      const ok = took.p95 <= limit;
      say(
        `${name.padEnd(60)} ${String(total).padStart(7)}  ${took.p50.toFixed(0)} / ${took.p95.toFixed(0)} ms${ok ? '' : '   MISSED'}`,
      );
      figures[`${name} p95`] = { value: took.p95, unit: 'ms', target: `<= ${limit}`, ok };
    };
    const filterOf = (text: string, type = measuredType): ResourceFilter => ({
      resourceTypes: [type],
      properties: [parsePropertyCondition(text, new Date())],
    });
    for (const [number, textOf] of selective.entries())
      await ask(
        `selective equality ${number + 1}`,
        Array.from({ length: repeats }, (_, index) => filterOf(textOf(index * 97 + 1))),
        100,
      );
    for (const text of operators) {
      const few = Array.from({ length: 5 }, () => filterOf(text, smallerType));
      await ask(`${text}, of 20,000`, few, 1000);
      await ask(
        `${text}, of 100,000`,
        few.map(() => filterOf(text)),
        3000,
      );
    }
    return { ...figures, ...(await measureStoring(owner, database, organizationId, accounts, say)) };
  } finally {
    await database.close();
    await owner.end();
  }
}

const pageSize = 250;
const pagesPerRound = 12;
const rounds = 9;

/**
 * Stores pages of new resources with and without the index, in turn, while a loop moves new entries into the index. Without the
 * loop, the difference is what the scan itself does for the index: with a processor for the loop, a scan is slowed by this much.
 */
async function measureStoring(
  owner: pg.Client,
  database: Database,
  organizationId: string,
  accounts: readonly string[],
  say: BenchContext['say'],
): Promise<Readonly<Record<string, Figure>>> {
  const index = 'resource_documents_configuration_index';
  const { rows } = await owner.query<{ definition: string; size: string }>(
    `select pg_get_indexdef('${index}'::regclass) as definition, pg_size_pretty(pg_relation_size('${index}')) as size`,
  );
  say(`the index has ${rows[0]?.size}`);
  const attempt = await addTask(owner, organizationId, accounts[0] ?? '');
  const took: Record<'with' | 'alone' | 'without', number[]> = { with: [], alone: [], without: [] };
  let next = size;
  const store = async () => {
    const started = performance.now();
    for (let page = 0; page < pagesPerRound; page += 1) {
      const resources = Array.from({ length: pageSize }, () => observed((next += 1)));
      await database.withTenant(organizationId, async (tenant) => {
        await lockLease(tenant, attempt);
        await addPageCounts(tenant, attempt, await storePage(tenant, attempt, resources, rules));
      });
    }
    return performance.now() - started;
  };
  const indexing = { runs: true };
  // As the worker does every second, beside the measured writer.
  const timer = setInterval(() => {
    if (indexing.runs) void indexDocuments(database).catch(() => undefined);
  }, 1000);
  await store();
  for (let round = 0; round < rounds; round += 1) {
    indexing.runs = true;
    took.with.push(await store());
    indexing.runs = false;
    await indexDocuments(database);
    took.alone.push(await store());
    await owner.query(`drop index ${index}`);
    await store();
    took.without.push(await store());
    await owner.query(rows[0]?.definition ?? '');
    await store();
  }
  clearInterval(timer);
  const perSecond = (times: readonly number[]) =>
    ((pagesPerRound * pageSize * 1000) / medianOf(times)).toFixed(0);
  say(
    `${perSecond(took.with)} resources/s with the index, ${perSecond(took.alone)} without its loop, ${perSecond(took.without)} without it`,
  );
  const ratioOf = (times: readonly number[]) =>
    medianOf(times.map((milliseconds, round) => milliseconds / (took.without[round] ?? milliseconds)));
  const [ratio, alone] = [ratioOf(took.with), ratioOf(took.alone)];
  return {
    'storing with the index': { value: ratio, unit: 'x', target: '<= 1.1', ok: ratio <= 1.1 },
    'storing with the index, without its loop': { value: alone, unit: 'x', ok: true },
  };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const rules = {
  ruleSet: 1,
  configHash: () => '',
  keysReadSince: () => [],
  hideSecret: () => '',
  renormalise: () => ({ configHash: '', configuration: {}, tags: {} }),
};

function observed(index: number): ObservedResource {
  const word = md5(index);
  return {
    resourceType: measuredType,
    nativeId: `i-${word}`,
    arn: `arn:aws:ec2:eu-west-1:123456789012:instance/i-${word}`,
    name: word,
    tags: { Name: word, team: `t${index % 30}` },
    configuration: documentOf(word, index),
    volatile: {},
    configHash: word.repeat(2),
  };
}

function documentOf(word: string, index: number) {
  return {
    InstanceId: `i-${word}`,
    ImageId: `ami-${word.slice(0, 3)}`,
    InstanceType: 'm5.large',
    KeyName: `key-${index % 20}`,
    Architecture: 'x86_64',
    LaunchTime: '2026-01-02T03:04:05Z',
    PrivateIpAddress: `10.0.${index % 256}.${index % 250}`,
    SubnetId: `subnet-${index % 3000}`,
    VpcId: `vpc-${index % 400}`,
    EbsOptimized: true,
    EnaSupport: true,
    Hypervisor: 'xen',
    RootDeviceName: '/dev/xvda',
    RootDeviceType: 'ebs',
    SourceDestCheck: true,
    VirtualizationType: 'hvm',
    Placement: { AvailabilityZone: 'eu-west-1a', GroupName: '', Tenancy: 'default' },
    Monitoring: { State: 'disabled' },
    EngineVersion: `8.0.${index % 40}`,
    CpuOptions: { CoreCount: index % 8, ThreadsPerCore: 2 },
    MetadataOptions: {
      HttpTokens: 'required',
      HttpEndpoint: 'enabled',
      HttpPutResponseHopLimit: 2,
      InstanceMetadataTags: 'disabled',
    },
    BlockDeviceMappings: [
      {
        DeviceName: '/dev/xvda',
        Ebs: {
          VolumeId: `vol-${word}`,
          DeleteOnTermination: true,
          AttachTime: '2026-01-01T00:00:00Z',
          Status: 'attached',
        },
      },
    ],
    IamInstanceProfile: {
      Arn: `arn:aws:iam::123456789012:instance-profile/p${index % 200}`,
      Id: `AIPA${index % 200}`,
    },
    NetworkInterfaces: [
      {
        NetworkInterfaceId: `eni-${word}`,
        MacAddress: word.slice(0, 12),
        Groups: [{ GroupId: `sg-${index % 5000}`, GroupName: `g${index % 5000}` }],
        PrivateIpAddresses: [{ Primary: true, PrivateIpAddress: `10.0.${index % 256}.${index % 250}` }],
        Status: 'in-use',
        InterfaceType: 'interface',
      },
    ],
    SecurityGroups: [{ GroupId: `sg-${index % 5000}`, GroupName: `g${index % 5000}` }],
    Tags: [
      { Key: 'Name', Value: `n${word}` },
      { Key: 'team', Value: `t${index % 30}` },
    ],
  };
}

const md5 = (index: number): string => createHash('md5').update(String(index)).digest('hex');

async function addAccounts(owner: pg.Client, organizationId: string): Promise<readonly string[]> {
  await owner.query(`insert into organizations (id, name, slug) values ($1, 'bench', 'bench')`, [
    organizationId,
  ]);
  const { rows } = await owner.query<{ id: string }>(
    `with connection as (
       insert into aws_connections (organization_id, name, kind, external_id, role_name)
       values ($1, 'bench', 'standalone', 'bench', 'inventory') returning id
     )
     insert into aws_accounts (organization_id, connection_id, account_id, name, role_arn, status)
     select $1, c.id, (100000000000 + n)::text, 'account ' || n, 'arn:aws:iam::' || 100000000000 + n || ':role/inventory', 'connected'
     from connection c, generate_series(1, $2::integer) n returning id`,
    [organizationId, accountCount],
  );
  return rows.map(({ id }) => id);
}

async function addTask(owner: pg.Client, organizationId: string, accountId: string): Promise<Attempt> {
  const [scanId, taskId] = [newId(), newId()];
  const region = 'eu-west-1';
  await owner.query(
    `with run as (
       insert into runs (organization_id, id, kind, subject_id, status) values ($1, $2, 'scan', $2, 'running')
     ), scan as (
       insert into scans (organization_id, id, trigger, status) values ($1, $2, 'manual', 'running')
     )
     insert into scan_tasks (organization_id, id, scan_id, aws_account_id, region, service, resource_types, status, attempts)
     values ($1, $3, $2, $4, $5, 'bench', array[$6], 'running', 1)`,
    [organizationId, scanId, taskId, accountId, region, measuredType],
  );
  return { scanId, taskId, attempt: 1, accountId, region, begunAt: new Date() };
}
