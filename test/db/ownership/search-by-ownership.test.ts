import { randomUUID } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { foldCounts } from '../../../db/inventory/search/index-search.ts';
import { ownersOf } from '../../../db/ownership/owners/resolve-owners.ts';
import { rowsOf } from '../../../db/query.ts';
import { sql } from '../../../db/sql.ts';
import { sortNames } from '../../../domain/inventory/resource-filter.ts';
import { managementStates, resourceStatuses } from '../../../domain/values.ts';
import { changeResources, insertResources } from '../../support/inventory/inventory-writer.ts';
import { searchNaively } from '../../support/inventory/naive-inventory.ts';
import type { NaiveResource } from '../../support/inventory/naive-inventory.ts';
import {
  accounts,
  applications,
  regions,
  timeOf,
  types,
  useSearchedDatabase,
} from '../../support/inventory/searched-database.ts';
import {
  environments,
  ownersNaively,
  projects,
  repositories,
  resolveInModel,
  sources,
  teams,
  users,
} from '../../support/ownership/ownership-model.ts';
import type { Assignment, World } from '../../support/ownership/ownership-model.ts';
import {
  insertOwnershipRecords,
  writeAssignments,
  writeWorld,
} from '../../support/ownership/ownership-writer.ts';

const searched = useSearchedDatabase();

const place = (list: readonly unknown[]) => fc.nat({ max: list.length - 1 });
const places = (list: readonly unknown[], minLength = 0) => fc.uniqueArray(place(list), { minLength });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 2 });

const owner = fc
  .tuple(
    place(applications),
    fc.constantFrom('owner' as const, 'owner' as const, 'on_call' as const, 'contributor' as const),
    fc.oneof(fc.record({ team: place(teams) }), fc.record({ user: place(users) })),
  )
  .map(([application, kind, given]) => ({ application, kind, ...given }));
const world: fc.Arbitrary<World> = fc.record({
  activeTeams: places(teams, 1),
  activeUsers: places(users),
  archivedApplications: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, places(applications)),
  owners: fc.array(owner, { maxLength: 4 }),
  repositoryTeams: fc.array(fc.record({ repository: place(repositories), team: place(teams) }), {
    maxLength: 4,
  }),
  countedSources: places(sources, 1),
  defaults: fc.tuple(...accounts.map(() => maybe(place(environments)))),
});
const assignment: fc.Arbitrary<Assignment> = fc.record({
  environment: maybe(place(environments)),
  ruleTeam: maybe(place(teams)),
  memberships: fc.uniqueArray(
    fc.record({
      application: place(applications),
      status: fc.constantFrom('inferred', 'confirmed', 'declared', 'rejected', 'stale'),
    }),
    { selector: ({ application }) => application },
  ),
  entries: places(sources),
  linkedProject: fc.option(place(projects), { nil: null, freq: 1 }),
  unlinked: fc.option(fc.oneof(place(projects), fc.constant('all' as const)), { nil: null, freq: 1 }),
});
const newResource = fc.record({
  type: fc.constantFrom(...types),
  account: fc.constantFrom(...accounts),
  region: fc.constantFrom(...regions),
  name: fc.constantFrom('prod-api', 'worker', null),
  arn: fc.constant(null),
  managementState: fc.constantFrom(...managementStates),
  tags: fc.constantFrom({}, { env: 'prod' }),
});
const inventory = fc.record({
  resources: fc.array(newResource, { minLength: 1, maxLength: 25 }),
  assignments: fc.array(fc.tuple(fc.nat(), assignment), { maxLength: 20 }),
  statuses: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...resourceStatuses)), { maxLength: 5 }),
  worlds: fc.array(world, { minLength: 1, maxLength: 2 }),
  folded: fc.boolean(),
});
/** Half of the questions have no such filter, or more with a higher weight of `undefined`. */
const sometimes = <T>(arbitrary: fc.Arbitrary<T>, without = 1) =>
  fc.oneof({ weight: without, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const anyOf = <T>(list: readonly T[]) => fc.subarray([...list], { minLength: 1 });
const question = fc.record({
  environmentIds: sometimes(anyOf([...environments, randomUUID()])),
  teamIds: sometimes(anyOf([...teams, randomUUID()])),
  applicationIds: sometimes(anyOf(applications), 5),
  resourceTypes: sometimes(anyOf(types), 5),
  accountIds: sometimes(anyOf(accounts), 5),
  statuses: sometimes(anyOf(resourceStatuses), 5),
  managementStates: sometimes(anyOf(managementStates), 5),
  tags: sometimes(fc.constant(['env']), 5),
  q: sometimes(fc.constant('prod'), 5),
  includeDeleted: fc.boolean(),
  sort: fc.constantFrom(...sortNames),
  limit: fc.integer({ min: 2, max: 9 }),
});

test('owners, and searches by owner and environment, equal those of a naive model', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      inventory,
      fc.array(question, { minLength: 4, maxLength: 8 }),
      async ({ resources, assignments, statuses, worlds, folded }, questions) => {
        const model: NaiveResource[] = [];
        const at = <T>(list: readonly T[], number: number) => list[number % list.length] ?? fail();
        const organizationId = await searched.newOrganization();
        const write = (work: Parameters<typeof searched.database.withTenant<void>>[1]) =>
          searched.database.withTenant(organizationId, work);
        await write(async (tenant) => {
          await insertOwnershipRecords(tenant);
          await insertResources(tenant, model, resources, timeOf(0));
        });
        const assigned = new Map(assignments.map(([number, to]) => [at(model, number), to]));
        const changed = new Map(statuses.map(([number, status]) => [at(model, number), status]));
        await write(async (tenant) => {
          await writeAssignments(
            tenant,
            [...assigned].map(([resource, to]) => [resource.id, to]),
          );
          const changes = [...changed].map(([resource, status]) => {
            const { name, tags } = resource.versions[0] ?? fail();
            return { resource, to: { name, tags, status, managementState: resource.managementState } };
          });
          await changeResources(tenant, changes, timeOf(1));
          if (folded) await foldCounts(tenant, 1000);
        });
        for (const each of worlds) {
          await write((tenant) => writeWorld(tenant, each));
          for (const resource of model) resolveInModel(resource, each, assigned.get(resource));
          t.deepEqual(
            await resolveAll(organizationId),
            model
              .flatMap((resource) =>
                ownersNaively(each, assigned.get(resource)).map(([source, id]) =>
                  [resource.id, source, id].join(' '),
                ),
              )
              .toSorted(),
          );
          for (const { sort, limit, ...filter } of questions)
            t.deepEqual(
              await searched.search(organizationId, filter, sort, limit),
              searchNaively(model, filter, sort),
            );
        }
      },
    ),
    { numRuns: Number(process.env['SEARCH_RUNS'] ?? 40) },
  );
});

