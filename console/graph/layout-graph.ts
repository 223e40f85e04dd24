import type { ElkNode } from 'elkjs/lib/elk-api.js';
import Elk from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import { edgesBetweenLevels } from './edges-between-levels.ts';
import type { GroupedGraph } from './group-graph.ts';
import { pictureNodeSize } from './graph-svg.ts';
import type { PicturePosition } from './graph-svg.ts';

const { width, height } = pictureNodeSize;
const layered = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.layered.spacing.nodeNodeBetweenLayers': '70',
  'elk.spacing.nodeNode': '14',
  // The root is in the middle of its neighbours.
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
  // More sweeps, and routes of the edges, which the picture does not draw, take most of the time.
  'elk.layered.thoroughness': '1',
  'elk.edgeRouting': 'POLYLINE',
};

/**
 * Returns the upper left corners of the nodes, computed in a worker of its own. The root has what leads to it on its left, and
 * what it leads to on its right. Members of an open group are side by side.
 */
export async function layoutGraph(
  { nodes, edges, groups }: GroupedGraph,
  rootId: string | undefined,
): Promise<ReadonlyMap<string, PicturePosition>> {
  const elk = new Elk({ workerUrl });
  const open = groups.filter(({ isOpen }) => isOpen);
  const inside = Map.groupBy(nodes, ({ groupId }) => groupId);
  const childrenOf = (groupId: string | undefined): ElkNode[] =>
    (inside.get(groupId) ?? []).map(({ id }) => ({ id, width, height }));
  try {
    const graph = await elk.layout({
      id: 'graph',
      layoutOptions: { ...layered, 'elk.hierarchyHandling': 'INCLUDE_CHILDREN' },
      children: [
        ...childrenOf(undefined),
        ...open.map(({ id }) => ({
          id,
          layoutOptions: { ...layered, 'elk.padding': '[top=30,left=14,bottom=14,right=14]' },
          children: childrenOf(id),
        })),
      ],
      edges: edgesBetweenLevels(
        nodes.map(({ id }) => id),
        edges,
        rootId,
      ).map(({ id, source, target }) => ({ id, sources: [source], targets: [target] })),
    });
    return new Map(positionsIn(graph, 0, 0));
  } finally {
    elk.terminateWorker();
  }
}

/** Positions of children are relative to those of their parents. */
function positionsIn(
  { children = [] }: ElkNode,
  left: number,
  top: number,
): readonly (readonly [string, PicturePosition])[] {
  return children.flatMap((child) => {
    const x = left + (child.x ?? 0);
    const y = top + (child.y ?? 0);
    const size = { width: child.width ?? width, height: child.height ?? height };
    return [[child.id, { x, y, ...size }] as const, ...positionsIn(child, x, y)];
  });
}
