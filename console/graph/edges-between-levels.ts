interface DirectedEdge {
  readonly source: string;
  readonly target: string;
}

/**
 * Returns the edges that lead from a level to the next one. A node is as many levels to the right of the root as edges lead to
 * it, and as many to the left as lead from it, on the shortest way; parts without the root begin at their first node. The
 * layered layout needs no others: it would make columns of every longest path, in ten times the time.
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
