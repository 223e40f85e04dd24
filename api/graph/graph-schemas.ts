import { z } from 'zod';
import type { NodeRow } from '../../db/graph/read/graph-node.ts';
import type { EdgeRow, RelationshipRow as StoredRow } from '../../db/graph/read/relationship-row.ts';
import {
  edgeEvidenceKinds,
  graphEntityTypes,
  graphLinkTypes,
  relationshipDirections,
  relationshipStatuses,
  relationshipTypes,
} from '../../domain/values.ts';
import { accountNumber, freeForm, id, iso, timestamp, confidence } from '../http/schemas.ts';

export const graphTag = 'Graph';

const nodeFields = {
  entity_type: z.enum(graphEntityTypes),
  id,
  name: z
    .string()
    .describe('Of a resource its name or native id, of an external node the identifier of the reference'),
  resource_type: z.string().optional(),
  aws_account_id: id.optional().describe('Absent for an account that is not connected'),
  account_id: accountNumber
    .optional()
    .describe('Of an external node, the 12 digits of the account that the reference names'),
  region: z.string().optional(),
};

export const RelationshipNode = z.object(nodeFields).meta({ id: 'RelationshipNode' });

export const GraphNode = z
  .object({
    ...nodeFields,
    depth: z.int().describe('Number of edges from the root'),
    hidden_edges: z
      .int()
      .optional()
      .describe('Number of edges of the node to nodes that a limit left out of the response'),
    groups: z
      .object({
        account: z.string().optional().describe('The 12 digits of the account, and its name'),
        application: z
          .string()
          .optional()
          .describe('Name of an application of the resource; of several, the first by name'),
      })
      .optional()
      .describe('Present with `include=groups`'),
  })
  .meta({ id: 'GraphNode' });

export const GraphEdge = z
  .object({
    id,
    source_id: id,
    target_id: id,
    relationship_type: z.enum([...relationshipTypes, ...graphLinkTypes]),
    confidence: confidence,
    status: z.enum(relationshipStatuses),
    last_observed_at: timestamp,
  })
  .meta({ id: 'GraphEdge' });

/** Source: the interface specification, "Relationship row". */
export const RelationshipRow = z
  .object({
    id,
    relationship_type: z.enum(relationshipTypes),
    direction: z.enum(relationshipDirections),
    confidence: confidence,
    status: z.enum(relationshipStatuses),
    properties: freeForm,
    evidence_count: z.int(),
    last_observed_at: timestamp,
    peer: RelationshipNode.describe('The other end'),
    via_member: RelationshipNode.optional().describe('The member of the application'),
  })
  .meta({ id: 'RelationshipRow' });

export const EdgeEvidence = z
  .object({
    kind: z.enum(edgeEvidenceKinds),
    path: z.string(),
    value: z.string(),
    observed_at: timestamp,
    scan_id: id.optional(),
  })
  .meta({ id: 'EdgeEvidence' });

export function presentNode(row: NodeRow) {
  return {
    entity_type: row.entityType,
    id: row.id,
    name: row.name,
    resource_type: row.resourceType,
    aws_account_id: row.awsAccountId,
    account_id: row.accountId,
    region: row.region,
  };
}

export function presentEdge(row: EdgeRow) {
  return {
    id: row.id,
    source_id: row.sourceId,
    target_id: row.targetId,
    relationship_type: row.relationshipType,
    confidence: row.confidence,
    status: row.status,
    last_observed_at: iso(row.lastObservedAt),
  };
}

export function presentRelationship(row: StoredRow) {
  return {
    id: row.id,
    relationship_type: row.relationshipType,
    direction: row.direction,
    confidence: row.confidence,
    status: row.status,
    properties: row.properties,
    evidence_count: row.evidenceCount,
    last_observed_at: iso(row.lastObservedAt),
    peer: presentNode(row.peer),
    via_member: row.viaMember === undefined ? undefined : presentNode(row.viaMember),
  };
}
