// Every route of the app. Pages are loaded on demand.
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { frameQuery } from './api/frame';
import { sessionQuery } from './api/session';
import { validateSearch as backlogSearch } from './pages/backlog/search';
import { validateSearch as boardSearch } from './pages/board/search';
import { validateSearch as changesSearch } from './pages/changes/search';
import { validateSearch as explainSearch } from './pages/explain/search';
import { validateSearch as financeSearch } from './pages/finance/search';
import { validateSearch as flowSearch } from './pages/flow/search';
import { validateSearch as forecastSearch } from './pages/forecast/search';
import { validateSearch as portfolioSearch } from './pages/portfolio/search';
import { validateSearch as projectsSearch } from './pages/projects/search';
import { validateSearch as reportsSearch } from './pages/reports/search';
import { validateSearch as roadmapSearch } from './pages/roadmap/search';
import { validateSearch as timeSearch } from './pages/time/search';
import { validateSearch as totalsSearch } from './pages/totals/search';
import { oneOf, parseSearch, type Raw, safe, stringifySearch } from './search';
import { ErrorPage, Missing, Pending } from './shell/ErrorPage';
import { settingsHome } from './shell/nav';
import { ProjectArea } from './shell/ProjectArea';
import { Shell } from './shell/Shell';
import { isTicketKey } from './ticketKeys';

interface Context {
  client: QueryClient;
}

const root = createRootRouteWithContext<Context>()({ component: Outlet });

/** Public pages. Signed-in users are redirected, but anyone can open an invitation. */
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

/** Pages that require a session. */
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

/** Project pages: the frame is loaded, and ?ticket=… opens a ticket beside the page. */
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
const finance = createRoute({
  getParentRoute: () => project,
  path: '/finance',
  validateSearch: financeSearch,
  component: lazyRouteComponent(() => import('./pages/finance/index')),
});
const explanation = createRoute({
  getParentRoute: () => project,
  path: '/finance/$indicator',
  validateSearch: explainSearch,
  component: lazyRouteComponent(() => import('./pages/explain/index')),
});
const forecast = createRoute({
  getParentRoute: () => project,
  path: '/forecast',
  validateSearch: forecastSearch,
  component: lazyRouteComponent(() => import('./pages/forecast/index')),
});
const roadmap = createRoute({
  getParentRoute: () => project,
  path: '/roadmap',
  validateSearch: roadmapSearch,
  component: lazyRouteComponent(() => import('./pages/roadmap/index')),
});
const epics = createRoute({
  getParentRoute: () => project,
  path: '/epics',
  component: lazyRouteComponent(() => import('./pages/epics/index')),
});
const epic = createRoute({
  getParentRoute: () => project,
  path: '/epics/$epic',
  component: lazyRouteComponent(() => import('./pages/epic/index')),
});
const superEpic = createRoute({
  getParentRoute: () => project,
  path: '/super-epics/$superEpic',
  component: lazyRouteComponent(() => import('./pages/superepic/index')),
});
const flow = createRoute({
  getParentRoute: () => project,
  path: '/flow',
  validateSearch: flowSearch,
  component: lazyRouteComponent(() => import('./pages/flow/index')),
});
const reports = createRoute({
  getParentRoute: () => project,
  path: '/reports',
  validateSearch: reportsSearch,
  component: lazyRouteComponent(() => import('./pages/reports/index')),
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
/** The short address of a ticket, such as /TIC-42. */
const ticketByKey = createRoute({
  getParentRoute: () => app,
  path: '/$key',
  beforeLoad: ({ params }) => {
    if (!isTicketKey(params.key)) throw notFound();
  },
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
const portfolio = createRoute({
  getParentRoute: () => app,
  path: '/portfolio',
  validateSearch: portfolioSearch,
  component: lazyRouteComponent(() => import('./pages/portfolio/index')),
});
const time = createRoute({
  getParentRoute: () => app,
  path: '/time',
  validateSearch: timeSearch,
  component: lazyRouteComponent(() => import('./pages/time/index')),
});
const timeTotals = createRoute({
  getParentRoute: () => app,
  path: '/time/totals',
  validateSearch: totalsSearch,
  component: lazyRouteComponent(() => import('./pages/totals/index')),
});
const guide = createRoute({
  getParentRoute: () => app,
  path: '/guide',
  component: lazyRouteComponent(() => import('./pages/guide/index')),
});
const guidePage = createRoute({
  getParentRoute: () => app,
  path: '/guide/$page',
  component: lazyRouteComponent(() => import('./pages/guide/index')),
});

/** Administration: the pages themselves turn other users away. */
const admin = createRoute({
  getParentRoute: () => app,
  path: '/admin',
  beforeLoad: () => {
    throw redirect({ to: '/admin/users', replace: true });
  },
});
const users = createRoute({
  getParentRoute: () => app,
  path: '/admin/users',
  component: lazyRouteComponent(() => import('./pages/users/index')),
});
const oldUsers = createRoute({
  getParentRoute: () => app,
  path: '/account/users',
  beforeLoad: () => {
    throw redirect({ to: '/admin/users', replace: true });
  },
});
const plans = createRoute({
  getParentRoute: () => app,
  path: '/admin/plans',
  component: lazyRouteComponent(() => import('./pages/plans/index')),
});
const currencies = createRoute({
  getParentRoute: () => app,
  path: '/admin/currencies',
  component: lazyRouteComponent(() => import('./pages/currencies/index')),
});
const quotas = createRoute({
  getParentRoute: () => app,
  path: '/admin/quotas',
  component: lazyRouteComponent(() => import('./pages/quotas/index')),
});
const changes = createRoute({
  getParentRoute: () => app,
  path: '/admin/changes',
  validateSearch: changesSearch,
  component: lazyRouteComponent(() => import('./pages/changes/index')),
});
const health = createRoute({
  getParentRoute: () => app,
  path: '/admin/health',
  component: lazyRouteComponent(() => import('./pages/health/index')),
});

const tree = root.addChildren([
  signin,
  setup,
  invitation,
  app.addChildren([
    home,
    projects,
    project.addChildren([
      projectHome,
      board,
      backlog,
      sprint,
      finance,
      explanation,
      forecast,
      roadmap,
      epics,
      epic,
      superEpic,
      flow,
      reports,
      settings,
      settingsStart,
    ]),
    ticket,
    ticketByKey,
    account,
    keys,
    newKey,
    portfolio,
    time,
    timeTotals,
    guide,
    guidePage,
    admin,
    users,
    oldUsers,
    plans,
    currencies,
    quotas,
    changes,
    health,
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
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: Missing,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
