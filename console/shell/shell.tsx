import { Anchor, Box, Burger, Button, Drawer, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch, IconUser } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { client } from '../http/client.ts';
import { currentUserQuery } from '../identity/use-session.ts';
import { FailureNote } from '../shared/failure-note.tsx';
import { InventoryText } from '../shared/inventory-text.tsx';
import { RowSkeletons } from '../shared/page-frame.tsx';
import { ConnectionNote } from './connection-note.tsx';
import { Navigation } from './navigation.tsx';

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));

/** What surrounds every page with a session: the navigation, the search and the menu of the user. */
export function Shell() {
  const query = useQuery(currentUserQuery);
  const [isMenuOpen, menu] = useDisclosure(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const signOut = async () => {
    await dataOf(client.POST('/api/v1/auth/logout', { body: {} })).catch(() => undefined);
    queries.clear();
    await navigate({ to: '/sign-in' });
  };
  useEffect(() => menu.close(), [pathname]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setPaletteOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  if (query.data === undefined)
    return (
      <main className="waiting" data-page="shell" data-state={query.isError ? 'failed' : 'loading'}>
        {query.isError ? (
          <FailureNote error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <RowSkeletons rows={10} />
        )}
      </main>
    );
  const { organization, user } = query.data;
  return (
    <div className="shell">
      <Anchor href="#main" className="skip-link">
        To the content
      </Anchor>
      <header className="shell-header">
        <Group gap="sm" wrap="nowrap" className="shell-brand">
          <Burger
            opened={isMenuOpen}
            onClick={menu.toggle}
            hiddenFrom="md"
            size="sm"
            aria-label="Navigation"
          />
          <Text fw={700} className="brand">
            <InventoryText text={organization.name} width="14rem" />
          </Text>
        </Group>
        <UnstyledButton
          className="search-button"
          onClick={() => setPaletteOpen(true)}
          aria-keyshortcuts="Control+K"
        >
          <IconSearch size={16} aria-hidden />
          <span className="search-button-text">Search resources, accounts, pages</span>
          <kbd>Ctrl K</kbd>
        </UnstyledButton>
        <UserMenu name={user?.name ?? 'API token'} email={user?.email ?? ''} onSignOut={signOut} />
      </header>
      <Box component="nav" aria-label="Pages" visibleFrom="md" className="shell-navigation">
        <Navigation me={query.data} />
      </Box>
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        size="18rem"
        title="Pages"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <nav aria-label="Pages">
          <Navigation me={query.data} />
        </nav>
      </Drawer>
      <div className="shell-content">
        <ConnectionNote />
        <Outlet />
      </div>
      {isPaletteOpen ? (
        <Suspense>
          <CommandPalette me={query.data} onClose={() => setPaletteOpen(false)} onSignOut={signOut} />
        </Suspense>
      ) : null}
    </div>
  );
}

function UserMenu({
  name,
  email,
  onSignOut,
}: {
  readonly name: string;
  readonly email: string;
  readonly onSignOut: () => Promise<void>;
}) {
  const navigate = useNavigate();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconUser size={16} aria-hidden />}
          className="user-button"
          aria-label={`Account of ${name}`}
        >
          <InventoryText text={name} width="9rem" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <InventoryText text={email} />
        </Menu.Label>
        <Menu.Item onClick={() => void navigate({ to: '/settings/sessions' })}>
          Sessions and password
        </Menu.Item>
        <Menu.Item component="a" href="/api/v1/docs">
          API documentation
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void onSignOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
