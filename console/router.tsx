import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { pages, publicPages } from './pages.ts';
import type { PageDeclaration } from './pages.ts';
import { parseSearch, writeSearch } from './shared/use-address.ts';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Shell } from './shell/shell.tsx';

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell });

const routeOf = (parent: typeof rootRoute | typeof shellRoute, { path, load }: PageDeclaration) =>
  createRoute({
    getParentRoute: () => parent as typeof rootRoute,
    path,
    component: lazyRouteComponent(async () => ({ default: await load() })),
  });

/** The pages by their paths. Parameters of the query are text, as in the API. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...publicPages.map((declaration) => routeOf(rootRoute, declaration)),
    shellRoute.addChildren(pages.map((declaration) => routeOf(shellRoute, declaration))),
  ]),
  parseSearch,
  stringifySearch: writeSearch,
  defaultPreload: false,
  defaultPendingMs: 100,
  scrollRestoration: true,
});
