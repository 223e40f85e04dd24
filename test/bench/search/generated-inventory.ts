import { managementStates, resourceStatuses } from '../../../domain/values.ts';
import type { ManagementState, ResourceStatus } from '../../../domain/values.ts';

/**
 * Generates an inventory. Every row is derived from the seed and its number. The frequencies of types, accounts, regions
 * and words follow Zipf's law, as in real organizations.
 */
export interface GeneratedResource {
  readonly index: number;
  readonly id: string;
  readonly type: number;
  readonly account: number;
  readonly region: number;
  readonly nativeId: string;
  readonly name: string;
  readonly arn: string;
  readonly status: ResourceStatus;
  readonly managementState: ManagementState;
  readonly tags: Readonly<Record<string, string>>;
  /** Times in milliseconds: first the discovery, last the last change or the deletion. */
  readonly versions: readonly number[];
}

export interface GeneratedOrganization {
  readonly id: string;
  readonly accounts: readonly string[];
  readonly size: number;
  at(index: number): GeneratedResource;
  /** The id of a resource, without the cost of its other values. */
  idAt(index: number): string;
}

export const regions = [
  'eu-west-1',
  'us-east-1',
  'global',
  'eu-central-1',
  'us-west-2',
  'ap-southeast-2',
  'eu-west-2',
  'ap-northeast-1',
  'us-east-2',
  'eu-north-1',
  'ap-south-1',
  'sa-east-1',
  'ca-central-1',
  'eu-west-3',
  'ap-southeast-1',
  'eu-south-1',
  'me-south-1',
] as const;

const services = ['EC2', 'S3', 'Lambda', 'IAM', 'RDS', 'ECS', 'SNS', 'SQS', 'KMS', 'Logs'];
const kinds = Array.from({ length: 20 }, (_, index) => `Kind${String.fromCharCode(65 + index)}`);
export const types: readonly string[] = kinds.flatMap((kind) =>
  services.map((service) => `AWS::${service}::${kind}`),
);

/** From this size on, the resources are spread over the accounts of a company of that size. */
const tenMillion = 10_000_000;
const day = 24 * 60 * 60 * 1000;
/** Number of days from the first scan to the last. */
export const history = { days: 390 } as const;

export function generateOrganization(seed: number, size: number, now: number): GeneratedOrganization {
  const id = uuid(random(seed, 0), now - history.days * day);
  const accountCount = size > tenMillion / 2 ? 200 : 40;
  const accounts = Array.from({ length: accountCount }, (_, index) =>
    uuid(random(seed, 1_000_000_007 + index), now - history.days * day),
  );
  const weights = zipf(accountCount, 0.8);
  return {
    id,
    accounts,
    size,
    at: (index) => generateResource(seed, index, size, now, weights),
    idAt(index) {
      const next = random(seed, index + 1);
      for (let skipped = 0; skipped < valuesBeforeId; skipped += 1) next();
      return uuid(next, firstSeen(index, size, now));
    },
  };
}

/** Type, account and region. */
const valuesBeforeId = 3;

/** The first scan discovers two thirds of the resources, later scans the others. */
function firstSeen(index: number, size: number, now: number): number {
  const start = now - history.days * day;
  const initial = Math.floor(size * 0.65);
  return index < initial
    ? start + (index / initial) * (day / 24)
    : start + day + ((index - initial) / (size - initial)) * (history.days - 2) * day;
}

function generateResource(
  seed: number,
  index: number,
  size: number,
  now: number,
  accountWeights: readonly number[],
): GeneratedResource {
  const next = random(seed, index + 1);
  const type = pick(next(), typeWeights);
  const account = pick(next(), accountWeights);
  const region = pick(next(), regionWeights);
  const first = firstSeen(index, size, now);
  const id = uuid(next, first);
  const app = words[pick(next(), wordWeights)] ?? '';
  const environment = environments[pick(next(), environmentWeights)] ?? '';
  const number = next().toString(16).slice(2, 10);
  const name = `${environment}-${app}-${components[Math.floor(next() * components.length)]}-${number.slice(0, 4)}`;
  const nativeId = `${types[type]?.slice(5, 8).toLowerCase()}-${number}${next().toString(16).slice(2, 11)}`;
  const status: ResourceStatus = resourceStatuses[pick(next(), statusWeights)] ?? 'active';
  const changes = Math.floor(next() * next() * 8);
  const times = Array.from({ length: changes + (status === 'active' ? 0 : 1) }, () => next())
    .toSorted((a, b) => a - b)
    .map((share) => Math.round(first + 1000 + share * (now - first - 60_000)));
  return {
    index,
    id,
    type,
    account,
    region,
    nativeId,
    name,
    arn: `arn:aws:${types[type]?.slice(5, 8).toLowerCase()}:${regions[region]}:${100_000_000_000 + account}:${nativeId}`,
    status,
    managementState: managementStates[pick(next(), managementWeights)] ?? 'unknown',
    tags: {
      Environment: environment,
      App: app,
      ...(next() < 0.3 ? { Owner: `team-${Math.floor(next() * 60)}` } : {}),
    },
    versions: [Math.round(first), ...new Set(times)],
  };
}

const environments = ['prod', 'staging', 'dev', 'test', 'sandbox', 'legacy'];
const components = ['api', 'web', 'worker', 'queue', 'cache', 'store', 'edge', 'batch'];
/** Words of six letters; none contains another. */
export const words: readonly string[] = Array.from({ length: 3000 }, (_, index) => wordOf(index));

const typeWeights = zipf(types.length, 1);
const regionWeights = zipf(regions.length, 1);
const wordWeights = zipf(3000, 0.9);
const environmentWeights = cumulative([40, 20, 20, 10, 8, 2]);
const statusWeights = cumulative(
  resourceStatuses.map((status) => ({ active: 92, deleted: 6, unobserved: 2 })[status]),
);
const managementWeights = cumulative(
  managementStates.map(
    (state) => ({ managed: 35, unmanaged: 20, child: 10, default: 4, ignored: 1, unknown: 30 })[state],
  ),
);

function wordOf(index: number): string {
  const consonants = 'bcdfghklmnprstvz';
  const vowels = 'aeiou';
  let rest = (index * 7919 + 13) % 512_000;
  let word = '';
  for (let syllable = 0; syllable < 3; syllable += 1) {
    word += consonants[rest % 16];
    rest = Math.floor(rest / 16);
    word += vowels[rest % 5];
    rest = Math.floor(rest / 5);
  }
  return word;
}

function zipf(count: number, exponent: number): readonly number[] {
  return cumulative(Array.from({ length: count }, (_, index) => 1 / (index + 1) ** exponent));
}

function cumulative(weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return weights.map((weight) => (sum += weight) / total);
}

function pick(value: number, shares: readonly number[]): number {
  let low = 0;
  let high = shares.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shares[middle] ?? 1) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Mulberry32 of a seed and a number. Returns a value in [0, 1). */
export function random(seed: number, stream: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a version 7 UUID of a time, like the ids of the product. */
function uuid(next: () => number, time: number): string {
  const stamp = Math.round(time).toString(16).padStart(12, '0');
  const word = () =>
    Math.floor(next() * 4_294_967_296)
      .toString(16)
      .padStart(8, '0');
  const [a, b, c] = [word(), word(), word()];
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${a.slice(0, 3)}-8${a.slice(3, 6)}-${b}${c.slice(0, 4)}`;
}
