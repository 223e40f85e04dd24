import { z } from 'zod';
import { freshnessOf } from '../../db/inventory/search/freshness.ts';
import { readGraph } from '../../db/graph/read/read-graph.ts';
import { drawGraph } from '../../domain/graph/draw-graph.ts';
import { errors } from '../../domain/errors.ts';
import { operation } from '../http/operation.ts';
import { sendText } from '../http/response/send-text.ts';
import { presentFreshness } from '../inventory/present-freshness.ts';
import { Freshness } from '../inventory/schemas.ts';
import { graphParameters, readGraphRequest } from './graph-parameters.ts';
import { GraphEdge, GraphNode, graphTag, presentEdge, presentNode } from './graph-schemas.ts';

export const getGraph = operation({
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
    z.object({
      nodes: z.array(GraphNode),
      edges: z.array(GraphEdge),
      truncated: z.boolean(),
      freshness: Freshness,
    }),
    'application/json',
    'text/plain',
  ],
  async handle({ query, tenant, services, response }) {
    const request = readGraphRequest(query, services.configuration.revisionRetentionDays);
    const graph = await readGraph(tenant, request);
    if (graph === undefined) throw errors.validationFailed('root_id', 'does not exist');
    if (query.format !== 'json') {
      sendText(response, 200, drawGraph(graph, query.format));
      return undefined;
    }
    return {
      nodes: graph.nodes.map(({ depth, hiddenEdges, ...node }) => ({
        ...presentNode(node),
        depth,
        hidden_edges: hiddenEdges,
      })),
      edges: graph.edges.map(presentEdge),
      truncated: graph.truncated,
      freshness: presentFreshness(await freshnessOf(tenant, request.filter.asOf)),
    };
  },
});
