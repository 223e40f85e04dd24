import { resourceType } from '../../../domain/discovery/declaration/resource-types.ts';
import type { Figure } from '../bench.ts';
import { atMost, figure } from '../support/limits.ts';
import type { EstateAccount } from './estate.ts';
import type { Product } from './product.ts';

/** Signing names of the estate that differ from the service's IAM prefix. */
const prefixes: Readonly<Record<string, string>> = { monitoring: 'cloudwatch' };

/** Services that a scan of the estate does not call: the worker polls the change feeds of the accounts meanwhile. */
const otherServices: ReadonlySet<string> = new Set(['cloudtrail']);

/** Services above {@link limit}, with the reason. */
const reasons: Readonly<Record<string, string>> = {
  dynamodb: 'DescribeTable, backups, time to live and policy have one call per table each',
  ecr: 'policy, lifecycle policy and tags have one call per repository each',
  events:
    'ListTargetsByRule has one call per rule, and the lists of buses, archives and connections have one per region',
  kms: 'DescribeKey, policy and rotation have one call per key each',
  s3: 'each configuration of a bucket has its own call',
};
const limit = 2;
const limitOfAll = 0.45;

interface ServiceCalls {
  readonly service: string;
  readonly calls: number;
  readonly resources: number;
}

/**
 * Prints calls per resource of each service, and returns those of all services and of the worst one without a reason. Call
 * {@link clearCalls} before the scan.
 */
export async function measureCalls(
  endpoint: string,
  accounts: readonly EstateAccount[],
  product: Product,
  say: (line: string) => void,
): Promise<Record<string, Figure>> {
  const calls = await countCalls(endpoint, accounts);
  const resources = await countResources(product);
  const rows = [...new Set([...calls.keys(), ...resources.keys()])]
    .map((service) => ({ service, calls: calls.get(service) ?? 0, resources: resources.get(service) ?? 0 }))
    .sort((a, b) => perResource(b) - perResource(a));
  for (const row of rows) say(lineOf(row));
  const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);
  const all = { service: 'all', calls: sum(calls.values()), resources: sum(resources.values()) };
  const unexplained = rows.filter((row) => row.resources > 0 && reasons[row.service] === undefined);
  return {
    calls: figure(all.calls, 'calls'),
    calls_per_resource: atMost(perResource(all), 'calls', limitOfAll),
    calls_per_resource_of_a_service: atMost(Math.max(0, ...unexplained.map(perResource)), 'calls', limit),
  };
}

export async function clearCalls(endpoint: string): Promise<void> {
  await fetch(`${endpoint}/_proxy/calls`, { method: 'DELETE' });
}

/** Services that list no resource of their own (`tag`, `sts`) have no quotient. */
function perResource({ calls, resources }: ServiceCalls): number {
  return resources === 0 ? 0 : calls / resources;
}

function lineOf(row: ServiceCalls): string {
  const { service, calls, resources } = row;
  const quotient = resources === 0 ? '' : perResource(row).toFixed(2);
  const reason = perResource(row) > limit ? (reasons[service] ?? 'no reason') : '';
  return [
    service.padEnd(16),
    String(calls).padStart(6),
    String(resources).padStart(6),
    quotient.padStart(6),
    reason,
  ].join(' ');
}

/** Counts the calls of the accounts since {@link clearCalls}, by service. */
export async function countCalls(
  endpoint: string,
  accounts: readonly EstateAccount[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { awsAccountNumber } of accounts) {
    const response = await fetch(`${endpoint}/_proxy/calls?account=${awsAccountNumber}`);
    const { calls } = (await response.json()) as {
      calls: readonly { readonly service: string; readonly calls: number }[];
    };
    for (const { service: signingName, calls: made } of calls) {
      const service = prefixes[signingName] ?? signingName;
      if (otherServices.has(service)) continue;
      counts.set(service, (counts.get(service) ?? 0) + made);
    }
  }
  return counts;
}

async function countResources({ owner, organizationId }: Product): Promise<ReadonlyMap<string, number>> {
  const { rows } = await owner.query<{ resource_type: string; seen: string }>(
    `select r.resource_type, count(*) as seen from resources r
     join aws_accounts a on a.organization_id = r.organization_id and a.id = r.aws_account_id and a.included
     where r.organization_id = $1 and r.deleted_at is null group by 1`,
    [organizationId],
  );
  const counts = new Map<string, number>();
  for (const { resource_type: type, seen } of rows) {
    const service = resourceType(type)?.service ?? 'cloudcontrol';
    counts.set(service, (counts.get(service) ?? 0) + Number(seen));
  }
  return counts;
}
