interface DirectedEdge {
  readonly source: string;
  readonly target: string;
}

/**
 * Returns the edges that lead from a level to the next one. The level of a node is its distance from the root on the shortest
 * path in either direction: an edge that is followed forwards adds one, an edge that is followed backwards subtracts one. A part
 * that is not connected with the root begins at its first node. With the other edges, the layered layout makes a column for each
 * node of the longest path, and takes ten times as long.
 */
export function edgesBetweenLevels<Edge extends DirectedEdge>(
  nodeIds: readonly string[],
  edges: readonly Edge[],
  rootId: string | undefined,
): readonly Edge[] {
  const outgoing = Map.groupBy(edges, ({ source }) => source);
  const incoming = Map.groupBy(edges, ({ target }) => target);
  const levels = new Map<string, number>();
  for (const first of rootId !== undefined && nodeIds.includes(rootId) ? [rootId, ...nodeIds] : nodeIds) {
    if (levels.has(first)) continue;
    levels.set(first, 0);
    const reached = [first];
    for (const id of reached) {
      const level = levels.get(id) ?? 0;
      for (const [next, nextLevel] of [
        ...(outgoing.get(id) ?? []).map(({ target }) => [target, level + 1] as const),
        ...(incoming.get(id) ?? []).map(({ source }) => [source, level - 1] as const),
      ])
        if (!levels.has(next)) {
          levels.set(next, nextLevel);
          reached.push(next);
        }
    }
  }
  return edges.filter(({ source, target }) => (levels.get(target) ?? 0) - (levels.get(source) ?? 0) === 1);
}
