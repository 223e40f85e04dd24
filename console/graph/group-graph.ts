import type { GraphEdge, GraphNode } from '../../api-client/api-types.ts';
import { pageOfNode } from './page-of-node.ts';

export const graphGroupings = ['account', 'vpc', 'application'] as const;
export type GraphGrouping = (typeof graphGroupings)[number];

/** A node of the picture: a node of the graph, or a closed group in the place of its members. */
export interface PictureNode {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly page?: string;
  /** The open group that surrounds it. */
  readonly groupId?: string;
  /** Number of the members of a closed group. */
  readonly members?: number;
}

export interface PictureEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** The type of the relationship; of merged ones their number. */
  readonly label: string;
}

export interface PictureGroup {
  readonly id: string;
  readonly name: string;
  readonly members: number;
  readonly isOpen: boolean;
}

export interface GroupedGraph {
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
  readonly groups: readonly PictureGroup[];
}

const vpcType = 'AWS::EC2::VPC';
const containment = new Set(['contained_in', 'member_of']);
const maximumLevels = 4;

/**
 * Returns the nodes and edges of a picture. A closed group is one node, and the edges between two nodes of the picture are
 * merged; edges inside of a closed group are left out. The VPC of a node is the one to which its relationships `contained_in`
 * lead within the graph.
 * @param closed ids of closed groups
 */
export function groupGraph(
  { nodes, edges }: { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] },
  grouping: GraphGrouping | undefined,
  closed: ReadonlySet<string>,
): GroupedGraph {
  const nameOf = groupNames(nodes, edges, grouping);
  const members = Map.groupBy(
    nodes.filter(({ id }) => nameOf.has(id)),
    ({ id }) => idOfGroup(nameOf.get(id)?.key ?? ''),
  );
  const groups = [...members].map(([id, inside]) => ({
    id,
    name: nameOf.get(inside[0]?.id ?? '')?.name ?? '',
    members: inside.length,
    isOpen: !closed.has(id),
  }));
  const closedGroups = groups.filter(({ isOpen }) => !isOpen);
  const places = new Map(
    nodes.map(({ id }) => {
      const group = nameOf.get(id);
      const groupId = group === undefined ? undefined : idOfGroup(group.key);
      return [id, groupId !== undefined && closed.has(groupId) ? groupId : id] as const;
    }),
  );
  return {
    nodes: [
      ...nodes
        .filter(({ id }) => places.get(id) === id)
        .map((node) => {
          const group = nameOf.get(node.id);
          const page = pageOfNode(node);
          return {
            id: node.id,
            name: node.name,
            kind: node.resource_type ?? node.entity_type,
            ...(page === undefined ? {} : { page }),
            ...(group === undefined ? {} : { groupId: idOfGroup(group.key) }),
          };
        }),
      ...closedGroups.map(({ id, name, members: count }) => ({ id, name, kind: 'group', members: count })),
    ],
    edges: mergeEdges(edges, places),
    groups,
  };
}

interface NamedGroup {
  readonly key: string;
  readonly name: string;
}

function idOfGroup(key: string): string {
  return `group ${key}`;
}

function groupNames(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  grouping: GraphGrouping | undefined,
): ReadonlyMap<string, NamedGroup> {
  if (grouping === 'vpc') return vpcsOf(nodes, edges);
  return new Map(
    nodes.flatMap((node) => {
      const name = grouping === undefined ? undefined : node.groups?.[grouping];
      return name === undefined ? [] : [[node.id, { key: name, name }] as const];
    }),
  );
}

function vpcsOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): ReadonlyMap<string, NamedGroup> {
  const found = new Map(
    nodes
      .filter(({ resource_type: type }) => type === vpcType)
      .map(({ id, name }) => [id, { key: id, name }] as const),
  );
  const contained = edges.filter(({ relationship_type: type }) => containment.has(type));
  for (let level = 0; level < maximumLevels; level += 1)
    for (const { source_id: source, target_id: target } of contained) {
      const vpc = found.get(target);
      if (vpc !== undefined && !found.has(source)) found.set(source, vpc);
    }
  return found;
}

function mergeEdges(
  edges: readonly GraphEdge[],
  places: ReadonlyMap<string, string>,
): readonly PictureEdge[] {
  const moved = edges.flatMap((edge) => {
    const source = places.get(edge.source_id);
    const target = places.get(edge.target_id);
    const isInside = source === target && edge.source_id !== edge.target_id;
    return source === undefined || target === undefined || isInside ? [] : [{ edge, source, target }];
  });
  return [...Map.groupBy(moved, ({ source, target }) => `${source} ${target}`).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const types = [...new Set(same.map(({ edge }) => edge.relationship_type))];
    return [
      {
        id: first.edge.id,
        source: first.source,
        target: first.target,
        label: types.length === 1 ? (types[0] ?? '').replaceAll('_', ' ') : `${types.length} relationships`,
      },
    ];
  });
}
