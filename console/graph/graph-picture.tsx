import { useComputedColorScheme } from '@mantine/core';
import cytoscape from 'cytoscape';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { cutLabel, graphSvg, pictureNodeSize } from './graph-svg.ts';
import type { PicturePosition } from './graph-svg.ts';
import type { GroupedGraph } from './group-graph.ts';
import { layoutGraph } from './layout-graph.ts';

const padding = 20;
/** Curves of more edges take longer than the layout. */
const maximumCurves = 300;

/** What happens to a node when the root fails: it fails, too, or the root only touches it. */
export type NodeEffects = ReadonlyMap<string, 'fails' | 'touched'>;

/** The picture of a graph. The table beside it has the same content for a keyboard. */
export function GraphPicture({
  graph,
  rootId,
  effects,
  onToggle,
  onSvg,
}: {
  readonly graph: GroupedGraph;
  readonly rootId: string | undefined;
  readonly effects: NodeEffects | undefined;
  /** Opens or closes a group. */
  readonly onToggle: (groupId: string) => void;
  /** Receives the picture as SVG when it is drawn. */
  readonly onSvg: (svg: string) => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const isDark = useComputedColorScheme() === 'dark';
  const picture = useRef<cytoscape.Core>(undefined);
  const latest = useRef({ onToggle, onSvg, isDark });
  latest.current = { onToggle, onSvg, isDark };
  useEffect(() => {
    let isGone = false;
    const fit = () => picture.current?.resize().fit(undefined, padding);
    const observer = new ResizeObserver(fit);
    void layoutGraph(graph, rootId).then((positions) => {
      if (isGone || container.current === null) return;
      const drawn = cytoscape({
        container: container.current,
        elements: elementsOf(graph, rootId, effects, positions),
        layout: { name: 'preset', fit: true, padding },
        style: styleOf(latest.current.isDark, graph.edges.length),
        minZoom: 0.02,
        maxZoom: 2.5,
      });
      picture.current = drawn;
      drawn.on('tap', 'node', ({ target }: { target: cytoscape.NodeSingular }) => {
        const page: unknown = target.data('page');
        if (target.data('isGroup') === 1) latest.current.onToggle(target.id());
        else if (typeof page === 'string') void navigate({ to: page });
      });
      container.current.dataset['drawn'] = String(graph.nodes.length);
      observer.observe(container.current);
      latest.current.onSvg(graphSvg(graph, positions));
    });
    return () => {
      isGone = true;
      observer.disconnect();
      picture.current?.destroy();
      picture.current = undefined;
    };
  }, [graph, rootId, effects, navigate]);
  useEffect(() => {
    picture.current?.style(styleOf(isDark, graph.edges.length));
  }, [isDark, graph]);
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
  { nodes, edges, groups }: GroupedGraph,
  rootId: string | undefined,
  effects: NodeEffects | undefined,
  positions: ReadonlyMap<string, PicturePosition>,
): cytoscape.ElementDefinition[] {
  // Cytoscape places nodes by their centres.
  const centreOf = (id: string) => {
    const { x, y, width, height } = positions.get(id) ?? { x: 0, y: 0, ...pictureNodeSize };
    return { x: x + width / 2, y: y + height / 2 };
  };
  return [
    ...groups
      .filter(({ isOpen }) => isOpen)
      .map(({ id, name }) => ({ data: { id, label: cutLabel(name), isGroup: 1, isOpen: 1 } })),
    ...nodes.map((node) => ({
      data: {
        id: node.id,
        label: node.members === undefined ? cutLabel(node.name) : `${cutLabel(node.name)} (${node.members})`,
        ...(node.page === undefined ? {} : { page: node.page }),
        ...(node.members === undefined ? {} : { isGroup: 1 }),
        ...(node.groupId === undefined ? {} : { parent: node.groupId }),
        ...(node.id === rootId ? { root: 1 } : {}),
        ...(effects === undefined ? {} : { effect: effects.get(node.id) ?? 'none' }),
      },
      position: centreOf(node.id),
    })),
    ...edges.map(({ id, source, target, label }) => ({ data: { id, source, target, label } })),
  ];
}

function styleOf(isDark: boolean, edgeCount: number): cytoscape.StylesheetJson {
  const [text, ground, line, accent, bad] = isDark
    ? ['#e6eaee', '#262e37', '#6b7783', '#7cc0fb', '#ff9488']
    : ['#1b2026', '#ffffff', '#7c8894', '#0b5ea8', '#b42318'];
  return [
    {
      selector: 'node',
      style: {
        shape: 'round-rectangle',
        width: pictureNodeSize.width,
        height: pictureNodeSize.height,
        'background-color': ground,
        'border-color': line,
        'border-width': 1,
        label: 'data(label)',
        color: text,
        'font-size': 11,
        'min-zoomed-font-size': 4,
        'text-valign': 'center',
        'text-halign': 'center',
      },
    },
    {
      selector: 'node[isOpen]',
      style: {
        'background-opacity': 0.25,
        'border-style': 'dashed',
        'text-valign': 'top',
        'text-halign': 'center',
        padding: '12px',
      },
    },
    { selector: 'node[isGroup][!isOpen]', style: { 'border-style': 'double', 'border-width': 4 } },
    // Width and style of the border, so that the effect does not depend on colour alone.
    { selector: 'node[effect="fails"]', style: { 'border-color': bad, 'border-width': 3 } },
    { selector: 'node[effect="touched"]', style: { 'border-style': 'dashed' } },
    { selector: 'node[effect="none"]', style: { opacity: 0.55 } },
    { selector: 'node[root]', style: { 'border-color': accent, 'border-width': 4, opacity: 1 } },
    {
      selector: 'edge',
      style: {
        width: 1,
        'line-color': line,
        'target-arrow-color': line,
        'target-arrow-shape': 'triangle',
        'curve-style': edgeCount > maximumCurves ? 'straight' : 'bezier',
        label: 'data(label)',
        'font-size': 8,
        'min-zoomed-font-size': 4,
        color: text,
        'text-background-color': ground,
        'text-background-opacity': 0.8,
      },
    },
  ];
}
