import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getting } from '../http/queries.ts';
import { ListPage } from '../shared/list-page.tsx';
import { formatCount } from '../shared/numbers.ts';
import { ValueTree } from '../shared/value-tree.tsx';

export function AuditLogPage() {
  const { data } = useQuery(getting('/api/v1/organization/audit-log/verify'));
  return (
    <ListPage
      route="/settings/audit-log"
      title="Audit log"
      path="/api/v1/organization/audit-log"
      label="Audit log"
      empty="No entry."
      filters={[
        { key: 'action', label: 'Action' },
        { key: 'target_type', label: 'Type of target' },
        { key: 'since', label: 'Since', kind: 'time' },
        { key: 'until', label: 'Until', kind: 'time' },
      ]}
      columns={(column) => [
        column.time('When', (row) => row.occurred_at),
        column.text('Actor', ({ actor }) => actor.name ?? actor.type),
        column.text('Action', ({ action }) => action),
        column.text('Target', ({ target }) => target.name ?? target.id),
        column.status('Outcome', ({ outcome }) => outcome),
        column.text('Address', ({ ip }) => ip),
        {
          key: 'details',
          header: 'Details',
          render: ({ details }) =>
            Object.keys(details).length === 0 ? null : (
              <details>
                <summary>show</summary>
                <ValueTree value={details} label="details" />
              </details>
            ),
        },
      ]}
    >
      {data === undefined ? null : (
        <Alert variant="outline" color={data.verified ? 'green' : 'red'} role="status">
          {data.verified
            ? `The chain of ${formatCount(data.entries)} entries is complete.`
            : `The chain is broken at entry ${data.first_broken_sequence ?? ''}.`}
        </Alert>
      )}
    </ListPage>
  );
}
