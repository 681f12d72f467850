// Every address of the app on one page. Each page is loaded when it is first needed.
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { frameQuery } from './api/frame';
import { sessionQuery } from './api/session';
import { validateSearch as backlogSearch } from './pages/backlog/search';
import { validateSearch as boardSearch } from './pages/board/search';
import { validateSearch as projectsSearch } from './pages/projects/search';
import { oneOf, parseSearch, type Raw, safe, stringifySearch } from './search';
import { settingsHome } from './shell/nav';
import { ProjectArea } from './shell/ProjectArea';
import { Shell } from './shell/Shell';
import { Missing, Pending, Trouble } from './shell/Trouble';

interface Context {
  client: QueryClient;
}

const root = createRootRouteWithContext<Context>()({ component: Outlet });

/** Outside: who is signed in has nothing to do there, but an invitation may be opened by anyone. */
const signin = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  validateSearch: (raw: Raw): { to?: string; error?: string } => ({ to: oneOf(raw, 'to'), error: oneOf(raw, 'error') }),
  beforeLoad: async ({ context, search }) => {
    const session = await context.client.ensureQueryData(sessionQuery);
    if (session.setup_needed) throw redirect({ to: '/setup', replace: true });
    if (session.signed_in) throw redirect({ href: safe(search.to), replace: true });
  },
  component: lazyRouteComponent(() => import('./pages/signin/index')),
});
const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  beforeLoad: async ({ context }) => {
    const session = await context.client.ensureQueryData(sessionQuery);
    if (!session.setup_needed) throw redirect({ to: '/projects', replace: true });
  },
  component: lazyRouteComponent(() => import('./pages/setup/index')),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./pages/invitation/index')),
});

/** Inside: only with a session. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: async ({ context, location }) => {
    const session = await context.client.ensureQueryData(sessionQuery);
    if (session.setup_needed) throw redirect({ to: '/setup', replace: true });
    if (!session.signed_in) throw redirect({ to: '/signin', search: { to: location.href }, replace: true });
  },
  component: Shell,
});
const home = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true });
  },
});
const projects = createRoute({
  getParentRoute: () => app,
  path: '/projects',
  validateSearch: projectsSearch,
  component: lazyRouteComponent(() => import('./pages/projects/index')),
});

/** Below a project its frame is loaded, and ?ticket=… may open a ticket beside the page. */
const project = createRoute({
  getParentRoute: () => app,
  path: '/projects/$project',
  validateSearch: (raw: Raw): { ticket?: string } => ({ ticket: oneOf(raw, 'ticket') }),
  loader: ({ context, params }) => context.client.ensureQueryData(frameQuery(params.project)),
  component: ProjectArea,
});
const projectHome = createRoute({
  getParentRoute: () => project,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/projects/$project/board', params, replace: true });
  },
});
const board = createRoute({
  getParentRoute: () => project,
  path: '/board',
  validateSearch: boardSearch,
  component: lazyRouteComponent(() => import('./pages/board/index')),
});
const backlog = createRoute({
  getParentRoute: () => project,
  path: '/backlog',
  validateSearch: backlogSearch,
  component: lazyRouteComponent(() => import('./pages/backlog/index')),
});
const sprint = createRoute({
  getParentRoute: () => project,
  path: '/sprints/$sprint',
  component: lazyRouteComponent(() => import('./pages/sprint/index')),
});
const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings/$tab',
  component: lazyRouteComponent(() => import('./pages/settings/index')),
});
const settingsStart = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/projects/$project/settings/$tab', params: { ...params, tab: settingsHome }, replace: true });
  },
});

const ticket = createRoute({
  getParentRoute: () => app,
  path: '/tickets/$ticket',
  component: lazyRouteComponent(() => import('./pages/ticket/index')),
});
const account = createRoute({
  getParentRoute: () => app,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/index')),
});
const keys = createRoute({
  getParentRoute: () => app,
  path: '/account/keys',
  component: lazyRouteComponent(() => import('./pages/keys/index')),
});
const newKey = createRoute({
  getParentRoute: () => app,
  path: '/account/keys/new',
  component: lazyRouteComponent(() => import('./pages/keys/new/index')),
});
const users = createRoute({
  getParentRoute: () => app,
  path: '/account/users',
  component: lazyRouteComponent(() => import('./pages/users/index')),
});

const tree = root.addChildren([
  signin,
  setup,
  invitation,
  app.addChildren([
    home,
    projects,
    project.addChildren([projectHome, board, backlog, sprint, settings, settingsStart]),
    ticket,
    account,
    keys,
    newKey,
    users,
  ]),
]);

export function newRouter(client: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { client },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    scrollRestoration: true,
    defaultPendingComponent: Pending,
    defaultErrorComponent: Trouble,
    defaultNotFoundComponent: Missing,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
