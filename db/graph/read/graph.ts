import type { ResourceFilter } from '../../../domain/inventory/resource-filter.ts';
import type { GraphRootType, RelationshipDirection, RelationshipType } from '../../../domain/values.ts';
import type { NodeRow } from './graph-node.ts';
import type { EdgeRow } from './relationship-row.ts';

export interface GraphRoot {
  readonly type: GraphRootType;
  /** Of an organizational unit the `ou_path` of its accounts, else the id of the record. */
  readonly id: string;
}

/** What a node stands for. With `application` or `team`, resources are merged into the ones that they belong to. */
export const graphLevels = ['resource', 'application', 'team'] as const;
export type GraphLevel = (typeof graphLevels)[number];

export interface GraphRequest {
  /** Without a root, the graph contains the resources that match the filter, and no others. */
  readonly root: GraphRoot | undefined;
  readonly filter: ResourceFilter;
  readonly types: readonly RelationshipType[] | undefined;
  readonly directions: readonly RelationshipDirection[] | undefined;
  readonly level: GraphLevel;
  /** The number of edges from the root. */
  readonly depth: number;
  /** The maximum number of nodes. */
  readonly limit: number;
}

export interface GraphNodeRow extends NodeRow {
  readonly depth: number;
  /** Set for a node from which a limit cut edges. */
  readonly hiddenEdges?: number;
}

export interface Graph {
  /** In the order in which they were found. */
  readonly nodes: readonly GraphNodeRow[];
  readonly edges: readonly EdgeRow[];
  /** Whether a limit cut nodes or edges. */
  readonly truncated: boolean;
}

/** Nodes other than the root pass on this many neighbours of each relationship type. */
export const maximumOfType = 50;

/** A response has at most this many edges: 2,000 nodes that all reference each other have four million. */
export const maximumEdges = 20_000;
