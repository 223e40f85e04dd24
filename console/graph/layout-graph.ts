import type { ElkNode } from 'elkjs/lib/elk-api.js';
import Elk from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { GraphEdge, GraphNode } from '../../api-client/api-types.ts';

const nodeWidth = 150;
const nodeHeight = 34;

/** Returns the positions of the nodes, computed in a worker of its own. */
export async function layoutGraph(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
): Promise<ReadonlyMap<string, { readonly x: number; readonly y: number }>> {
  const elk = new Elk({ workerUrl });
  const known = new Set(nodes.map(({ id }) => id));
  try {
    const graph: ElkNode = await elk.layout({
      id: 'graph',
      layoutOptions: {
        'elk.algorithm': 'layered',
        'elk.direction': 'RIGHT',
        'elk.layered.spacing.nodeNodeBetweenLayers': '70',
        'elk.spacing.nodeNode': '14',
      },
      children: nodes.map(({ id }) => ({ id, width: nodeWidth, height: nodeHeight })),
      edges: edges
        .filter((edge) => known.has(edge.source_id) && known.has(edge.target_id))
        .map((edge) => ({ id: edge.id, sources: [edge.source_id], targets: [edge.target_id] })),
    });
    return new Map((graph.children ?? []).map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
  } finally {
    elk.terminateWorker();
  }
}
