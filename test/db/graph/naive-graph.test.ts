import { deepEqual } from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import type { GraphRequest } from '../../../db/graph/read/graph.ts';
import { readGraph } from '../../../db/graph/read/read-graph.ts';
import { readGraphNaively } from '../../support/graph/naive-graph.ts';
import type { NaiveGraph } from '../../support/graph/naive-graph.ts';
import { randomRequest, randomWorld, requestOf, writeWorld } from '../../support/graph/random-graph.ts';
import { useStoredScans } from '../../support/inventory/stored-scan.ts';

const scans = useStoredScans();

test('a graph equals the one of a naive model for random graphs, hubs, limits, filters and times', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      randomWorld,
      fc.array(randomRequest, { minLength: 6, maxLength: 6 }),
      async (world, requests) => {
        const { organizationId, accountId } = await scans.makeAccount();
        await writeWorld(scans.owner, organizationId, accountId, world);
        for (const random of requests) {
          const request = requestOf(world, random);
          deepEqual(await read(organizationId, request), readGraphNaively(world, request));
        }
      },
    ),
    // Shrinking a failure would take many minutes.
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 40), includeErrorInReport: true, endOnFailure: true },
  );
  t.pass();
});

async function read(organizationId: string, request: GraphRequest): Promise<NaiveGraph | undefined> {
  const graph = await scans.database.withTenant(organizationId, (tenant) => readGraph(tenant, request), {
    snapshot: true,
    readOnly: true,
  });
  if (graph === undefined) return undefined;
  return {
    nodes: graph.nodes.map(({ id, depth, hiddenEdges: hidden }) => ({
      id,
      depth,
      ...(hidden === undefined ? {} : { hidden }),
    })),
    edges: graph.edges
      .map(({ sourceId, targetId, relationshipType: type }) => `${sourceId} ${targetId} ${type}`)
      .toSorted((a, b) => (a < b ? -1 : 1)),
    truncated: graph.truncated,
  };
}
