import { endOfMillisecond } from '../../../domain/inventory/history-time.ts';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { declareMemberships } from '../../../db/applications/membership-store.ts';
import { foldCounts, indexTexts } from '../../../db/inventory/search/index-search.ts';
import { execute } from '../../../db/query.ts';
import { sql } from '../../../db/sql.ts';
import type { Tenant } from '../../../db/tenant.ts';
import { sortNames } from '../../../domain/inventory/resource-filter.ts';
import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import {
  driftOutcomes,
  exposureKinds,
  exposureStates,
  managementStates,
  resourceStatuses,
} from '../../../domain/values.ts';
import type { DriftOutcome, ExposureKind, ExposureState } from '../../../domain/values.ts';
import { changeResources, insertResources } from '../../support/inventory/inventory-writer.ts';
import { countStatesNaively, searchNaively } from '../../support/inventory/naive-inventory.ts';
import type { NaiveResource } from '../../support/inventory/naive-inventory.ts';
import {
  accounts,
  applications,
  regions,
  timeOf,
  types,
  useSearchedDatabase,
} from '../../support/inventory/searched-database.ts';

const searched = useSearchedDatabase();

/** The last but two are the same word in the forms NFC and NFD. */
const words = ['Prod', 'api', '50%_off', 'Gr\u00f6\u00dfe', 'Gro\u0308\u00dfe', 'a\\b', 'x', ''];
/** A value with the most characters that AWS allows, each of two UTF-16 code units. */
const longValue = '\u{1f4e6}'.repeat(256);

const name = fc.oneof(
  fc.constant(null),
  fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words)).map(([a, b]) => `${a}-${b}`),
);
const tags = fc.dictionary(
  fc.constantFrom('env', 'a=b', 'Team'),
  fc.constantFrom('', 'prod', 'b=c', 'x', longValue),
  { maxKeys: 3, noNullPrototype: true },
);
const newResource = fc.record({
  type: fc.constantFrom(...types),
  account: fc.constantFrom(...accounts),
  region: fc.constantFrom(...regions),
  name,
  arn: fc.oneof(name, fc.constantFrom('arn:{id}', 'arn:Prod-api/{id}')),
  managementState: fc.constantFrom(...managementStates),
  tags,
});
const change = fc.record({
  name,
  status: fc.constantFrom(...resourceStatuses),
  managementState: fc.constantFrom(...managementStates),
  tags,
});
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ insert: fc.array(newResource, { maxLength: 12 }) }) },
  { weight: 3, arbitrary: fc.record({ change: fc.array(fc.tuple(fc.nat(), change), { maxLength: 8 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      declare: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...applications)), { maxLength: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      expose: fc.array(
        fc.tuple(fc.nat(), fc.constantFrom(...exposureKinds), fc.constantFrom(...exposureStates)),
        { maxLength: 6 },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      compare: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...driftOutcomes)), { maxLength: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ fold: 3 }) },
  { weight: 1, arbitrary: fc.constant({ index: 5 }) },
);
const some = <T>(...values: readonly T[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), {
    nil: undefined,
    freq: 3,
  });
const question = fc.record({
  q: fc.option(
    fc.constantFrom(
      'prod',
      'PRO',
      '%',
      '_',
      '\\',
      '\u00f6',
      'o\u0308',
      'o',
      'GRO\u0308',
      'i-',
      'rod-a',
      'x',
      'nothing',
      'pi-x',
      'i/i-',
      ':i-',
    ),
    { nil: undefined, freq: 2 },
  ),
  resourceTypes: some(...types, 'AWS::None::None'),
  accountIds: some(...accounts, randomUUID()),
  applicationIds: fc.option(fc.subarray([...applications, randomUUID()], { minLength: 1 }), {
    nil: undefined,
    freq: 5,
  }),
  regions: some(...regions, 'nowhere'),
  statuses: some(...resourceStatuses),
  managementStates: some(...managementStates),
  exposures: some(...exposureStates),
  drift: some(...driftOutcomes),
  tags: some('env', 'env=prod', 'a=b', 'a=b=b=c', 'a=b=c', 'Team=', 'env=x', `env=${longValue}`),
  includeDeleted: fc.boolean(),
  past: fc.option(fc.nat({ max: 12 }), { nil: undefined }),
  sort: fc.constantFrom(...sortNames),
  limit: fc.integer({ min: 1, max: 9 }),
});

