import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getting } from '../http/queries.ts';
import { useSession } from '../identity/use-session.ts';
import { InventoryText } from '../shared/inventory-text.tsx';
import { useAddress } from '../shared/use-address.ts';

const debounceMilliseconds = 200;
const maximumFound = 6;

/** Finds the resource, application or account from which the graph begins. */
export function RootSearch() {
  const address = useAddress();
  const { can } = useSession();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), debounceMilliseconds);
  const isSearching = q.length > 1;
  const resources = useQuery({
    ...getting('/api/v1/resources', { query: { q, limit: maximumFound, fields: 'summary', facets: false } }),
    enabled: isSearching && can('resources:read'),
  });
  const applications = useQuery({
    ...getting('/api/v1/applications', { query: { q, limit: maximumFound } }),
    enabled: isSearching && can('applications:read'),
  });
  const accounts = useQuery({
    ...getting('/api/v1/aws/accounts', { query: { limit: 200 } }),
    enabled: isSearching && can('accounts:read'),
    staleTime: 60_000,
  });
  const found = [
    ...(applications.data?.applications ?? []).map(({ id, name }) => ({
      type: 'application',
      id,
      name,
      detail: 'application',
    })),
    ...(accounts.data?.items ?? [])
      .filter((account) =>
        `${account.account_id} ${account.name ?? ''}`.toLowerCase().includes(q.toLowerCase()),
      )
      .slice(0, maximumFound)
      .map(({ id, name, account_id: number }) => ({
        type: 'account',
        id,
        name: name ?? number,
        detail: 'account',
      })),
    ...(resources.data?.items ?? []).map((resource) => ({
      type: 'resource',
      id: resource.id,
      name: resource.name ?? resource.native_id,
      detail: resource.resource_type,
    })),
  ];
  return (
    <div className="root-search">
      <TextInput
        size="xs"
        label="Start from"
        placeholder="resource, application or account"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        className="filter"
      />
      {isSearching && resources.data !== undefined ? (
        <ul className="root-results panel" aria-label="Found">
          {found.length === 0 ? <li className="missing">Nothing found.</li> : null}
          {found.map(({ type, id, name, detail }) => (
            <li key={`${type} ${id}`}>
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => {
                  setText('');
                  address.set({ root_type: type, root_id: id, closed: undefined });
                }}
              >
                <InventoryText text={name} width="12rem" />
              </Button>{' '}
              <span className="missing">{detail}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
