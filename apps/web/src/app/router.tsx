import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { Connection } from '../connection/connection.ts'
import { DashboardPage } from '../features/projects/dashboard-page.tsx'
import { CrashPage } from './crash-page.tsx'
import { FrontPage } from './front-page.tsx'
import { Inside } from './inside.tsx'
import { LookedForPage } from './looked-for-page.tsx'
import { safeNext } from './paths.ts'
import { isProjectTab, ProjectPage } from './project-page.tsx'
import { SuspendedPage } from './suspended-page.tsx'

interface Context {
  readonly connection: Connection
}
type Coming = { next?: string }

const coming = ({ next }: Record<string, unknown>): Coming => {
  const safe = safeNext(next)
  return safe ? { next: safe } : {}
}

const root = createRootRouteWithContext<Context>()({
  notFoundComponent: LookedForPage,
  errorComponent: CrashPage,
})

const onlySignedOut = ({ context, search }: { context: Context; search: Coming }) => {
  if (!context.connection.session.read()) return
  if (search.next) throw redirect({ href: search.next, replace: true })
  throw redirect({ to: '/dashboard', replace: true })
}

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: coming,
  beforeLoad: onlySignedOut,
  component: () => <FrontPage />,
})
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: coming,
  beforeLoad: onlySignedOut,
  component: () => <FrontPage opened="sign-in" />,
})
const docs = createRoute({ getParentRoute: () => root, path: '/docs' }).lazy(
  async () => (await import('./docs-route.tsx')).route,
)
const suspended = createRoute({ getParentRoute: () => root, path: '/suspended', component: SuspendedPage })

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: ({ context, location }) => {
    if (context.connection.session.read()) return
    const next = safeNext(location.href)
    throw redirect({ to: '/', search: next ? { next } : {}, replace: true })
  },
  component: Inside,
})
const dashboard = createRoute({ getParentRoute: () => inside, path: '/dashboard', component: DashboardPage })
const project = createRoute({
  getParentRoute: () => inside,
  path: '/project/$id',
  validateSearch: ({ tab }: Record<string, unknown>) => (isProjectTab(tab) ? { tab } : {}),
  component: () => {
    const { id } = project.useParams()
    return <ProjectPage key={id} id={Number(id)} tab={project.useSearch().tab} />
  },
})
const account = createRoute({ getParentRoute: () => inside, path: '/account' }).lazy(
  async () => (await import('./account-route.tsx')).route,
)
const cliAuth = createRoute({ getParentRoute: () => inside, path: '/cli-auth' }).lazy(
  async () => (await import('./cli-auth-route.tsx')).route,
)

const tree = root.addChildren([
  landing,
  login,
  docs,
  suspended,
  inside.addChildren([dashboard, project, account, cliAuth]),
])

export const createAppRouter = (connection: Connection) =>
  createRouter({
    routeTree: tree,
    context: { connection },
    defaultPreload: 'intent',
    scrollRestoration: true,
  })

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
