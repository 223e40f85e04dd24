import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { getting } from '../http/queries.ts';
import { DataTable } from '../shared/data-table.tsx';
import { TextFilter } from '../shared/filter-bar.tsx';
import { FreshnessNote } from '../shared/freshness-note.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { plainWords } from '../shared/numbers.ts';
import { Loaded, PageFrame, stateOf } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { useAddress, writeSearch } from '../shared/use-address.ts';
import { ImpactTable } from './impact-table.tsx';

const GraphPicture = lazy(async () => ({ default: (await import('./graph-picture.tsx')).GraphPicture }));
const maximumNodes = 200;
const debounceMilliseconds = 200;

export function GraphPage() {
  const address = useAddress();
  const rootId = address.one('root_id');
  const rootType = address.one('root_type') ?? 'resource';
  const parameters = {
    ...(rootId === undefined ? { level: 'application' } : { root_type: rootType, root_id: rootId }),
    depth: address.one('depth') ?? '1',
    direction: address.all('direction'),
    as_of: address.all('as_of'),
    limit: String(maximumNodes),
  };
  const query = useQuery(getting('/api/v1/graph', { query: parameters }));
  const graph = query.data;
  const isImpact = rootId !== undefined && rootType === 'resource' && address.one('view') === 'impact';
  const names = new Map((graph?.nodes ?? []).map((node) => [node.id, node.name]));
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
            component="a"
            href={`/api/v1/graph${writeSearch({ ...parameters, format: 'mermaid' })}`}
            download="graph.mmd"
          >
            Mermaid
          </Button>
          <Button
            size="xs"
            variant="default"
            component="a"
            href={`/api/v1/graph${writeSearch({ ...parameters, format: 'dot' })}`}
            download="graph.dot"
          >
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
        <TextFilter filter={{ key: 'as_of', label: 'As of', kind: 'time' }} />
        {rootId === undefined || rootType !== 'resource' ? null : (
          <Button
            size="xs"
            variant="default"
            aria-pressed={isImpact}
            onClick={() => address.set({ view: isImpact ? undefined : 'impact' })}
          >
            {isImpact ? 'Show relationships' : 'Show what fails with it'}
          </Button>
        )}
      </Group>
      {isImpact ? (
        <ImpactView id={rootId} />
      ) : (
        <Loaded query={query}>
          {graph === undefined || graph.nodes.length === 0 ? (
            <Text className="empty-note" component="div">
              {rootId === undefined
                ? 'No relationships between applications were found. Search a resource to see what it is related to.'
                : 'It is related to nothing in the inventory.'}
            </Text>
          ) : (
            <>
              <Suspense fallback={<div className="panel graph-picture" />}>
                <GraphPicture graph={graph} rootId={rootId} />
              </Suspense>
              {graph.truncated ? (
                <p className="missing">The graph is larger: this is its nearest part.</p>
              ) : null}
              <DataTable
                label="Relationships of the graph"
                rows={graph.edges}
                idOf={({ id }) => id}
                columns={[
                  {
                    key: 'source',
                    header: 'From',
                    render: (edge) => (
                      <NodeLink
                        id={edge.source_id}
                        name={names.get(edge.source_id)}
                        type={typeOf(edge.source_id)}
                      />
                    ),
                  },
                  {
                    key: 'type',
                    header: 'Relationship',
                    render: (edge) => plainWords(edge.relationship_type),
                  },
                  {
                    key: 'target',
                    header: 'To',
                    render: (edge) => (
                      <NodeLink
                        id={edge.target_id}
                        name={names.get(edge.target_id)}
                        type={typeOf(edge.target_id)}
                      />
                    ),
                  },
                  { key: 'confidence', header: 'Confidence', render: ({ confidence }) => confidence },
                ]}
              />
            </>
          )}
        </Loaded>
      )}
    </PageFrame>
  );

  function typeOf(id: string): string | undefined {
    return graph?.nodes.find((node) => node.id === id)?.entity_type;
  }
}

function NodeLink({
  id,
  name,
  type,
}: {
  readonly id: string;
  readonly name: string | undefined;
  readonly type: string | undefined;
}) {
  const page =
    type === 'resource'
      ? '/resources'
      : type === 'application'
        ? '/applications'
        : type === 'team'
          ? '/teams'
          : undefined;
  return page === undefined ? (
    <InventoryText text={name} />
  ) : (
    <PageLink to={`${page}/${id}`}>
      <InventoryText text={name} />
    </PageLink>
  );
}

function ImpactView({ id }: { readonly id: string }) {
  const query = useQuery(getting('/api/v1/graph/impact', { query: { resource_id: id, depth: 5 } }));
  return (
    <Loaded query={query}>{query.data === undefined ? null : <ImpactTable impact={query.data} />}</Loaded>
  );
}

/** Finds the node from which the graph starts. */
function RootSearch() {
  const address = useAddress();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), debounceMilliseconds);
  const { data } = useQuery({
    ...getting('/api/v1/resources', { query: { q, limit: 6, fields: 'summary', facets: false } }),
    enabled: q.length > 1,
  });
  return (
    <div className="filter">
      <TextInput
        size="xs"
        label="Start from a resource"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {q.length > 1 && data !== undefined ? (
        <ul className="entries" aria-label="Found resources">
          {data.items.map((resource) => (
            <li key={resource.id}>
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => {
                  setText('');
                  address.set({ root_type: 'resource', root_id: resource.id });
                }}
              >
                <InventoryText text={resource.name ?? resource.native_id} width="14rem" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
