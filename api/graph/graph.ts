import { z } from 'zod';
import { flag, repeatable } from '../../commands/inventory/parameter-values.ts';
import { getApplication } from '../../db/applications/application-store.ts';
import { findImpact } from '../../db/graph/read/impact-read-model.ts';
import type { NodeRow } from '../../db/graph/read/graph-node.ts';
import { readPictureTexts } from '../../db/graph/read/picture-texts.ts';
import { readGraph } from '../../db/graph/read/read-graph.ts';
import {
  findRelationship,
  listApplicationRelationships,
  listResourceRelationships,
} from '../../db/graph/read/relationship-read-model.ts';
import type { ListedRelationship, RelationshipFilter } from '../../db/graph/read/relationship-read-model.ts';
import { resourceExists } from '../../db/inventory/resource-read-model.ts';
import { freshnessOf } from '../../db/inventory/search/freshness.ts';
import { errors } from '../../domain/errors.ts';
import { drawGraph } from '../../domain/graph/draw-graph.ts';
import { relationshipDirections, relationshipStatuses, relationshipTypes } from '../../domain/values.ts';
import type { Principal } from '../http/access/principal.ts';
import { cutPage, pager, pagingParameters } from '../http/list.ts';
import { operation } from '../http/operation.ts';
import { sendText } from '../http/response/send-text.ts';
import { id, iso, timestamp, wholeNumber, confidence } from '../http/schemas.ts';
import { presentFreshness } from '../inventory/present-freshness.ts';
import { Freshness } from '../inventory/schemas.ts';
import type { Services } from '../services.ts';
import { graphParameters, readGraphRequest } from './graph-parameters.ts';
import {
  EdgeEvidence,
  GraphEdge,
  GraphNode,
  graphTag,
  presentEdge,
  presentNode,
  presentRelationship,
  RelationshipNode,
  RelationshipRow,
} from './graph-schemas.ts';
import { Impact, presentImpact } from './impact-schemas.ts';

const RelationshipList = z
  .object({ relationships: z.array(RelationshipRow), next_cursor: z.string().optional() })
  .meta({ id: 'RelationshipList' });

/** The filters of the lists of relationships. */
const relationshipFilters = {
  relationship_type: repeatable(z.enum(relationshipTypes)),
  direction: repeatable(z.enum(relationshipDirections)),
  confidence: repeatable(confidence),
  status: repeatable(z.enum(relationshipStatuses)).describe('Default: `active`'),
};

type FilterQuery = {
  [K in keyof typeof relationshipFilters]?: z.output<(typeof relationshipFilters)[K]> | undefined;
};

const defaultDepth = 3;
/** The limit of visited nodes bounds the traversal. */
const maximumDepth = 10;

