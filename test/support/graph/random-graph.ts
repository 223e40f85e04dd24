import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { GraphRequest } from '../../../db/graph/graph.ts';
import { confidences } from '../../../domain/values.ts';
import { storedGraph } from './insert-edges.ts';
import type { NaiveEdge, NaiveNode, NaiveWorld } from './naive-graph.ts';

const start = Date.UTC(2026, 0, 1);
/** Hours after a fixed time. Resources are discovered at hour 0 or 2 and deleted at hour 4. */
export const hour = (number: number) => start + number * 3_600_000;

const types = ['AWS::S3::Bucket', 'AWS::SQS::Queue'];
const regions = ['eu-west-1', 'global'];
const edgeTypes = ['uses', 'triggers', 'contained_in'] as const;

const node = fc.record({
  kind: fc.constantFrom('resource' as const, 'resource' as const, 'resource' as const, 'external' as const),
  type: fc.constantFrom(...types),
  region: fc.constantFrom(...regions),
  from: fc.constantFrom(0, 0, 2),
  isDeleted: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
});

const periods = fc.constantFrom<readonly (readonly [number, number | null])[]>(
  [[0, null]],
  [[0, null]],
  [[3, null]],
  [
    [0, 1],
    [3, null],
  ],
  [[0, 3]],
);

/** Edges between random nodes, and hubs: a node with one edge to each of many consecutive nodes. */
const edges = fc.array(
  fc.record({
    from: fc.nat(),
    to: fc.nat(),
    /** The number of consecutive targets. */
    span: fc.oneof(
      { weight: 8, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.integer({ min: 45, max: 70 }) },
    ),
    isReversed: fc.boolean(),
    type: fc.constantFrom(...edgeTypes),
    confidence: fc.constantFrom(...confidences),
    periods,
  }),
  { maxLength: 60 },
);

export const randomWorld = fc
  .record({
    nodes: fc.array(node, { minLength: 2, maxLength: 120 }),
    edges,
    members: fc.array(fc.nat(), { maxLength: 12 }),
  })
  .map(({ nodes: given, edges: givenEdges, members }): NaiveWorld => {
    const nodes = given.map(({ kind, type, region, from, isDeleted }): NaiveNode => ({
      id: randomUUID(),
      kind,
      type,
      region,
      from: hour(from),
      deletedAt: kind === 'resource' && isDeleted ? hour(4) : null,
    }));
    const idAt = (index: number) => nodes[index % nodes.length]?.id ?? '';
    const byIdentity = new Map<string, NaiveEdge>();
    for (const { from, to, span, isReversed, type, confidence, periods: hours } of givenEdges)
      for (let step = 0; step < span; step += 1) {
        const ends = [idAt(from), idAt((to % nodes.length) + step)] as const;
        const [source, target] = isReversed ? [ends[1], ends[0]] : ends;
        if (source === target) continue;
        byIdentity.set(`${source} ${target} ${type}`, {
          id: randomUUID(),
          source,
          target,
          type,
          confidence,
          periods: hours.map(([begin, end]) => [hour(begin), end === null ? null : hour(end)] as const),
        });
      }
    const resources = nodes.filter(({ kind }) => kind === 'resource');
    const memberIds = members.flatMap((index) => resources[index % Math.max(1, resources.length)]?.id ?? []);
    return {
      nodes,
      edges: [...byIdentity.values()],
      application: { id: randomUUID(), members: [...new Set(memberIds)] },
    };
  });

const some = <T>(...values: readonly T[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 }), {
    nil: undefined,
    freq: 3,
  });

/** A request; `root` is the number of a node. */
export const randomRequest = fc.record({
  root: fc.option(
    fc.record({ index: fc.nat(), isApplication: fc.integer({ min: 0, max: 3 }).map((n) => n === 0) }),
    {
      nil: undefined,
      freq: 6,
    },
  ),
  depth: fc.integer({ min: 1, max: 5 }),
  limit: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(200)),
  types: some(...edgeTypes),
  directions: fc.constantFrom(undefined, ['outgoing' as const], ['incoming' as const]),
  resourceTypes: some(...types),
  regions: some(...regions),
  asOf: fc.option(fc.constantFrom(1, 3, 5), { nil: undefined, freq: 3 }),
});

export function requestOf(
  world: NaiveWorld,
  {
    root,
    depth,
    limit,
    types: edgeFilter,
    directions,
    ...filter
  }: typeof randomRequest extends fc.Arbitrary<infer R> ? R : never,
): GraphRequest {
  const resources = world.nodes.filter(({ kind, from }) => kind === 'resource' && from === hour(0));
  const isApplication = root?.isApplication === true;
  const rootId = isApplication
    ? world.application.id
    : resources[(root?.index ?? 0) % Math.max(1, resources.length)]?.id;
  return {
    root:
      root === undefined || rootId === undefined
        ? undefined
        : { type: isApplication ? 'application' : 'resource', id: rootId },
    depth,
    limit,
    types: edgeFilter,
    directions,
    level: 'resource',
    filter: {
      resourceTypes: filter.resourceTypes,
      regions: filter.regions,
      asOf: filter.asOf === undefined || isApplication ? undefined : new Date(hour(filter.asOf)),
    },
  };
}

/** Queries as superuser. */
type Owner = Parameters<typeof storedGraph>[0];

/** Inserts the nodes, edges and memberships of a random world. */
export async function writeWorld(
  owner: Owner,
  organizationId: string,
  accountId: string,
  world: NaiveWorld,
): Promise<void> {
  const graph = storedGraph(owner, organizationId);
  await graph.resources(
    world.nodes
      .filter(({ kind }) => kind === 'resource')
      .map(({ id, type, region, from }) => ({ id, accountId, type, region, at: new Date(from) })),
  );
  await owner.query(
    `update resources set status = 'deleted', deleted_at = $3, last_changed_at = $3
     where organization_id = $1 and id = any($2)`,
    [
      organizationId,
      world.nodes.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id),
      new Date(hour(4)),
    ],
  );
  await graph.externalNodes(
    world.nodes
      .filter(({ kind }) => kind === 'external')
      .map(({ id, type, region }) => ({ id, identifier: `arn:${id}`, type, region })),
  );
  await graph.edges(
    world.edges.map(({ periods: active, ...edge }) => {
      const last = active.at(-1)?.[1] ?? null;
      return {
        ...edge,
        staleAt: last === null ? null : new Date(last),
        periods: active.map(([from, to]) => [new Date(from), to === null ? null : new Date(to)] as const),
      };
    }),
  );
  const { application } = world;
  await owner.query(
    'insert into applications (organization_id, id, name, slug) values ($1, $2::uuid, $3, $2::uuid::text)',
    [organizationId, application.id, 'Application'],
  );
  await owner.query(
    `insert into memberships (organization_id, application_id, resource_id, status, source, confidence)
     select $1, $2, unnest($3::uuid[]), 'declared', 'declared', 'high'`,
    [organizationId, application.id, application.members],
  );
}
