import { Modal, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { CurrentUser, PermissionName } from '../../api-client/api-types.ts';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { getting } from '../http/queries.ts';
import { wordsOfFailure } from '../shared/failure-note.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { offeredPages } from './navigation.tsx';

interface Found {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly detail?: string;
  /** The page to open; an action without one runs. */
  readonly to?: string;
  readonly run?: () => Promise<unknown>;
}

interface Action extends Omit<Found, 'key' | 'kind'> {
  readonly permission?: PermissionName;
}

const actions: readonly Action[] = [
  { name: 'Connect AWS', permission: 'connections:manage', to: '/connections/new' },
  { name: 'Add a Terraform state', permission: 'state_sources:manage', to: '/state-sources/new' },
  {
    name: 'Scan all accounts',
    permission: 'scans:run',
    to: '/scans',
    run: () => dataOf(client.POST('/api/v1/scans', { body: {} })),
  },
];

const debounceMilliseconds = 150;
const limit = 6;

/** Finds resources, accounts, applications, pages and actions by their names. */
export function CommandPalette({
  me,
  onClose,
  onSignOut,
}: {
  readonly me: CurrentUser;
  readonly onClose: () => void;
  readonly onSignOut: () => Promise<void>;
}) {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), debounceMilliseconds);
  const [chosen, setChosen] = useState(0);
  const navigate = useNavigate();
  const can = (permission: PermissionName) => me.permissions.includes(permission) && q.length > 1;
  const resources = useQuery({
    ...getting('/api/v1/resources', { query: { q, limit, fields: 'summary', facets: false } }),
    enabled: can('resources:read'),
  });
  const accounts = useQuery({
    ...getting('/api/v1/aws/accounts', { query: { q, limit } }),
    enabled: can('accounts:read'),
  });
  const applications = useQuery({
    ...getting('/api/v1/applications', { query: { q, limit } }),
    enabled: can('applications:read'),
  });
  const matches = (name: string) => name.toLowerCase().includes(text.trim().toLowerCase());
  const found: readonly Found[] = [
    ...offeredPages(me)
      .filter(({ title = '' }) => matches(title))
      .slice(0, text.trim() === '' ? 40 : limit)
      .map(({ path, title = '' }) => ({ key: path, kind: 'Page', name: title, to: path })),
    ...[...actions, { name: 'Sign out', run: onSignOut }]
      .filter(
        ({ name, permission }) =>
          (permission === undefined || me.permissions.includes(permission)) && matches(name),
      )
      .map((action) => ({ key: action.name, kind: 'Action', ...action })),
    ...(q.length > 1 ? (resources.data?.items ?? []) : []).map((resource) => ({
      key: resource.id,
      kind: 'Resource',
      name: resource.name ?? resource.native_id,
      detail: `${resource.resource_type} · ${resource.region}`,
      to: `/resources/${resource.id}`,
    })),
    ...(q.length > 1 ? (accounts.data?.items ?? []) : []).map((account) => ({
      key: account.id,
      kind: 'Account',
      name: account.name ?? account.account_id,
      detail: account.account_id,
      to: `/accounts/${account.id}`,
    })),
    ...(q.length > 1 ? (applications.data?.applications ?? []) : []).map((application) => ({
      key: application.id,
      kind: 'Application',
      name: application.name,
      to: `/applications/${application.id}`,
    })),
  ];
  const choose = async ({ to, run }: Found) => {
    onClose();
    try {
      await run?.();
    } catch (error) {
      const { title, detail } = wordsOfFailure(error);
      notifications.show({ title, message: detail, color: 'red', autoClose: false });
      return;
    }
    if (to !== undefined) await navigate({ to });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setChosen((before) => Math.min(Math.max(before + step, 0), found.length - 1));
    }
    const target = found[chosen];
    if (event.key === 'Enter' && target !== undefined) void choose(target);
  };
  return (
    <Modal opened onClose={onClose} withCloseButton={false} size="lg" yOffset="10dvh" aria-label="Search">
      <TextInput
        aria-label="Search resources, accounts, applications, pages and actions"
        placeholder="Search"
        data-autofocus
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul className="palette" aria-label="Results">
        {found.map((entry, index) => (
          <li key={`${entry.kind} ${entry.key}`}>
            <UnstyledButton
              className={index === chosen ? 'palette-row chosen' : 'palette-row'}
              onClick={() => void choose(entry)}
            >
              <span className="palette-kind">{entry.kind}</span>
              <InventoryText text={entry.name} width="20rem" />
              <span className="missing">{entry.detail}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" aria-live="polite" role="status">
        {found.length} found
      </Text>
    </Modal>
  );
}
