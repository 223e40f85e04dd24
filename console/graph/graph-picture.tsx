import { useComputedColorScheme } from '@mantine/core';
import cytoscape from 'cytoscape';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { InfrastructureGraph } from '../../api-client/api-types.ts';
import { plainWords } from '../shared/numbers.ts';
import { layoutGraph } from './layout-graph.ts';

const maximumLabel = 22;

/** The picture of a graph. The table beside it has the same content for a keyboard. */
export function GraphPicture({
  graph,
  rootId,
}: {
  readonly graph: InfrastructureGraph;
  readonly rootId: string | undefined;
}) {
  const container = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const isDark = useComputedColorScheme() === 'dark';
  useEffect(() => {
    let picture: cytoscape.Core | undefined;
    let isGone = false;
    void layoutGraph(graph.nodes, graph.edges).then((positions) => {
      if (isGone || container.current === null) return;
      picture = cytoscape({
        container: container.current,
        elements: elementsOf(graph, rootId, positions),
        layout: { name: 'preset', fit: true, padding: 20 },
        style: styleOf(isDark),
        minZoom: 0.1,
        maxZoom: 2.5,
      });
      picture.on('tap', 'node', ({ target }: { target: cytoscape.NodeSingular }) => {
        if (target.data('kind') === 'resource') void navigate({ to: `/resources/${target.id()}` });
      });
    });
    return () => {
      isGone = true;
      picture?.destroy();
    };
  }, [graph, rootId, isDark, navigate]);
  return (
    <div
      ref={container}
      className="panel graph-picture"
      role="img"
      aria-label={`Graph of ${graph.nodes.length} nodes and ${graph.edges.length} relationships; the table has the same content`}
    />
  );
}

function elementsOf(
  { nodes, edges }: InfrastructureGraph,
  rootId: string | undefined,
  positions: ReadonlyMap<string, { readonly x: number; readonly y: number }>,
): cytoscape.ElementDefinition[] {
  const known = new Set(nodes.map(({ id }) => id));
  return [
    ...nodes.map((node) => ({
      data: {
        id: node.id,
        label: cut(node.name),
        kind: node.entity_type,
        detail: node.resource_type ?? node.entity_type,
        ...(node.id === rootId ? { root: 1 } : {}),
      },
      position: { ...(positions.get(node.id) ?? { x: 0, y: 0 }) },
    })),
    ...edges
      .filter((edge) => known.has(edge.source_id) && known.has(edge.target_id))
      .map((edge) => ({
        data: {
          id: edge.id,
          source: edge.source_id,
          target: edge.target_id,
          label: plainWords(edge.relationship_type),
        },
      })),
  ];
}

function cut(name: string): string {
  return name.length > maximumLabel ? `${name.slice(0, maximumLabel)}…` : name;
}

function styleOf(isDark: boolean): cytoscape.StylesheetJson {
  const [text, ground, line, accent] = isDark
    ? ['#e6eaee', '#262e37', '#6b7783', '#7cc0fb']
    : ['#1b2026', '#ffffff', '#7c8894', '#0b5ea8'];
  return [
    {
      selector: 'node',
      style: {
        shape: 'round-rectangle',
        width: 150,
        height: 34,
        'background-color': ground,
        'border-color': line,
        'border-width': 1,
        label: 'data(label)',
        color: text,
        'font-size': 11,
        'text-valign': 'center',
        'text-halign': 'center',
      },
    },
    { selector: 'node[root]', style: { 'border-color': accent, 'border-width': 3 } },
    {
      selector: 'edge',
      style: {
        width: 1,
        'line-color': line,
        'target-arrow-color': line,
        'target-arrow-shape': 'triangle',
        'curve-style': 'bezier',
        label: 'data(label)',
        'font-size': 8,
        color: text,
        'text-background-color': ground,
        'text-background-opacity': 0.8,
      },
    },
  ];
}
