import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getting } from '../http/queries.ts';
import { InventoryText } from '../shared/inventory-text.tsx';
import { Loaded } from '../shared/page-frame.tsx';
import { StatusMark } from '../shared/status-mark.tsx';
import { TimeText } from '../shared/time-text.tsx';
import { DriftTable } from '../drift/drift-table.tsx';

/** How a resource differs from the state of its code. */
export function ResourceDrift({ id }: { readonly id: string }) {
  const query = useQuery(getting('/api/v1/resources/{id}/code-mapping', { path: { id } }));
  const drift = query.data?.drift;
  return (
    <section className="panel">
      <Loaded query={query} rows={4}>
        {drift === undefined ? (
          <Text c="dimmed">Not compared: no state that was read has the resource.</Text>
        ) : (
          <>
            <p>
              <StatusMark value={drift.outcome} /> checked <TimeText at={drift.checked_at} />
            </p>
            {drift.attributes.length === 0 ? (
              <InventoryText text="No attribute differs." />
            ) : (
              <DriftTable attributes={drift.attributes} />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
