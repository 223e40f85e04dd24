import { z } from 'zod';
import { repeatable } from '../../commands/inventory/parameter-values.ts';
import { findPaths } from '../../db/graph/read/find-paths.ts';
import { nodeExists } from '../../db/graph/read/graph-node.ts';
import { errors } from '../../domain/errors.ts';
import { pathDirections, relationshipTypes } from '../../domain/values.ts';
import { operation } from '../http/operation.ts';
import { id } from '../http/schemas.ts';
import { GraphEdge, graphTag, presentEdge, presentNode, RelationshipNode } from './graph-schemas.ts';

export const pathOperations = [
  operation({
    id: 'listPaths',
    method: 'GET',
    path: '/graph/paths',
    tag: graphTag,
    summary: 'Find the shortest paths between two nodes',
    description:
      'Returns the shortest paths of active relationships from one node to another, at most ten, of at most eight ' +
      'relationships. A path leads from sources to targets, or with `direction` `any` in both directions. `truncated` is true if ' +
      'there are more than ten, or if the search reached a limit: 1,000 neighbours of a node, and 20,000 nodes in all.',
    access: 'graph:read',
    transaction: 'snapshot',
    query: z.strictObject({
      from: id.describe('Resource or external node at which the paths begin'),
      to: id.describe('Resource or external node at which the paths end'),
      relationship_type: repeatable(z.enum(relationshipTypes)),
      direction: z.enum(pathDirections).default('outgoing'),
    }),
    success: [
      200,
      z
        .object({
          paths: z.array(
            z
              .object({
                nodes: z.array(RelationshipNode).describe('From the first to the last node'),
                edges: z.array(GraphEdge).describe('The relationship after each node but the last'),
              })
              .meta({ id: 'GraphPath' }),
          ),
          truncated: z.boolean(),
        })
        .meta({ id: 'GraphPaths' }),
    ],
    async handle({ query, tenant }) {
      const { from, to, relationship_type: types, direction } = query;
      if (!(await nodeExists(tenant, from))) throw errors.validationFailed('from', 'does not exist');
      if (!(await nodeExists(tenant, to))) throw errors.validationFailed('to', 'does not exist');
      const { paths, truncated } = await findPaths(tenant, { from, to, types, direction });
      return {
        paths: paths.map(({ nodes, edges }) => ({
          nodes: nodes.map(presentNode),
          edges: edges.map(presentEdge),
        })),
        truncated,
      };
    },
  }),
];
