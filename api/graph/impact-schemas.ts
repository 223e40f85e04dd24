import { z } from 'zod';
import type { ImpactGroupRow, ImpactPathStep, ImpactRow } from '../../db/graph/read/impact-read-model.ts';
import { failureKinds, relationshipDirections, relationshipTypes } from '../../domain/values.ts';
import { id } from '../http/schemas.ts';
import { Freshness } from '../inventory/schemas.ts';
import { GraphNode, presentNode, RelationshipNode } from './graph-schemas.ts';

const ImpactPath = z
  .array(
    z.object({
      node: RelationshipNode,
      relationship_id: id.optional().describe('Relationship to the previous node; missing at the root'),
      relationship_type: z.enum(relationshipTypes).optional(),
    }),
  )
  .describe(
    'Shortest path from the root to the node on which every relationship fails, else the shortest one; of several, the one ' +
      'with the best confidence',
  );

const Named = z.object({ id, name: z.string() });
const groupFields = {
  resources: z.int().describe('Number of nodes that fail'),
  touched: z.int().describe('Number of all nodes, also of those that do not fail'),
  path: ImpactPath.describe('Path to the nearest node of the group that fails, else to the nearest one'),
};

export const Impact = z
  .object({
    root: GraphNode,
    direction: z.enum(relationshipDirections),
    depth: z.int(),
    truncated: z.boolean().describe('More than 10,000 nodes are within the depth'),
    depth_reached: z.boolean().describe('More nodes fail beyond the depth'),
    resources: z
      .array(
        GraphNode.extend({
          fails: z.boolean().describe('The node stops or degrades'),
          how: z.enum(failureKinds).describe('What happens to the node: the weakest failure on its path'),
          path: ImpactPath,
        }),
      )
      .describe('The nearest 500 nodes, by depth, confidence of the path and id'),
    by_application: z
      .array(z.object({ application: Named.optional(), ...groupFields }))
      .describe('Declared, confirmed and inferred memberships'),
    by_team: z
      .array(z.object({ team: Named.optional(), ...groupFields }))
      .describe('Owners, as `GET /resources/{id}/ownership` returns'),
    by_environment: z.array(z.object({ environment: Named.optional(), ...groupFields })),
    freshness: Freshness,
  })
  .meta({ id: 'Impact' });

export function presentImpact({ root, truncated, depthReached, nodes, ...groups }: ImpactRow) {
  return {
    root: { ...presentNode(root), depth: 0 },
    truncated,
    depth_reached: depthReached,
    resources: nodes.map(({ node, depth, fails, how, path }) => ({
      ...presentNode(node),
      depth,
      fails,
      how,
      path: path.map(presentStep),
    })),
    by_application: groups.byApplication.map((group) => ({
      application: group.key ?? undefined,
      ...presentGroup(group),
    })),
    by_team: groups.byTeam.map((group) => ({ team: group.key ?? undefined, ...presentGroup(group) })),
    by_environment: groups.byEnvironment.map((group) => ({
      environment: group.key ?? undefined,
      ...presentGroup(group),
    })),
  };
}

function presentGroup({ resources, touched, path }: ImpactGroupRow) {
  return { resources, touched, path: path.map(presentStep) };
}

function presentStep({ node, relationshipId, relationshipType }: ImpactPathStep) {
  return { node: presentNode(node), relationship_id: relationshipId, relationship_type: relationshipType };
}
