import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { traverseImpact } from '../../../../db/graph/read/traverse-impact.ts';
import { execute } from '../../../../db/query.ts';
import { sql } from '../../../../db/sql.ts';
import type { Database } from '../../../../db/tenant.ts';
import {
  confidences,
  failureKinds,
  relationshipDirections,
  relationshipTypes,
} from '../../../../domain/values.ts';
import type { RelationshipDirection } from '../../../../domain/values.ts';
import { traverseNaively } from '../../../support/graph/naive-impact.ts';
import type { NaiveEdge } from '../../../support/graph/naive-impact.ts';
import { queryAsOwner } from '../../../support/query-as-owner.ts';
import { useOpenDatabase } from '../../../support/use-open-database.ts';

const fixture = useOpenDatabase({ poolSize: 4 });

const nodeId = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;
const root = nodeId(0);
/** Types with a frequent member of each group of the failure table. */
const types = [
  ...relationshipTypes,
  'uses',
  'uses',
  'reads_from',
  'triggers',
  'contains',
  'attached_to',
] as const;
const edge = fc.record({
  source: fc.integer({ min: 0, max: 6 }).map(nodeId),
  target: fc.integer({ min: 0, max: 6 }).map(nodeId),
  type: fc.constantFrom(...types),
  confidence: fc.constantFrom(...confidences, 'high', 'medium'),
  failure: fc.option(
    fc.record({
      source: fc.constantFrom(...failureKinds),
      target: fc.constantFrom(...failureKinds),
      local: fc.boolean(),
    }),
    { nil: undefined },
  ),
});
const graph = fc
  .uniqueArray(edge, { maxLength: 14, selector: ({ source, target, type }) => `${source}${target}${type}` })
  .map((edges) =>
    edges
      .filter(({ source, target }) => source !== target)
      .map(({ failure, ...each }, index): NaiveEdge => ({
        ...each,
        ...(failure === undefined ? {} : { failure }),
        id: `00000000-0000-7000-9000-0000000000${index + 10}`,
      })),
  );

async function withEdges<T>(
  edges: readonly NaiveEdge[],
  work: (database: Database, organizationId: string) => Promise<T>,
): Promise<T> {
  const organizationId = randomUUID();
  await queryAsOwner(fixture.url, "insert into organizations (id, name, slug) values ($1, 'Graph', $2)", [
    organizationId,
    organizationId,
  ]);
  await fixture.database.withTenant(organizationId, async (tenant) => {
    for (const { id, source, target, type, confidence, failure } of edges) {
      await execute(
        tenant,
        sql`insert into relationships (organization_id, id, source_id, target_id, relationship_type, confidence,
            source_failure, target_failure, failure_local)
          values (${organizationId}, ${id}, ${source}, ${target}, ${type}, ${confidence},
            ${failure?.source}, ${failure?.target}, ${failure?.local ?? false})`,
      );
    }
  });
  return work(fixture.database, organizationId);
}

async function traverse(
  edges: readonly NaiveEdge[],
  direction: RelationshipDirection,
  depth: number,
  maximumNodes = 10_000,
) {
  return withEdges(edges, async (database, organizationId) => {
    const request = { rootId: root, direction, depth, maximumNodes };
    const { paths, truncated, depthReached } = await database.withTenant(organizationId, (tenant) =>
      traverseImpact(tenant, request),
    );
    return {
      ids: paths.ids,
      paths: paths.ids.map((id) => paths.pathTo(id)),
      depthOf: (id: string) => paths.depthOf(id),
      outcomeOf: (id: string) => [paths.depthOf(id), paths.howOf(id), paths.fails(id)],
      truncated,
      depthReached,
    };
  });
}

test('finds the nodes and paths that an enumeration of all paths finds', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      graph,
      fc.constantFrom(...relationshipDirections),
      fc.integer({ min: 1, max: 5 }),
      async (edges, direction, depth) => {
        const expected = traverseNaively(edges, root, direction, depth);
        const found = await traverse(edges, direction, depth);
        const byId = (a: readonly unknown[], b: readonly unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);
        deepEqual(
          found.ids.map((id, index) => [id, found.paths[index], found.outcomeOf(id)]).toSorted(byId),
          [...expected.values()]
            .map(({ node, nodes, edges: steps, how, fails }) => [
              node,
              [
                { id: root },
                ...steps.map(({ id, type }, index) => ({
                  id: nodes[index + 1],
                  relationshipId: id,
                  relationshipType: type,
                })),
              ],
              [steps.length, how, fails],
            ])
            .toSorted(byId),
        );
        const beyond = traverseNaively(edges, root, direction, depth + 1).values();
        deepEqual(
          found.depthReached,
          [...beyond].some(({ node, fails }) => fails && expected.get(node)?.fails !== true),
        );
        deepEqual(found.truncated, false);
      },
    ),
    { numRuns: 150 },
  );
  t.pass();
});

test('keeps the nearest nodes and reports the cut when more are within the depth', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      graph,
      fc.constantFrom(...relationshipDirections),
      fc.integer({ min: 1, max: 5 }),
      async (edges, direction, maximumNodes) => {
        const all = await traverse(edges, direction, 5);
        const cut = await traverse(edges, direction, 5, maximumNodes);
        deepEqual(cut.ids, all.ids.slice(0, maximumNodes));
        deepEqual(cut.truncated, all.ids.length > maximumNodes);
      },
    ),
    { numRuns: 60 },
  );
  t.pass();
});

test('reports the cut when the next node is reached only through a node of the full answer', async (t) => {
  const [root, low, contained, next] = [nodeId(0), nodeId(1), nodeId(2), nodeId(3)];
  const edges = (
    [
      // No path goes on from `low` at the first depth, because of the confidence, and one does at the second.
      [low, root, 'contained_in', 'low'],
      [root, contained, 'contains', 'high'],
      [low, contained, 'contained_in', 'high'],
      [next, low, 'contained_in', 'high'],
    ] as const
  ).map(([source, target, type, confidence]) => ({ id: randomUUID(), source, target, type, confidence }));
  t.deepEqual((await traverse(edges, 'incoming', 3)).ids, [contained, low, next]);
  const cut = await traverse(edges, 'incoming', 3, 2);
  t.deepEqual([cut.ids, cut.truncated], [[contained, low], true]);
  t.false((await traverse(edges, 'incoming', 2, 2)).truncated);
});

test('ignores stale relationships and those of other organizations', async (t) => {
  const edges: readonly NaiveEdge[] = [
    { id: randomUUID(), source: nodeId(1), target: root, type: 'uses', confidence: 'high' },
  ];
  await withEdges(edges, async () => undefined);
  t.deepEqual((await traverse([], 'incoming', 5)).ids, []);
  await withEdges(edges, async (database, organizationId) => {
    const ids = () =>
      database.withTenant(organizationId, async (tenant) => {
        const request = { rootId: root, direction: 'incoming', depth: 1, maximumNodes: 10 } as const;
        return (await traverseImpact(tenant, request)).paths.ids;
      });
    t.deepEqual(await ids(), [nodeId(1)]);
    await queryAsOwner(fixture.url, "update relationships set status = 'stale' where organization_id = $1", [
      organizationId,
    ]);
    t.deepEqual(await ids(), []);
  });
});
