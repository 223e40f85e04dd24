import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { failureDefaults } from '../../../domain/graph/failure-propagation.ts';
import { risksOf } from '../../../domain/plans/risk/risk-rules.ts';
import type { RiskyChange } from '../../../domain/plans/risk/risk-rules.ts';
import { confidences } from '../../../domain/values.ts';
import type { InsertedChange } from '../../support/plans/stored-plans.ts';
import { useImpactFixture } from '../../support/plans/use-impact-fixture.ts';

const fixture = useImpactFixture();

const resourceCount = 6;
const paths = ['', '/a', '/a/b', '/a/b/c', '/ab', '/d'];
const index = fc.nat(resourceCount - 1);
const edges = fc.uniqueArray(
  fc.record({
    source: index,
    target: index,
    type: fc.constantFrom('uses', 'monitors', 'contains', 'attached_to'),
    confidence: fc.constantFrom(...confidences),
    isStale: fc.boolean(),
  }),
  { maxLength: 12, selector: ({ source, target, type }) => `${source} ${target} ${type}` },
);
const actionLists: readonly (readonly string[])[] = [
  ['delete'],
  ['delete', 'create'],
  ['create', 'delete'],
  ['update'],
  ['create'],
  ['forget'],
  ['no-op'],
  ['read'],
];
const changes = fc.array(
  fc.record({
    type: fc.constantFrom('aws_vpc', 'aws_s3_bucket', 'aws_future_thing', 'aws_rds_cluster_instance'),
    actions: fc.constantFrom(...actionLists),
    resource: fc.option(index),
    origin: fc.constantFrom(null, null, null, 'deferred' as const),
    deposed: fc.constantFrom(null, null, 'abc'),
    planned: fc.subarray(paths, { minLength: 1 }),
    drifted: fc.option(fc.subarray(paths, { minLength: 1 })),
  }),
  { maxLength: 40 },
);
/** Whether each resource is in production, and whether it is a bucket. */
const resources = fc.array(fc.record({ isLive: fc.boolean(), isBucket: fc.boolean() }), {
  minLength: resourceCount,
  maxLength: resourceCount,
});

const meets = (one: string, other: string) => one === other || one.startsWith(`${other}/`);

test('finds the risks and counts that a comparison of every change with every edge finds', async (t) => {
  await fc.assert(
    fc.asyncProperty(resources, edges, changes, async (given, allEdges, plan) => {
      const { graph, ownership, accountId, query, organizationId, impactOf } = await fixture.organization();
      const ids = given.map(() => randomUUID());
      await graph.resources(
        given.map(({ isBucket }, n) => ({
          id: ids[n] ?? '',
          accountId,
          type: isBucket ? 'AWS::S3::Bucket' : 'AWS::EC2::VPC',
        })),
      );
      const live = await ownership.environment('live');
      await query(
        `insert into resource_environments (organization_id, resource_id, environment_id, source)
         select $1, unnest($2::uuid[]), $3, 'tag'`,
        [organizationId, ids.filter((_, n) => given[n]?.isLive), live],
      );
      const real = allEdges.filter(({ source, target }) => source !== target);
      await graph.edges(
        real.map(({ source, target, type, confidence, isStale }) => ({
          source: ids[source] ?? '',
          target: ids[target] ?? '',
          type,
          confidence,
          staleAt: isStale ? new Date() : null,
        })),
      );
      const rows = plan.flatMap(({ type, actions, resource, origin, deposed, planned, drifted }, n) => {
        const row = {
          address: `${type}.c[${n}]`,
          type,
          deposed,
          resource: resource === null ? null : (ids[resource] ?? null),
        };
        const drift: InsertedChange = { ...row, actions: ['update'], origin: 'drift', paths: drifted ?? [] };
        return [{ ...row, actions, origin, paths: planned }, ...(drifted === null ? [] : [drift])];
      });
      const made = plan.flatMap((change, n) =>
        change.origin !== null || ['no-op', 'read'].includes(change.actions[0] ?? '')
          ? []
          : [{ ...change, n }],
      );
      const deleted = new Set(
        made.flatMap(({ actions, deposed, resource }) =>
          actions.length === 1 && actions[0] === 'delete' && deposed === null ? [resource] : [],
        ),
      );
      const facts = made.map(({ n, type, actions, resource, planned, drifted }): RiskyChange => {
        const near = new Map<number, boolean>();
        for (const edge of real) {
          if (edge.isStale) continue;
          const ends = failureDefaults[edge.type].end;
          const isStrong = edge.confidence !== 'low';
          if (edge.target === resource && !deleted.has(edge.source)) {
            const fails = isStrong && (ends === 'source' || ends === 'both');
            near.set(edge.source, fails || near.get(edge.source) === true);
          }
          if (edge.source === resource && !deleted.has(edge.target) && (ends === 'target' || ends === 'both'))
            near.set(edge.target, isStrong || near.get(edge.target) === true);
        }
        const isDestroyed = actions.includes('delete');
        const found = resource === null ? undefined : given[resource];
        return {
          position: rows.findIndex(({ address, origin }) => address === `${type}.c[${n}]` && origin === null),
          address: `${type}.c[${n}]`,
          resourceId: resource === null ? undefined : ids[resource],
          actions,
          terraformType: type,
          resourceType:
            found === undefined ? undefined : found.isBucket ? 'AWS::S3::Bucket' : 'AWS::EC2::VPC',
          dependents: isDestroyed ? near.size : 0,
          failing: isDestroyed ? [...near.values()].filter(Boolean).length : 0,
          production: found?.isLive === true ? 'live' : undefined,
          revertsDrift:
            (actions.includes('create') || actions.includes('update')) &&
            drifted !== null &&
            drifted.some((one) => planned.some((other) => meets(one, other) || meets(other, one))),
        };
      });
      const deletes = made.filter(({ actions }) => actions.length === 1 && actions[0] === 'delete');
      const [first] = facts.filter(({ actions }) => actions.length === 1 && actions[0] === 'delete');
      const expected = risksOf(
        facts,
        first === undefined
          ? undefined
          : { count: deletes.length, address: first.address, resourceId: first.resourceId },
      );
      const impact = await impactOf(rows);
      deepEqual(impact.risks ?? [], expected);
      deepEqual(
        [impact.resources, impact.unmapped],
        [
          new Set(made.flatMap(({ resource }) => (resource === null ? [] : [resource]))).size,
          made.filter(({ resource, actions }) => resource === null && actions.join() !== 'create').length,
        ],
      );
    }),
    { numRuns: 60 },
  );
  t.pass();
});
