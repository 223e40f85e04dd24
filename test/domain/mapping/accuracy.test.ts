import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { formatAddress } from '../../../domain/mapping/address.ts';
import { readArn } from '../../../domain/mapping/arn.ts';
import { identifyEntry } from '../../../domain/mapping/identify-entry.ts';
import type { MatchCandidate } from '../../../domain/mapping/identify-entry.ts';
import { stateAttributesOf } from '../../../domain/mapping/rules/mapping-rule.ts';
import type { StateEntry } from '../../../domain/mapping/state-entry.ts';
import { resourceType as tierAType } from '../../../domain/discovery/declaration/resource-types.ts';

const account = '111122223333';
const region = 'eu-west-1';

interface Resource {
  readonly resourceType: string;
  readonly nativeId: string;
  readonly arn?: string;
  readonly account: string;
  readonly region: string;
}

interface Expected {
  readonly resource_type: string;
  readonly native_id: string;
  readonly arn?: string;
  readonly region: string;
}

type Attributes = Readonly<Record<string, string | number | boolean>>;
interface StateFile {
  readonly resources: readonly {
    readonly type: string;
    readonly name: string;
    readonly provider: string;
    readonly instances: readonly {
      readonly index_key?: string | number;
      readonly attributes: Attributes;
      readonly identity?: Readonly<Record<string, string>>;
    }[];
  }[];
}

/**
 * Entries and their resources (null: no resource of the inventory). test/fixtures/states/README.md describes the files.
 */
function readState(
  name: string,
  stateRegion: string,
): readonly { entry: StateEntry; expected: Resource | null }[] {
  const read = (extension: string): unknown =>
    JSON.parse(readFileSync(path.resolve(`test/fixtures/states/${name}.${extension}`), 'utf8'));
  const state = read('tfstate') as StateFile;
  const expected = read('expected.json') as Readonly<Record<string, Expected | null>>;
  return state.resources.flatMap(({ type, name: label, provider, instances }) =>
    instances.map(({ attributes, identity, index_key: key }) => {
      const address = formatAddress({
        modules: [],
        type,
        name: label,
        ...(key === undefined ? {} : { key }),
      });
      return {
        entry: entryOf(address, type, provider, attributes, identity, stateRegion),
        expected: toResource(expected[address]),
      };
    }),
  );
}

function entryOf(
  address: string,
  terraformType: string,
  provider: string,
  attributes: Attributes,
  identity: Readonly<Record<string, string>> | undefined,
  defaultRegion = region,
): StateEntry {
  const text = (name: string) => (attributes[name] === undefined ? undefined : String(attributes[name]));
  const arn = readArn(text('arn') ?? '') === null ? undefined : text('arn');
  const id = text('id');
  return {
    address,
    codeAddress: address,
    terraformType,
    provider,
    awsAccountNumber: account,
    region: text('region') ?? defaultRegion,
    locationSource: 'siblings',
    attributes: Object.fromEntries(
      stateAttributesOf(terraformType).flatMap((name) => pair(name, text(name))),
    ),
    ...(arn === undefined ? {} : { arn }),
    ...(id === undefined ? {} : { id }),
    ...(identity === undefined ? {} : { identity }),
  };
}

function pair(name: string, value: string | undefined): readonly (readonly [string, string])[] {
  return value === undefined ? [] : [[name, value]];
}

function toResource(expected: Expected | null | undefined): Resource | null {
  if (expected === undefined) throw new Error('an entry has no expectation');
  if (expected === null) return null;
  const { resource_type: resourceType, native_id: nativeId, arn, region: place } = expected;
  return { resourceType, nativeId, account, region: place, ...(arn === undefined ? {} : { arn }) };
}

