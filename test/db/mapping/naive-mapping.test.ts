import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import {
  matchSource,
  refreshMapping,
  rematchAccount,
  rematchOrganization,
} from '../../../db/mapping/match/match-entries.ts';
import { recomputeManagementStates } from '../../../db/mapping/match/management-state.ts';
import { useStoredScans } from '../../support/inventory/stored-scan.ts';
import { matchNaively, stateNaively } from '../../support/mapping/naive-mapping.ts';
import type { NaiveEntry, NaiveResource, NaiveWorld } from '../../support/mapping/naive-mapping.ts';
import { writeEntries, writeWorld } from '../../support/mapping/world-writer.ts';

const scans = useStoredScans();

const numbers = ['111111111111', '222222222222'];
const unconnected = '999999999999';
const regions = ['eu-west-1', 'global'];
// A type that Terraform can manage, one that is a part of another resource, and one without a Terraform type.
const types = ['AWS::SQS::Queue', 'AWS::EC2::SecurityGroupIngress', 'AWS::None::None'];
const nativeIds = ['x', 'y'];
const arnOf = (number: string, id: string) => `arn:aws:sqs::${number}:${id}`;

const anyOf = <const T>(...values: readonly T[]) => fc.constantFrom(...values);
const resource = fc.record({
  account: anyOf(0, 1),
  region: anyOf(...regions),
  type: anyOf(...types),
  nativeId: anyOf(...nativeIds),
  arnNumber: anyOf('own', ...numbers, '', undefined),
  status: anyOf('active', 'active', 'active', 'deleted', 'unobserved'),
  origin: anyOf(undefined, undefined, 'child', 'default', 'part'),
});
const candidate = fc.oneof(
  fc.record({ arn: fc.tuple(anyOf(...numbers, ''), anyOf(...nativeIds)), listed: fc.boolean() }),
  fc.record({
    nativeId: anyOf(...nativeIds),
    number: anyOf(...numbers, unconnected, undefined),
    region: anyOf(...regions, undefined),
  }),
);
const entry = fc.record({
  deposed: fc.boolean(),
  role: anyOf('resource', 'resource', 'resource', 'association', 'part', 'unlisted'),
  type: anyOf(...types),
  number: anyOf(...numbers, unconnected, undefined),
  region: anyOf(...regions, undefined),
  candidates: fc.array(candidate, { maxLength: 3 }),
});
const entries = fc.array(entry, { maxLength: 6 });
const source = fc.record({
  account: anyOf(0, 1, undefined),
  disabled: anyOf(false, false, true),
  createdAge: anyOf(0, 5),
  successAge: anyOf(0, 2, 2, 30, undefined),
  missingAge: anyOf(undefined, undefined, 2, 30),
  modifiedAge: anyOf(1, 20, 60, 100),
});
const cell = fc.record({
  account: anyOf(0, 1),
  region: anyOf(...regions),
  type: anyOf(...types),
  outcome: anyOf('complete', 'complete', 'denied'),
  completedAge: anyOf(3, 40, 50),
});
const correction = fc.record({
  resource: fc.nat(),
  action: anyOf('link', 'unlink', 'ignore'),
  address: anyOf('aws_thing.a0', 'aws_thing.a1', undefined),
});
const step = fc.oneof(
  fc.record({ sync: entries, of: anyOf(0, 1) }),
  fc.record({
    scan: anyOf(0, 1),
    changes: fc.array(fc.tuple(fc.nat(), resource), { maxLength: 4 }),
    cells: fc.array(cell),
  }),
  fc.record({ time: fc.array(source, { minLength: 2, maxLength: 2 }) }),
  fc.record({ disconnect: anyOf(0, 1) }),
  fc.record({ correct: correction }),
  fc.record({ undo: fc.nat() }),
);

test('matches, classes and management states equal those of a naive model, step by step', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(resource, { maxLength: 10, selector: identityOf }),
      fc.uniqueArray(cell, { maxLength: 8, selector: identityOf }),
      fc.tuple(source, source),
      fc.tuple(entries, entries),
      fc.array(step, { maxLength: 5 }),
      async (resources, cells, sources, given, steps) => {
        const organizationId = await newOrganization();
        const world = makeWorld(resources, cells, sources, given);
        await writeWorld(scans.owner, organizationId, world);
        for (const { id } of world.sources) await syncSource(organizationId, world, id);
        await run(organizationId, rematchOrganization);
        await expectEqual(organizationId, world);
        for (const one of steps) {
          await applyStep(organizationId, world, one);
          await expectEqual(organizationId, world);
        }
        await run(organizationId, refreshMapping);
        const before = await versions(organizationId);
        await run(organizationId, rematchOrganization);
        deepEqual(await versions(organizationId), before, 'a complete computation writes no row');
      },
    ),
    { numRuns: 60, includeErrorInReport: true },
  );
  t.pass();
});