export const graphOperations = [
  operation({
    id: 'listResourceRelationships',
    method: 'GET',
    path: '/resources/{id}/relationships',
    tag: graphTag,
    summary: 'List the relationships of a resource',
    description: '`direction` is seen from the resource: it is the source of `outgoing` relationships.',
    access: 'graph:read',
    query: z.strictObject({ ...relationshipFilters, ...pagingParameters }),
    success: [200, RelationshipList],
    async handle(context) {
      const { query, tenant, params } = context;
      if (!(await resourceExists(tenant, params.id))) throw errors.notFound();
      return presentPage(context, `relationships of the resource ${params.id}`, (limit, after) =>
        listResourceRelationships(tenant, params.id, readRelationshipFilter(query), limit, after),
      );
    },
  }),
  operation({
    id: 'listApplicationRelationships',
    method: 'GET',
    path: '/applications/{id}/relationships',
    tag: graphTag,
    summary: 'List the relationships of an application with resources outside of it',
    description:
      'Returns the relationships of declared, confirmed and inferred members with nodes that are no such members: ' +
      '`via_member` is the member and `peer` the other end. The member is the source of `outgoing` relationships.',
    access: 'graph:read',
    transaction: 'snapshot',
    query: z.strictObject({ ...relationshipFilters, ...pagingParameters }),
    success: [200, RelationshipList],
    async handle(context) {
      const { query, tenant, params } = context;
      const { id } = await getApplication(tenant, params.id);
      return presentPage(context, `relationships of the application ${id}`, (limit, after) =>
        listApplicationRelationships(tenant, id, readRelationshipFilter(query), limit, after),
      );
    },
  }),
  operation({
    id: 'getGraph',
    method: 'GET',
    path: '/graph',
    tag: graphTag,
    summary: 'Get the graph around a resource or application, or of the resources that match filters',
    description:
      'With a root, returns the nodes up to `depth` edges away, breadth first by parent, confidence, relationship type and ' +
      'id; with filters, nodes other than the root must match them. Without a root, returns the matching resources and the ' +
      'edges between them. All active edges between returned nodes are returned. Nodes other than the root lead to at most 50 ' +
      'neighbours of each relationship type. `truncated` is true if this number or `limit` cut something; each cut node has ' +
      '`hidden_edges`. The members of an application are at depth 1, with edges `has_member`. With `level`, resources are ' +
      'merged into their applications or owning teams, and edges are `depends_on`: the source fails if the target fails. ' +
      '`format` returns the graph as text, of at most 500 edges and 50,000 characters.',
    access: 'graph:read',
    transaction: 'snapshot',
    query: graphParameters,
    success: [
      200,
      z
        .object({
          nodes: z.array(GraphNode),
          edges: z.array(GraphEdge),
          truncated: z.boolean(),
          freshness: Freshness,
        })
        .meta({ id: 'InfrastructureGraph' }),
      'application/json',
      'text/plain',
    ],
    async handle({ query, tenant, services, response }) {
      const request = await readGraphRequest(tenant, query, services.configuration.revisionRetentionDays);
      const graph = await readGraph(tenant, request);
      if (graph === undefined) throw errors.validationFailed('root_id', 'does not exist');
      const texts =
        query.format === 'json' && query.include === undefined
          ? undefined
          : await readPictureTexts(tenant, graph.nodes);
      const groupsOf = (node: NodeRow) => ({
        account: texts?.accountOf(node),
        application: texts?.applicationOf(node),
      });
      if (query.format !== 'json') {
        const nodes = graph.nodes.map((node) => ({ ...node, ...groupsOf(node) }));
        sendText(response, 200, drawGraph({ ...graph, nodes, rootId: request.root?.id }, query.format));
        return undefined;
      }
      return {
        nodes: graph.nodes.map(({ depth, hiddenEdges, ...node }) => ({
          ...presentNode(node),
          depth,
          hidden_edges: hiddenEdges,
          ...(texts === undefined ? {} : { groups: groupsOf(node) }),
        })),
        edges: graph.edges.map(presentEdge),
        truncated: graph.truncated,
        freshness: presentFreshness(await freshnessOf(tenant, request.filter.asOf)),
      };
    },
  }),
  operation({
    id: 'getImpact',
    method: 'GET',
    path: '/graph/impact',
    tag: graphTag,
    summary: 'Get the impact of a resource',
    description:
      'Returns the resources that depend on a resource, grouped by application, team and environment, with the path to ' +
      'each. `how` says what happens to a resource: it stops, degrades, cannot be changed, or nothing happens (`observes`). ' +
      'Groups count the resources that stop or degrade. A path ends at a relationship with low confidence, and at one that ' +
      'fails neither end, such as `logs_to`. Visits at most 10,000 nodes.',
    access: 'graph:read',
    transaction: 'snapshot',
    query: z.strictObject({
      resource_id: id,
      direction: z
        .enum(relationshipDirections)
        .default('incoming')
        .describe('`incoming`: resources that fail with it. `outgoing`: resources that it needs'),
      depth: wholeNumber(1, maximumDepth)
        .default(defaultDepth)
        .describe('Maximum number of relationships on a path'),
      fails: flag.optional().describe('Only nodes that fail, or only those that do not'),
    }),
    success: [200, Impact],
    async handle({ query, tenant }) {
      const { resource_id: resourceId, direction, depth, fails } = query;
      const impact = await findImpact(tenant, resourceId, direction, depth, fails);
      if (impact === undefined) throw errors.validationFailed('resource_id', 'does not exist');
      const freshness = presentFreshness(await freshnessOf(tenant));
      return { ...presentImpact(impact), direction, depth, freshness };
    },
  }),
  operation({
    id: 'getRelationship',
    method: 'GET',
    path: '/graph/relationships/{id}',
    tag: graphTag,
    summary: 'Get a relationship with its evidence',
    description:
      'The relationship is seen from its source: `direction` is `outgoing`, and `peer` is the target.',
    access: 'graph:read',
    success: [
      200,
      RelationshipRow.omit({ via_member: true })
        .extend({
          source: RelationshipNode,
          target: RelationshipNode,
          first_observed_at: timestamp,
          stale_at: timestamp.optional().describe('When an extraction no longer found the relationship'),
          evidence: z.array(EdgeEvidence).describe('At most 50 entries of the last observation'),
        })
        .meta({ id: 'Relationship' }),
    ],
    async handle({ params, tenant }) {
      const found = await findRelationship(tenant, params.id);
      if (found === undefined || found.source === undefined || found.target === undefined)
        throw errors.notFound();
      const { source, target, evidence } = found;
      return {
        ...presentRelationship({ ...found, direction: 'outgoing', peer: target, viaMember: undefined }),
        source: presentNode(source),
        target: presentNode(target),
        first_observed_at: iso(found.firstObservedAt),
        stale_at: iso(found.staleAt),
        evidence: evidence.map((entry) => ({
          kind: entry.kind,
          path: entry.path,
          value: entry.value,
          observed_at: iso(new Date(entry.observed_at)),
          scan_id: entry.scan_id ?? undefined,
        })),
      };
    },
  }),
];

function readRelationshipFilter(query: FilterQuery): RelationshipFilter {
  return {
    types: query.relationship_type,
    directions: query.direction,
    confidences: query.confidence,
    statuses: query.status ?? ['active'],
  };
}

/**
 * Reads and presents a page of relationships. A page is shorter than its limit if it has relationships with a resource that was
 * removed with its account: these are skipped.
 * @throws CatalogueError `validation_failed` for `cursor`.
 */
async function presentPage(
  context: {
    readonly principal: Principal;
    readonly services: Services;
    readonly query: FilterQuery & { readonly limit: number; readonly cursor?: string | undefined };
  },
  name: string,
  read: (limit: number, after: string | undefined) => Promise<readonly ListedRelationship[]>,
) {
  const { request, envelope } = pager(context, name, context.query);
  const { limit } = request;
  const { rows, next } = cutPage(await read(limit, request.after?.[0]?.toString()), limit, ({ id }) => [id]);
  const known = rows.flatMap(({ peer, ...row }) => (peer === undefined ? [] : [{ ...row, peer }]));
  const { items: relationships, ...rest } = envelope({ rows: known, next }, presentRelationship);
  return { relationships, ...rest };
}