test('searches by owner and environment that match thousands of resources equal those of a naive model', async (t) => {
  const model: NaiveResource[] = [];
  const organizationId = await searched.newOrganization();
  const write = (work: Parameters<typeof searched.database.withTenant<void>>[1]) =>
    searched.database.withTenant(organizationId, work);
  const size = 7000;
  for (let first = 0; first < size; first += 1000)
    await write((tenant) =>
      insertResources(
        tenant,
        model,
        Array.from({ length: 1000 }, (_, offset) => ({
          type: types[(first + offset) % types.length] ?? '',
          account: accounts[offset % 2] ?? '',
          region: regions[offset % 3] ?? '',
          name: `n-${offset}`,
          arn: null,
          managementState: 'unknown',
          // The tag of the newest resources only, so that a walk in the default order finds too few others.
          tags: first < 3000 ? { old: 'yes' } : {},
        })),
        timeOf(first / 1000),
      ),
    );
  const assignmentOf = (index: number): Assignment => ({
    environment: index % 5 === 0 ? 1 : null,
    ruleTeam: index < 5600 ? 0 : null,
    memberships: index >= 5000 && index % 2 === 0 ? [{ application: 0, status: 'declared' }] : [],
    entries: index >= 6000 ? [0] : [],
    linkedProject: null,
    unlinked: null,
  });
  const all: World = {
    activeTeams: [0, 1, 2],
    activeUsers: [],
    archivedApplications: [],
    owners: [{ application: 0, kind: 'owner', team: 1 }],
    repositoryTeams: [{ repository: 0, team: 2 }],
    countedSources: [0],
    defaults: [0, 0, null],
  };
  const assigned = model.map((resource, index) => [resource.id, assignmentOf(index)] as const);
  await write(async (tenant) => {
    await insertOwnershipRecords(tenant);
    await writeAssignments(tenant, assigned);
    await writeWorld(tenant, all);
    await foldCounts(tenant, 100_000);
  });
  for (const [index, resource] of model.entries()) resolveInModel(resource, all, assigned[index]?.[1]);
  const [production = '', staging = ''] = environments;
  const [platform = '', payments = '', data = ''] = teams;
  for (const filter of [
    { environmentIds: [production] },
    { environmentIds: [production, staging], regions: ['global'] },
    { teamIds: [platform] },
    { teamIds: [platform, payments, data], environmentIds: [production] },
    { teamIds: [platform], environmentIds: [production], tags: ['old'] },
    { teamIds: [platform], environmentIds: [production], accountIds: accounts.slice(0, 1) },
    { teamIds: [payments, data], environmentIds: [production] },
  ])
    t.deepEqual(
      await searched.search(organizationId, filter, '-last_changed_at', 4000),
      searchNaively(model, filter, '-last_changed_at'),
    );
});

/** Returns `<resource> <source> <owner>` for every owner in an organization, sorted. */
async function resolveAll(organizationId: string): Promise<readonly string[]> {
  const rows = await searched.database.withTenant(organizationId, (tenant) =>
    rowsOf<{ text: string }>(
      tenant,
      sql`select concat_ws(' ', resource_id, source, team_id, user_id) as text from ${ownersOf(
        organizationId,
        sql`select id from resources where organization_id = ${organizationId}`,
      )} o`,
    ),
  );
  return [...new Set(rows.map(({ text }) => text))].toSorted();
}

function fail(): never {
  throw new Error('the model has no resource');
}