function identityOf({
  account,
  region,
  type,
  ...rest
}: {
  account: number;
  region: string;
  type: string;
}): string {
  return JSON.stringify([account, region, type, 'nativeId' in rest ? rest.nativeId : '']);
}

type Generated<T> = T extends fc.Arbitrary<infer Value> ? Value : never;

function makeWorld(
  resources: readonly Generated<typeof resource>[],
  cells: readonly Generated<typeof cell>[],
  sources: readonly Generated<typeof source>[],
  given: readonly (readonly Generated<typeof entry>[])[],
): NaiveWorld {
  const accounts = numbers.map((number) => ({ id: randomUUID(), number, connected: true }));
  const accountId = (index: number) => accounts[index]?.id ?? '';
  const made = sources.map(({ account, ...rest }) => ({
    id: randomUUID(),
    account: account === undefined ? undefined : accountId(account),
    project: undefined,
    ...rest,
  }));
  return {
    accounts,
    resources: resources.map(({ account, arnNumber, ...rest }) => ({
      ...rest,
      id: randomUUID(),
      account: accountId(account),
      arn:
        arnNumber === undefined
          ? undefined
          : arnOf(
              arnNumber === 'own' || (arnNumber === '' && account > 0) ? (numbers[account] ?? '') : arnNumber,
              rest.nativeId,
            ),
      kept: 'unknown',
    })),
    cells: cells.map(({ account, ...rest }) => ({ ...rest, account: accountId(account) })),
    sources: made,
    entries: made.flatMap(({ id }, index) => toEntries(id, given[index] ?? [])),
    corrections: [],
  };
}

function toEntries(sourceId: string, given: readonly Generated<typeof entry>[]): readonly NaiveEntry[] {
  return given.map(({ deposed, role, type, number, region, candidates }, index) => ({
    source: sourceId,
    address: `aws_thing.a${index}`,
    deposed,
    role,
    type: role === 'unlisted' ? undefined : type,
    accountNumber: number,
    region,
    candidates: candidates.map((one) =>
      'arn' in one
        ? {
            method: 'arn',
            confidence: 'high',
            arn: arnOf(accountInArn(number, one.arn[0]), one.arn[1]),
            ...(one.listed ? { resourceType: type } : {}),
          }
        : {
            method: 'id',
            confidence: 'medium',
            resourceType: type,
            nativeId: one.nativeId,
            ...placeOf(number ?? one.number),
            ...(one.region === undefined ? {} : { region: one.region }),
          },
    ),
  }));
}

/** An entry that names an account names no other one in an ARN. Only ARNs of the first account can lack the account. */
function accountInArn(named: string | undefined, given: string): string {
  return named === undefined || (named === numbers[0] && given === '') ? given : named;
}

function placeOf(number: string | undefined) {
  return number === undefined ? {} : { awsAccountNumber: number };
}

