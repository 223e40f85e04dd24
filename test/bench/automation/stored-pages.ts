import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { storePage } from '../../../db/inventory/store-page.ts';
import { addPageCounts, lockLease } from '../../../db/discovery/task-store.ts';
import type { Attempt } from '../../../db/discovery/attempt.ts';
import { newId } from '../../../db/new-id.ts';
import type { Database } from '../../../db/tenant.ts';
import type { ObservedResource } from '../../../domain/discovery/observation/observed-resource.ts';
import { measuredType } from './load-documents.ts';

/** Resources of a page of a scan. */
export const storedPageSize = 250;

/**
 * Begins a scan task of an account. Returns a function that stores pages of new resources as a scan does, and resolves with the
 * milliseconds.
 *
 * @param from the number of the first resource; the numbers of an organization differ
 */
export async function openStoring(
  owner: pg.Client,
  database: Database,
  { organizationId, accountId, from }: { organizationId: string; accountId: string; from: number },
): Promise<(pages: number) => Promise<number>> {
  const attempt = await addTask(owner, organizationId, accountId);
  let next = from;
  return async (pages) => {
    const started = performance.now();
    for (let page = 0; page < pages; page += 1) {
      const resources = Array.from({ length: storedPageSize }, () => observed((next += 1)));
      await database.withTenant(organizationId, async (tenant) => {
        await lockLease(tenant, attempt);
        await addPageCounts(tenant, attempt, await storePage(tenant, attempt, resources, rules));
      });
    }
    return performance.now() - started;
  };
}

/** Inserts an organization with accounts. Returns their ids. */
export async function addAccounts(
  owner: pg.Client,
  organizationId: string,
  accountCount: number,
): Promise<readonly string[]> {
  await owner.query('insert into organizations (id, name, slug) values ($1, $2, $2) on conflict do nothing', [
    organizationId,
    `bench-${randomUUID()}`,
  ]);
  const { rows } = await owner.query<{ id: string }>(
    `with connection as (
       insert into aws_connections (organization_id, name, kind, external_id, role_name)
       values ($1, 'bench', 'standalone', gen_random_uuid()::text, 'inventory') returning id
     )
     insert into aws_accounts (organization_id, connection_id, account_id, name, role_arn, status)
     select $1, c.id, (100000000000 + n)::text, 'account ' || n, 'arn:aws:iam::' || 100000000000 + n || ':role/inventory', 'connected'
     from connection c, generate_series(1, $2::integer) n returning id`,
    [organizationId, accountCount],
  );
  return rows.map(({ id }) => id);
}

/** The word of a resource of the bench. */
export const md5 = (index: number): string => createHash('md5').update(String(index)).digest('hex');

/** The middle one of the values; the upper one of two. */
export function medianOf(values: readonly number[]): number {
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
