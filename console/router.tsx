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
    default: await loadOnline(async () => (await import('./shell/shell.tsx')).Shell),
  })),
});

const routeOf = (parent: typeof rootRoute | typeof shellRoute, { path, load }: PageDeclaration) =>
  createRoute({
    getParentRoute: () => parent as typeof rootRoute,
    path,
    component: lazyRouteComponent(async () => ({ default: await loadOnline(load) })),
  });

/** Without a connection a missing script says nothing about the release: the router must not load the document again. */
async function loadOnline(load: PageDeclaration['load']) {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    setConnectionLost(true);
    throw new TypeError('offline', { cause: error });
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
