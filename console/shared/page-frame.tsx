import { Box, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { FailureNote } from './failure-note.tsx';

export type PageState = 'loading' | 'ready' | 'empty' | 'failed';

interface PageProps {
  /** The route, such as `/resources/{id}`. */
  readonly route: string;
  readonly title: ReactNode;
  /** The title of the document, where `title` is no text. */
  readonly documentTitle?: string;
  readonly state: PageState;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** The frame of every page: its one `main`, its heading, and its state for people and tests. */
export function PageFrame({ route, title, documentTitle, state, intro, actions, children }: PageProps) {
  const name = documentTitle ?? (typeof title === 'string' ? title : 'Cloud inventory');
  useEffect(() => {
    document.title = `${name} · Cloud inventory`;
  }, [name]);
  return (
    <main data-page={route} data-state={state} id="main" tabIndex={-1} aria-busy={state === 'loading'}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" wrap="wrap">
          <Box className="page-heading">
            <Title order={1} size="h2">
              {title}
            </Title>
            {intro === undefined ? null : (
              <Text c="dimmed" size="sm" component="div">
                {intro}
              </Text>
            )}
          </Box>
          {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
        </Group>
        {children}
      </Stack>
    </main>
  );
}

/** The state of a page that shows one query. */
export function stateOf(
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'data'>,
  isEmpty: boolean = false,
): PageState {
  if (query.isPending) return 'loading';
  if (query.isError && query.data === undefined) return 'failed';
  return isEmpty ? 'empty' : 'ready';
}

/** The shape of a page while it loads, or the reason why it failed; else the children. */
export function Loaded({
  query,
  rows = 8,
  children,
}: {
  readonly query: Pick<UseQueryResult, 'isPending' | 'isError' | 'data' | 'error' | 'refetch'>;
  readonly rows?: number;
  readonly children: ReactNode;
}) {
  if (query.isPending) return <RowSkeletons rows={rows} />;
  if (query.isError && query.data === undefined)
    return <FailureNote error={query.error} onRetry={() => void query.refetch()} />;
  return children;
}

export function RowSkeletons({ rows }: { readonly rows: number }) {
  return (
    <Stack gap="xs" aria-hidden>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={30} radius="sm" animate={false} />
      ))}
    </Stack>
  );
}
