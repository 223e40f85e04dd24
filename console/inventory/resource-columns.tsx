import type { DiscoveredResource } from '../../api-client/api-types.ts';
import type { Column } from '../shared/data-table.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { PageLink } from '../shared/page-link.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';
import { ValueText } from '../shared/value-tree.tsx';

export const defaultResourceColumns = ['name', 'type', 'account', 'region', 'code', 'owner', 'changed'];

/** The columns of the list of resources; a person chooses among them. */
export const resourceColumns: readonly Column<DiscoveredResource>[] = [
  {
    key: 'name',
    header: 'Name',
    sort: 'name',
    width: '21%',
    render: (resource) => (
      <PageLink to={`/resources/${resource.id}`}>
        <InventoryText text={resource.name ?? resource.native_id} />
      </PageLink>
    ),
  },
  {
    key: 'type',
    header: 'Type',
    sort: 'resource_type',
    width: '19%',
    render: ({ resource_type: type }) => <InventoryText text={type} />,
  },
  {
    key: 'account',
    header: 'Account',
    width: '14%',
    render: (resource) => <InventoryText text={resource.account_name ?? resource.account_id} />,
  },
  { key: 'region', header: 'Region', width: '11%', render: ({ region }) => <InventoryText text={region} /> },
  {
    key: 'code',
    header: 'Code',
    width: '12%',
    render: ({ management_state: state, drift }) => (
      <StatusMark value={drift === 'drifted' ? 'drifted' : state} />
    ),
  },
  {
    key: 'owner',
    header: 'Owner',
    width: '11%',
    render: ({ ownership }) => {
      const [owner] = ownership?.owners ?? [];
      return <InventoryText text={owner?.team_name ?? owner?.user_name} />;
    },
  },
  {
    key: 'environment',
    header: 'Environment',
    width: '10%',
    render: ({ ownership }) => <InventoryText text={ownership?.environment?.name} />,
  },
  {
    key: 'application',
    header: 'Application',
    width: '12%',
    render: ({ ownership }) => <InventoryText text={ownership?.applications[0]?.application_name} />,
  },
  { key: 'status', header: 'Status', width: '9%', render: ({ status }) => <StatusMark value={status} /> },
  {
    key: 'tags',
    header: 'Tags',
    width: '18%',
    render: ({ tags }) => (
      <InventoryText
        text={Object.entries(tags)
          .map(([key, value]) => `${key}=${value}`)
          .join(', ')}
      />
    ),
  },
  { key: 'arn', header: 'ARN', width: '24%', render: ({ arn }) => <InventoryText text={arn} code /> },
  {
    key: 'discovered',
    header: 'First seen',
    sort: 'first_discovered_at',
    width: '11%',
    render: ({ first_discovered_at: at }) => <TimeText at={at} />,
  },
  {
    key: 'changed',
    header: 'Changed',
    sort: 'last_changed_at',
    width: '11%',
    render: ({ last_changed_at: at }) => <TimeText at={at} />,
  },
];

const valuePrefixes = ['property:', 'tag:'];

/** Whether the name is that of a column of the API: `property:<path>` or `tag:<key>`. */
export function isValueColumn(name: string): boolean {
  return valuePrefixes.some((prefix) => name.startsWith(prefix));
}

/** Returns the column with a value of the configuration or of a tag. */
export function valueColumn(name: string): Column<DiscoveredResource> {
  return {
    key: name,
    header: name.slice(name.indexOf(':') + 1),
    width: '14%',
    render: ({ columns }) => {
      const value = columns?.[name];
      return value === undefined ? <InventoryText text={undefined} /> : <ValueText value={value} />;
    },
  };
}
