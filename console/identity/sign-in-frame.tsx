import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { PageState } from '../shared/page-frame.tsx';

/** The frame of the pages that need no session. */
export function SignInFrame({
  route,
  title,
  intro,
  state = 'ready',
  links = [],
  children,
}: {
  readonly route: string;
  readonly title: string;
  readonly intro?: ReactNode;
  readonly state?: PageState;
  readonly links?: readonly (readonly [string, string])[];
  readonly children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Cloud inventory`;
  }, [title]);
  return (
    <main className="sign-in" data-page={route} data-state={state} id="main">
      <Stack gap="lg" w="100%" maw={420}>
        <Text fw={700} size="lg" className="brand">
          Cloud inventory
        </Text>
        <Paper withBorder p="lg" radius="md">
          <Stack gap="md">
            <Title order={1} size="h3">
              {title}
            </Title>
            {intro === undefined ? null : (
              <Text size="sm" c="dimmed" component="div">
                {intro}
              </Text>
            )}
            {children}
          </Stack>
        </Paper>
        {links.map(([to, text]) => (
          <Anchor key={to} component={Link} to={to} size="sm">
            {text}
          </Anchor>
        ))}
      </Stack>
    </main>
  );
}
