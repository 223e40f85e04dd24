import { Button, Checkbox, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react';
import type { GraphEdge } from '../../api-client/api-types.ts';
import { getting } from '../http/queries.ts';
import { choicesOf } from '../shared/choices.ts';
import { DataTable } from '../shared/data-table.tsx';
import { FilterBar, TextFilter } from '../shared/filter-bar.tsx';
import { FreshnessNote } from '../shared/freshness-note.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { formatNumberOf, plainWords } from '../shared/numbers.ts';
import { Loaded, PageFrame, stateOf } from '../shared/page-frame.tsx';
import { useAddress, writeSearch } from '../shared/use-address.ts';
import { graphGroupings, groupGraph } from './group-graph.ts';
import type { PictureGroup } from './group-graph.ts';
import { ImpactTable } from './impact-table.tsx';
import { NodeLink } from './node-link.tsx';
import { RootSearch } from './root-search.tsx';
import { saveText } from './save-text.ts';

const GraphPicture = lazy(async () => ({ default: (await import('./graph-picture.tsx')).GraphPicture }));
const maximumNodes = 200;
const impactDepth = 5;
const noNodes = { nodes: [], edges: [] };

export function GraphPage() {
  const address = useAddress();
  const rootId = address.one('root_id');
  const rootType = address.one('root_type') ?? 'resource';
  const isImpact = rootId !== undefined && rootType === 'resource' && address.one('view') === 'impact';
  const parameters = {
    ...rootParameters(rootType, rootId, address.one('as_of') !== undefined),
    depth: address.one('depth') ?? '1',
    direction: isImpact ? ['incoming'] : address.all('direction'),
    relationship_type: address.all('relationship_type'),
    as_of: address.all('as_of'),
    limit: String(maximumNodes),
  };
  const query = useQuery(getting('/api/v1/graph', { query: { ...parameters, include: 'groups' } }));
  const impact = useQuery({
    ...getting('/api/v1/graph/impact', { query: { resource_id: rootId, depth: impactDepth } }),
    enabled: isImpact,
  });
  const [svg, setSvg] = useState<string>();
  const graph = query.data;
  // The worker computes the picture while the page makes the rows.
  const tableGraph = useDeferredValue(graph ?? noNodes, noNodes);
  const grouping = graphGroupings.find((name) => name === address.one('group'));
  const closed = address.all('closed');
  const picture = useMemo(
    () => groupGraph(graph ?? noNodes, grouping, new Set(closed)),
    [graph, grouping, closed.join('\n')],
  );
  const effects = useMemo(
    () =>
      !isImpact || impact.data === undefined
        ? undefined
        : new Map(impact.data.resources.map(({ id, fails }) => [id, fails ? 'fails' : 'touched'] as const)),
    [isImpact, impact.data],
  );
  const toggle = (id: string) =>
    address.set({ closed: closed.includes(id) ? closed.filter((other) => other !== id) : [...closed, id] });
  const exportAs = (format: string) => `/api/v1/graph${writeSearch({ ...parameters, format })}`;
  return (
    <PageFrame
      route="/graph"
      title="Graph"
      intro={<FreshnessNote freshness={graph?.freshness} />}
      state={stateOf(query, graph?.nodes.length === 0)}
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            disabled={svg === undefined}
            onClick={() => saveText('graph.svg', 'image/svg+xml', svg ?? '')}
          >
            SVG
          </Button>
          <Button size="xs" variant="default" component="a" href={exportAs('mermaid')} download="graph.mmd">
            Mermaid
          </Button>
          <Button size="xs" variant="default" component="a" href={exportAs('dot')} download="graph.dot">
            DOT
          </Button>
        </>
      }
    >
      <Group align="flex-end" gap="sm" role="search">
        <RootSearch />
        <NativeSelect
          size="xs"
          label="Depth"
          data={['1', '2', '3', '4', '5']}
          value={address.one('depth') ?? '1'}
          onChange={({ currentTarget }) => address.set({ depth: currentTarget.value })}
        />
        {isImpact ? null : (
          <NativeSelect
            size="xs"
            label="Direction"
            data={[
              { value: '', label: 'both' },
              { value: 'incoming', label: 'incoming' },
              { value: 'outgoing', label: 'outgoing' },
            ]}
            value={address.one('direction') ?? ''}
            onChange={({ currentTarget }) => address.set({ direction: currentTarget.value })}
          />
        )}
        <NativeSelect
          size="xs"
          label="Groups"
          data={[
            { value: '', label: 'none' },
            { value: 'account', label: 'account' },
            { value: 'vpc', label: 'VPC' },
            { value: 'application', label: 'application' },
          ]}
          value={grouping ?? ''}
          onChange={({ currentTarget }) => address.set({ group: currentTarget.value, closed: undefined })}
        />
        <TextFilter filter={{ key: 'as_of', label: 'As of', kind: 'time' }} />
        {rootId === undefined ? null : (
          <>
            {rootType === 'resource' ? (
              <Button
                size="xs"
                variant="default"
                aria-pressed={isImpact}
                onClick={() => address.set({ view: isImpact ? undefined : 'impact' })}
              >
                {isImpact ? 'Show all relationships' : 'Show what fails with it'}
              </Button>
            ) : null}
            <Button
              size="xs"
              variant="subtle"
              onClick={() => address.set({ root_type: undefined, root_id: undefined, view: undefined })}
            >
              All applications
            </Button>
          </>
        )}
      </Group>
      <FilterBar
        filters={[{ key: 'relationship_type', label: 'Relationships', options: choicesOf.relationshipType }]}
      />
      {isImpact ? (
        <Text size="sm">
          {effects === undefined
            ? 'Computing what fails …'
            : `${formatNumberOf(count(effects, 'fails'), 'resource')} would fail with it (thick border); it only touches ${formatNumberOf(count(effects, 'touched'), 'resource')} (dashed border).`}
        </Text>
      ) : null}
      <Loaded query={query}>
        {graph === undefined || graph.nodes.length === 0 ? (
          <Text className="empty-note" component="div">
            {rootId === undefined
              ? 'No relationships between applications were found. Search a resource to see what it is related to.'
              : 'It is related to nothing in the inventory.'}
          </Text>
        ) : (
          <>
            {picture.groups.length === 0 ? null : <GroupList groups={picture.groups} onToggle={toggle} />}
            {grouping !== undefined && picture.groups.length === 0 ? (
              <p className="missing">
                No node of this graph has {grouping === 'vpc' ? 'a VPC' : `an ${grouping}`}.
              </p>
            ) : null}
            {graph.truncated ? (
              <p className="missing">The graph is larger: this is its nearest part.</p>
            ) : null}
            <div className="graph-layout">
              <Suspense fallback={<div className="panel graph-picture" />}>
                <GraphPicture
                  graph={picture}
                  rootId={rootId}
                  effects={effects}
                  onToggle={toggle}
                  onSvg={setSvg}
                />
              </Suspense>
              {isImpact ? null : <EdgeTable graph={tableGraph} />}
            </div>
            {isImpact ? (
              <Loaded query={impact}>
                {impact.data === undefined ? null : <ImpactTable impact={impact.data} />}
              </Loaded>
            ) : null}
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}

/** Without a root, the graph of applications; of the past, that of resources, because memberships have no history. */
function rootParameters(
  rootType: string,
  rootId: string | undefined,
  isPast: boolean,
): Readonly<Record<string, string>> {
  if (rootId !== undefined) return { root_type: rootType, root_id: rootId };
  return { level: isPast ? 'resource' : 'application' };
}

function count(effects: ReadonlyMap<string, string>, effect: string): number {
  return [...effects.values()].filter((other) => other === effect).length;
}

/** Opens and closes the groups of the picture. */
function GroupList({
  groups,
  onToggle,
}: {
  readonly groups: readonly PictureGroup[];
  readonly onToggle: (id: string) => void;
}) {
  return (
    <Group gap="sm" role="group" aria-label="Open groups">
      {groups.map(({ id, name, members, isOpen }) => (
        <Checkbox
          key={id}
          size="xs"
          checked={isOpen}
          onChange={() => onToggle(id)}
          label={
            <>
              <InventoryText text={name} width="14rem" /> ({members})
            </>
          }
        />
      ))}
    </Group>
  );
}

function EdgeTable({
  graph,
}: {
  readonly graph: {
    readonly nodes: readonly { readonly id: string; readonly name: string; readonly entity_type: string }[];
    readonly edges: readonly GraphEdge[];
  };
}) {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  return (
    <DataTable
      label="Relationships of the graph"
      rows={graph.edges}
      idOf={({ id }) => id}
      columns={[
        {
          key: 'source',
          header: 'From',
          width: '28%',
          render: (edge) => <NodeLink node={nodes.get(edge.source_id)} />,
        },
        {
          key: 'type',
          header: 'Relationship',
          width: '24%',
          render: (edge) => plainWords(edge.relationship_type),
        },
        {
          key: 'target',
          header: 'To',
          width: '26%',
          render: (edge) => <NodeLink node={nodes.get(edge.target_id)} />,
        },
        { key: 'confidence', header: 'Confidence', width: '22%', render: ({ confidence }) => confidence },
      ]}
    />
  );
}
