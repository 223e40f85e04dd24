import { createTheme, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from '../api-client/create-typed-client.ts';
import { reloadOnceForNewRelease } from './http/reload-once.ts';
import { onSessionEnd } from './http/send-with-session.ts';
import { router } from './router.tsx';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './shell/style.css';

/** The nonce of the response, which styles that scripts add must carry. */
const nonce = document.querySelector('style')?.nonce ?? '';
setNonce(nonce);
reloadOnceForNewRelease();

const maximumRetries = 2;

const queries = new QueryClient({
  defaultOptions: {
    // A request without a connection fails, and the note of the shell says so; a paused one would say nothing.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      // An error of the API with status 4xx stays one.
      retry: (count, error) =>
        count < maximumRetries && !(error instanceof ApiError && error.status < 500 && error.status !== 429),
    },
  },
});

onSessionEnd(() => {
  const { pathname, search } = globalThis.location;
  if (pathname === '/sign-in') return;
  queries.clear();
  void router.navigate({ to: '/sign-in', search: { next: `${pathname}${search}` }, replace: true });
});

const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'sm',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  respectReducedMotion: true,
  cursorType: 'pointer',
});

const container = document.getElementById('console');
if (container !== null)
  createRoot(container).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <Notifications position="bottom-right" />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