async function applyStep(
  organizationId: string,
  world: NaiveWorld,
  one: Generated<typeof step>,
): Promise<void> {
  if ('sync' in one) {
    const id = world.sources[one.of]?.id ?? '';
    world.entries = [
      ...world.entries.filter((entryOfOther) => entryOfOther.source !== id),
      ...toEntries(id, one.sync),
    ];
    return syncSource(organizationId, world, id);
  }
  if ('scan' in one) {
    const account = world.accounts[one.scan];
    if (account === undefined) return;
    const scanned = world.resources.filter((known) => known.account === account.id);
    const before = new Map(scanned.map((known) => [known, stateNaively(world, known)]));
    for (const [index, to] of one.changes) changeResource(before, scanned[index % scanned.length], to);
    for (const { outcome, completedAge } of one.cells)
      for (const known of world.cells)
        if (known.account === account.id) Object.assign(known, { outcome, completedAge });
    await writeWorld(scans.owner, organizationId, world);
    await run(organizationId, (tenant) => rematchAccount(tenant, account.id));
  } else if ('time' in one) {
    for (const [index, { account: _account, ...ages }] of one.time.entries()) {
      const known = world.sources[index];
      if (known !== undefined) Object.assign(known, ages);
    }
    await writeWorld(scans.owner, organizationId, world);
    await run(organizationId, refreshMapping);
  } else if ('disconnect' in one) {
    const account = world.accounts[one.disconnect];
    if (account === undefined) return;
    account.connected = false;
    for (const known of world.resources)
      if (known.account === account.id && known.status === 'active') known.status = 'unobserved';
    await writeWorld(scans.owner, organizationId, world);
    await run(organizationId, refreshMapping);
  } else if ('correct' in one) {
    const corrected = world.resources[one.correct.resource % Math.max(1, world.resources.length)];
    if (corrected === undefined) return;
    const { action } = one.correct;
    const address =
      action === 'ignore'
        ? undefined
        : action === 'link'
          ? (one.correct.address ?? 'a.b')
          : one.correct.address;
    world.corrections = [
      ...world.corrections,
      { resource: corrected.id, action, address, project: undefined },
    ];
    await recompute(organizationId, world, corrected.id);
  } else {
    const undone = world.corrections[one.undo % Math.max(1, world.corrections.length)];
    if (undone === undefined) return;
    world.corrections = world.corrections.filter((known) => known !== undone);
    await recompute(organizationId, world, undone.resource);
  }
}

/** A deleted resource keeps the state that it had before the scan. */
function changeResource(
  before: ReadonlyMap<NaiveResource, NaiveResource['kept']>,
  known: NaiveResource | undefined,
  to: Generated<typeof resource>,
): void {
  if (known === undefined) return;
  known.kept = before.get(known) ?? known.kept;
  known.status = to.status;
  known.origin = to.origin;
}

async function recompute(organizationId: string, world: NaiveWorld, resourceId: string): Promise<void> {
  await writeWorld(scans.owner, organizationId, world);
  await run(organizationId, (tenant) => recomputeManagementStates(tenant, { resourceIds: [resourceId] }));
}

async function syncSource(organizationId: string, world: NaiveWorld, id: string): Promise<void> {
  const ofSource = world.entries.filter(({ source: owner }) => owner === id);
  const released = await writeEntries(scans.database, organizationId, id, ofSource);
  await run(organizationId, (tenant) => matchSource(tenant, id, released));
}

async function run(
  organizationId: string,
  work: Parameters<typeof scans.database.withTenant<unknown>>[1],
): Promise<void> {
  await scans.database.withTenant(organizationId, work);
}

async function expectEqual(organizationId: string, world: NaiveWorld): Promise<void> {
  const stored = await scans.owner.query<{
    key: string;
    resource: string | null;
    method: string | null;
    class: string;
  }>(
    `select state_source_id || ' ' || address as key, resource_id as resource,
            case when resource_id is not null then method end as method, class
     from state_entries where organization_id = $1 order by 1`,
    [organizationId],
  );
  const expected = world.entries
    .map((known) => {
      const { resource, method, ...match } = matchNaively(world, known);
      const key = `${known.source} ${known.address}`;
      return { key, ...match, resource: resource ?? null, method: method ?? null };
    })
    .toSorted((left, right) => (left.key < right.key ? -1 : 1));
  deepEqual(stored, expected);
  const states = await scans.owner.query<{ id: string; state: string }>(
    'select id, management_state as state from resources where organization_id = $1 order by id',
    [organizationId],
  );
  deepEqual(
    states,
    world.resources
      .map((known) => ({ id: known.id, state: stateNaively(world, known) }))
      .toSorted((left, right) => (left.id < right.id ? -1 : 1)),
  );
}

async function versions(organizationId: string): Promise<readonly unknown[]> {
  return scans.owner.query(
    `select id::text, xmin::text from resources where organization_id = $1
     union all select state_source_id || address, xmin::text from state_entries where organization_id = $1
     union all select aws_account_id::text, xmin::text from mapping_coverage_days where organization_id = $1
     union all select id::text, xmin::text from state_sources where organization_id = $1 order by 1, 2`,
    [organizationId],
  );
}

async function newOrganization(): Promise<string> {
  const [row] = await scans.owner.query<{ id: string }>(
    `insert into organizations (name, slug) values ('Test', $1) returning id`,
    [randomUUID()],
  );
  return row?.id ?? '';
}
