import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { setConnectionLost } from './http/connection-state.ts';
import { pages, publicPages } from './pages.ts';
import type { PageDeclaration } from './pages.ts';
import { parseSearch, writeSearch } from './shared/use-address.ts';
import { FailedPage } from './shell/failed-page.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

// The pages without a session do not load it.
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(async () => ({
    default: await loadPart(async () => (await import('./shell/shell.tsx')).Shell),
  })),
});

const routeOf = (parent: typeof rootRoute | typeof shellRoute, { path, load }: PageDeclaration) =>
  createRoute({
    getParentRoute: () => parent as typeof rootRoute,
    path,
    component: lazyRouteComponent(async () => ({ default: await loadPart(load) })),
  });

/**
 * The console loads the document again itself (`reload-once.ts`). The router would do so a second time for an error of a missing
 * module, also without a connection, so it gets another error.
 */
async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!navigator.onLine) setConnectionLost(true);
    throw new TypeError('The script of the page could not be loaded.', { cause: error });
  }
}

/** The pages by their paths. Parameters of the query are text, as in the API. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...publicPages.map((declaration) => routeOf(rootRoute, declaration)),
    shellRoute.addChildren(pages.map((declaration) => routeOf(shellRoute, declaration))),
  ]),
  parseSearch,
  stringifySearch: writeSearch,
  defaultErrorComponent: FailedPage,
  defaultPreload: false,
  defaultPendingMs: 100,
  scrollRestoration: true,
});