test('page, total, facets and counts of states equal those of a naive model for random inventories, changes, filters and times', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 10 }),
      fc.array(question, { minLength: 4, maxLength: 8 }),
      async (steps, questions) => {
        const model: NaiveResource[] = [];
        const organizationId = await searched.newOrganization();
        for (const [index, each] of steps.entries()) {
          await searched.database.withTenant(organizationId, (tenant) =>
            take(tenant, model, each, timeOf(index)),
          );
        }
        for (const { past, sort, limit, ...asked } of questions) {
          const filter: ResourceFilter =
            past === undefined
              ? asked
              : {
                  ...asked,
                  managementStates: undefined,
                  exposures: undefined,
                  drift: undefined,
                  applicationIds: undefined,
                  includeDeleted: false,
                  asOf: endOfMillisecond(timeOf(past)),
                };
          const expected = searchNaively(model, filter, sort);
          t.deepEqual(await searched.search(organizationId, filter, sort, limit), expected);
          if (filter.asOf === undefined)
            t.deepEqual(
              await searched.countStates(organizationId, filter),
              countStatesNaively(model, filter),
            );
        }
      },
    ),
    { numRuns: Number(process.env['SEARCH_RUNS'] ?? 60) },
  );
});

type Step = {
  insert?: readonly Parameters<typeof insertResources>[2][number][];
  change?: readonly (readonly [number, Parameters<typeof changeResources>[1][number]['to']])[];
  declare?: readonly (readonly [number, string])[];
  expose?: readonly (readonly [number, ExposureKind, ExposureState])[];
  compare?: readonly (readonly [number, DriftOutcome])[];
  fold?: number;
  index?: number;
};

async function take(tenant: Tenant, model: NaiveResource[], each: Step, at: Date): Promise<void> {
  if (each.insert !== undefined) await insertResources(tenant, model, each.insert, at);
  if (each.change !== undefined && model.length > 0) {
    const chosen = new Map(
      each.change.flatMap(([place, to]) => {
        const resource = model[place % model.length];
        return resource === undefined ? [] : [[resource, to] as const];
      }),
    );
    await changeResources(
      tenant,
      [...chosen].map(([resource, to]) => ({ resource, to })),
      at,
    );
  }
  for (const [place, application] of model.length === 0 ? [] : (each.declare ?? [])) {
    const resource = model[place % model.length];
    if (resource === undefined) continue;
    await declareMemberships(tenant, application, [resource.id]);
    resource.applications.add(application);
  }
  for (const [place, kind, state] of model.length === 0 ? [] : (each.expose ?? [])) {
    const resource = model[place % model.length];
    if (resource === undefined) continue;
    await execute(
      tenant,
      sql`insert into exposures (organization_id, resource_id, kind, aws_account_id, region, state)
        values (${tenant.organizationId}, ${resource.id}, ${kind}, ${resource.account}, ${resource.region}, ${state})
        on conflict (organization_id, resource_id, kind) do update set state = excluded.state`,
    );
    resource.exposures = new Map([...(resource.exposures ?? []), [kind, state]]);
  }
  for (const [place, outcome] of model.length === 0 ? [] : (each.compare ?? [])) {
    const resource = model[place % model.length];
    if (resource === undefined) continue;
    await execute(
      tenant,
      sql`insert into resource_drift (organization_id, resource_id, outcome, checked_at)
        values (${tenant.organizationId}, ${resource.id}, ${outcome}, now())
        on conflict (organization_id, resource_id) do update set outcome = excluded.outcome`,
    );
    resource.drift = outcome;
  }
  if (each.fold !== undefined) await foldCounts(tenant, each.fold);
  if (each.index !== undefined) await indexTexts(tenant, each.index);
}
