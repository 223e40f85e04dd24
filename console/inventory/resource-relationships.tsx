import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ImpactTable } from '../graph/impact-table.tsx';
import { getting } from '../http/queries.ts';
import { InventoryText } from '../shared/inventory-text.tsx';
import { RecordList } from '../shared/list-page.tsx';
import { plainWords } from '../shared/numbers.ts';
import { Loaded } from '../shared/page-frame.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';
import { useAddress } from '../shared/use-address.ts';

/** What a resource is related to, and what fails with it. */
export function ResourceRelationships({ id }: { readonly id: string }) {
  const address = useAddress();
  const view = address.one('view') ?? 'impact';
  return (
    <Stack gap="sm">
      <Group>
        <SegmentedControl
          size="xs"
          aria-label="View"
          value={view}
          onChange={(value) => address.set({ view: value })}
          data={[
            { value: 'impact', label: 'What fails with it' },
            { value: 'relationships', label: 'Relationships' },
          ]}
        />
        <PageLink to="/graph" search={{ root_type: 'resource', root_id: id }}>
          Open in the graph
        </PageLink>
      </Group>
      {view === 'impact' ? <ResourceImpact id={id} /> : <RelationshipTable id={id} />}
    </Stack>
  );
}

function ResourceImpact({ id }: { readonly id: string }) {
  const query = useQuery(getting('/api/v1/graph/impact', { query: { resource_id: id, depth: 5 } }));
  const impact = query.data;
  return (
    <Loaded query={query}>
      {impact === undefined ? null : impact.resources.length === 0 ? (
        <Text className="empty-note" component="div">
          No resource in the inventory depends on it.
        </Text>
      ) : (
        <ImpactTable impact={impact} />
      )}
    </Loaded>
  );
}

function RelationshipTable({ id }: { readonly id: string }) {
  return (
    <RecordList
      path="/api/v1/resources/{id}/relationships"
      given={{ path: { id } }}
      label="Relationships"
      empty="No relationship was found."
      columns={[
        { key: 'direction', header: 'Direction', render: ({ direction }) => direction },
        { key: 'type', header: 'Relationship', render: (row) => plainWords(row.relationship_type) },
        {
          key: 'peer',
          header: 'Other end',
          render: ({ peer }) =>
            peer.entity_type === 'resource' ? (
              <PageLink to={`/resources/${peer.id}`}>
                <InventoryText text={peer.name} />
              </PageLink>
            ) : (
              <InventoryText text={peer.name} />
            ),
        },
        {
          key: 'peerType',
          header: 'Type',
          render: ({ peer }) => peer.resource_type ?? plainWords(peer.entity_type),
        },
        { key: 'confidence', header: 'Confidence', render: ({ confidence }) => confidence },
        { key: 'status', header: 'Status', render: ({ status }) => <StatusMark value={status} /> },
        { key: 'evidence', header: 'Evidence', align: 'right', render: (row) => row.evidence_count },
        { key: 'observed', header: 'Last seen', render: (row) => <TimeText at={row.last_observed_at} /> },
      ]}
    />
  );
}