/** Resources with similar identifiers in the same and in other accounts, regions and types. */
function lookAlikes(resource: Resource): readonly Resource[] {
  const { resourceType, nativeId, arn } = resource;
  const global = tierAType(resourceType)?.scope === 'global';
  // Identifiers that are ARNs contain their account and region, so another place has another identifier.
  const elsewhere = (from: string, to: string) => ({
    nativeId: nativeId.startsWith('arn:') ? nativeId.replaceAll(from, to) : nativeId,
    ...(arn === undefined ? {} : { arn: arn.replaceAll(from, to) }),
  });
  const other = { ...resource, ...elsewhere(account, '444455556666'), account: '444455556666' };
  const places = [other, { ...resource, ...elsewhere(resource.region, 'us-west-2'), region: 'us-west-2' }];
  const names = [
    `${nativeId}-2`,
    `x${nativeId}`,
    nativeId.toUpperCase(),
    nativeId.slice(0, -1),
    `${nativeId}/`,
  ];
  const similar = names
    .filter((name) => name !== nativeId)
    .map((name) => ({
      ...resource,
      nativeId: name,
      arn: `${arn ?? `arn:aws:x:::${nativeId}`}-${name.length}`,
    }));
  return [
    // An ARN without account and region, such as a bucket's, is unique among all accounts.
    ...places
      .filter((one) => arn === undefined || one.arn !== arn)
      .filter((one) => !global || one.region === 'global'),
    ...similar,
    { ...resource, resourceType: 'AWS::Other::Type' },
  ];
}

function isCandidate(resource: Resource, candidate: MatchCandidate): boolean {
  if (candidate.resourceType !== undefined && candidate.resourceType !== resource.resourceType) return false;
  if (candidate.arn !== undefined) return candidate.arn === resource.arn;
  return (
    candidate.nativeId === resource.nativeId &&
    (candidate.awsAccountNumber === undefined || candidate.awsAccountNumber === resource.account) &&
    (candidate.region === undefined || candidate.region === resource.region)
  );
}

/** The first candidate with exactly one resource. */
function match(entry: StateEntry, inventory: readonly Resource[]): Resource | null {
  for (const candidate of identifyEntry(entry).candidates) {
    const found = inventory.filter((resource) => isCandidate(resource, candidate));
    if (found.length === 1) return found[0] ?? null;
  }
  return null;
}

/** States and the region of their provider. */
const states: Readonly<Record<string, string>> = {
  'provider-4-documented': region,
  'provider-5-applied': 'eu-west-2',
  'provider-5-imported': region,
  'provider-6-documented': region,
};
for (const [name, stateRegion] of Object.entries(states)) {
  const entries = readState(name, stateRegion);
  const resources = entries.flatMap(({ expected }) => expected ?? []);
  const similar = resources.flatMap(lookAlikes);

  test(`${name}: every entry matches its resource, and no other entry matches`, (t) => {
    const inventory = [...resources, ...similar];
    const mismatched = entries.flatMap(({ entry, expected }) => {
      const found = match(entry, inventory);
      if (found === expected) return [];
      return [`${entry.address}: ${found === null ? 'no resource' : 'another resource'}`];
    });
    t.deepEqual(mismatched, []);
  });

  test(`${name}: an entry whose resource was deleted does not match a similar resource`, (t) => {
    for (const { entry, expected } of entries) {
      if (expected === null) continue;
      t.is(
        match(
          entry,
          similar.filter((one) => one.resourceType === expected.resourceType),
        ),
        null,
        entry.address,
      );
    }
  });

  test(`${name}: no candidate alone matches another resource`, (t) => {
    const inventory = [...resources, ...similar];
    for (const { entry, expected } of entries) {
      for (const candidate of identifyEntry(entry).candidates) {
        const found = inventory.filter((resource) => isCandidate(resource, candidate));
        if (found.length === 1) t.is(found[0], expected ?? undefined, `${entry.address} ${candidate.method}`);
      }
    }
  });

  test(`${name}: an entry without a location matches its resource or nothing`, (t) => {
    let matched = 0;
    for (const { entry, expected } of entries) {
      const { awsAccountNumber: _account, region: _region, identity: _identity, ...unplaced } = entry;
      const found = match(unplaced, [...resources, ...similar]);
      t.true(found === null || found === expected, entry.address);
      if (found !== null) matched += 1;
    }
    t.true(matched > 0);
  });
}

test('an ARN that two accounts list, such as a shared subnet, matches in the account of the ARN', (t) => {
  const arn = `arn:aws:ec2:${region}:${account}:subnet/subnet-1`;
  const owned: Resource = { resourceType: 'AWS::EC2::Subnet', nativeId: 'subnet-1', arn, account, region };
  const entry = entryOf('aws_subnet.a', 'aws_subnet', 'p', { id: 'subnet-1', arn }, undefined);
  t.is(match(entry, [{ ...owned, account: '444455556666' }, owned]), owned);
});
