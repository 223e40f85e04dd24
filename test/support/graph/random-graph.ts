import { endOfMillisecond } from '../../../domain/inventory/history-time.ts';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { GraphRequest } from '../../../db/graph/read/graph.ts';
import { confidences } from '../../../domain/values.ts';
import { storedGraph } from './insert-edges.ts';
import type { NaiveEdge, NaiveGroup, NaiveNode, NaiveWorld } from './naive-graph.ts';

const start = Date.UTC(2026, 0, 1);
/** Hours after a fixed time. Resources are discovered at hour 0 or 2 and deleted at hour 4. */
export const hour = (number: number) => start + number * 3_600_000;

const types = ['AWS::S3::Bucket', 'AWS::SQS::Queue'];
const regions = ['eu-west-1', 'global'];
const edgeTypes = ['uses', 'triggers', 'attached_to', 'monitors'] as const;

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
      { weight: 4, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.integer({ min: 45, max: 70 }) },
    ),
    isReversed: fc.boolean(),
    type: fc.constantFrom(...edgeTypes),
    confidence: fc.constantFrom(...confidences),
    periods,
  }),
  { maxLength: 40, size: 'max' },
);

export const randomWorld = fc
  .record({
    nodes: fc.oneof(
      fc.array(node, { minLength: 2, maxLength: 20, size: 'max' }),
      fc.array(node, { minLength: 80, maxLength: 120, size: 'max' }),
    ),
    edges,
    applications: fc.oneof(
      {
        weight: 3,
        arbitrary: fc.array(fc.array(fc.nat(), { maxLength: 12 }), { minLength: 1, maxLength: 5 }),
      },
      {
        weight: 1,
        arbitrary: fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 1 }), {
          minLength: 60,
          maxLength: 80,
        }),
      },
    ),
    owners: fc.array(fc.tuple(fc.nat(), fc.nat(3)), { maxLength: 40 }),
  })
  .map(({ nodes: given, edges: givenEdges, applications, owners }): NaiveWorld => {
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
    const resourceAt = (index: number) => resources[index % Math.max(1, resources.length)]?.id;
    const ownerOf = new Map(owners.map(([index, team]) => [resourceAt(index), team]));
    return {
      nodes,
      edges: [...byIdentity.values()],
      applications: applications.map((members) => ({
        id: randomUUID(),
        members: [...new Set(members.flatMap((index) => resourceAt(index) ?? []))],
      })),
      teams: Array.from({ length: 4 }, (_, team) => ({
        id: randomUUID(),
        members: [...ownerOf].flatMap(([id, owner]) => (owner === team && id !== undefined ? [id] : [])),
      })),
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
    { nil: undefined, freq: 6 },
  ),
  level: fc.constantFrom('resource' as const, 'resource' as const, 'application' as const, 'team' as const),
  depth: fc.integer({ min: 1, max: 5 }),
  limit: fc.oneof(fc.integer({ min: 1, max: 120 }), fc.constant(200)),
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
    level,
    ...filter
  }: typeof randomRequest extends fc.Arbitrary<infer R> ? R : never,
): GraphRequest {
  const resources = world.nodes.filter(({ kind, from }) => kind === 'resource' && from === hour(0));
  const isApplication = root?.isApplication === true;
  const rootId = isApplication
    ? (world.applications[0]?.id ?? '')
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
    level,
    filter: {
      resourceTypes: filter.resourceTypes,
      regions: filter.regions,
      asOf:
        filter.asOf === undefined || isApplication || level !== 'resource'
          ? undefined
          : endOfMillisecond(new Date(hour(filter.asOf))),
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
  const members = (groups: readonly NaiveGroup[]) =>
    JSON.stringify(groups.flatMap(({ id, members: ids }) => ids.map((resource) => ({ id, resource }))));
  const ids = (groups: readonly NaiveGroup[]) => groups.map(({ id }) => id);
  await owner.query(
    `insert into applications (organization_id, id, name, slug) select $1, id, 'Application', id::text
     from unnest($2::uuid[]) given (id)`,
    [organizationId, ids(world.applications)],
  );
  await owner.query(
    `insert into memberships (organization_id, application_id, resource_id, status, source, confidence)
     select $1, id, resource, 'declared', 'declared', 'high'
     from jsonb_to_recordset($2::jsonb) as o(id uuid, resource uuid)`,
    [organizationId, members(world.applications)],
  );
  await owner.query(
    `insert into teams (organization_id, id, name, slug) select $1, id, 'Team', id::text
     from unnest($2::uuid[]) given (id)`,
    [organizationId, ids(world.teams)],
  );
  await owner.query(
    `insert into resource_teams (organization_id, resource_id, team_id, rule_id, confidence)
     select $1, resource, id, gen_random_uuid(), 'high' from jsonb_to_recordset($2::jsonb) as o(id uuid, resource uuid)`,
    [organizationId, members(world.teams)],
  );
}
