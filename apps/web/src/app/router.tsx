import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import type { Connection } from '../connection/connection.ts'
import { activitySearch } from '../features/activity/activity-search.ts'
import type { Store } from '../ui/create-store.ts'
import { FullScreenLoader } from '../ui/feedback/loading.tsx'
import { claimInvitationSecret } from './invite/claim-invitation-secret.ts'
import { safeNext } from './paths.ts'
import { claimCallbackParams, nextSearch, openDocument } from './routes/public/public-page.ts'
import { billingSearch, dashboardSearch, projectSearch } from './search.ts'
import { CrashPage } from './shell/full-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { Prompts } from './shell/prompts.tsx'

interface Context {
  readonly connection: Connection
  /** The secret of the opened invitation link, kept in this page's memory only. */
  readonly invitation: Store<string | null>
}
const root = createRootRouteWithContext<Context>()({
  component: () => (
    <>
      <Outlet />
      <Prompts />
    </>
  ),
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
})

/** Leads to signing in, and from there back to where it was asked. */
function requireSession({ context, location }: { context: Context; location: ParsedLocation }) {
  if (context.connection.session.read()) return
  const next = safeNext(location.href)
  throw redirect({ to: '/', search: next ? { next } : {}, replace: true })
}

/** Pages of their own, which everybody may read. */
const publicPage = { getParentRoute: () => root, validateSearch: nextSearch, beforeLoad: openDocument }
const publicPages = [
  createRoute({ ...publicPage, path: '/' }),
  createRoute({ ...publicPage, path: '/login' }),
  createRoute({ ...publicPage, path: '/docs' }),
  createRoute({ ...publicPage, path: '/about' }),
  createRoute({ ...publicPage, path: '/contact' }),
  createRoute({ ...publicPage, path: '/privacy' }),
  createRoute({ ...publicPage, path: '/terms' }),
] as const
const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  beforeLoad: claimInvitationSecret,
  onLeave: ({ context }) => context.invitation.set(null),
}).lazy(async () => (await import('./invite/invite-route.tsx')).route)
const verifyEmail = createRoute({ getParentRoute: () => root, path: '/verify-email' }).lazy(
  async () => (await import('./routes/public/verify-email-route.tsx')).route,
)
/** Pages that mailed links open. */
const mailedLinks = () => import('./routes/public/mailed-link-route.tsx')
const resetPassword = createRoute({ getParentRoute: () => root, path: '/reset-password' }).lazy(
  async () => (await mailedLinks()).resetPassword,
)
const confirmEmail = createRoute({ getParentRoute: () => root, path: '/confirm-email' }).lazy(
  async () => (await mailedLinks()).confirmEmail,
)
const notMe = createRoute({ getParentRoute: () => root, path: '/not-me' }).lazy(
  async () => (await mailedLinks()).notMe,
)
const removeFactor = createRoute({ getParentRoute: () => root, path: '/remove-factor' }).lazy(
  async () => (await mailedLinks()).removeFactor,
)
const undoEmail = createRoute({ getParentRoute: () => root, path: '/undo-email' }).lazy(
  async () => (await mailedLinks()).undoEmail,
)
const stopChange = createRoute({ getParentRoute: () => root, path: '/stop-change' }).lazy(
  async () => (await mailedLinks()).stopChange,
)
const revokeTokens = createRoute({ getParentRoute: () => root, path: '/revoke-tokens' }).lazy(
  async () => (await mailedLinks()).revokeTokens,
)
/** Where the identity provider sends browsers back to. Its answer is the query. */
const providerCallback = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/callback',
  beforeLoad: claimCallbackParams,
}).lazy(async () => (await import('./routes/public/provider-callback-route.tsx')).route)
const suspended = createRoute({
  getParentRoute: () => root,
  path: '/suspended',
  beforeLoad: ({ context }) => {
    if (!context.connection.session.read()) throw redirect({ to: '/', replace: true })
  },
}).lazy(async () => (await import('./routes/suspended-route.tsx')).route)

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: requireSession,
  loader: async ({ context }) => (await import('./routes/prefetch.ts')).prefetchAccount(context.connection),
}).lazy(async () => (await import('./routes/signed-in-route.tsx')).route)
const dashboard = createRoute({
  getParentRoute: () => inside,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  loader: async ({ context }) => (await import('./routes/prefetch.ts')).prefetchDashboard(context.connection),
}).lazy(async () => (await import('./routes/dashboard-route.tsx')).route)
const project = createRoute({
  getParentRoute: () => inside,
  path: '/project/$id',
  validateSearch: projectSearch,
  loader: async ({ context, params }) =>
    (await import('./routes/prefetch.ts')).prefetchProject(context.connection, Number(params.id)),
}).lazy(async () => (await import('./routes/project/project-route.tsx')).route)
const prefetchAccountPage = () => import('./routes/account/prefetch-account-page.ts')
const accountFrame = createRoute({ getParentRoute: () => inside, id: 'account-frame' }).lazy(
  async () => (await import('./routes/account/account-frame.tsx')).route,
)
const account = createRoute({
  getParentRoute: () => accountFrame,
  path: '/account',
  beforeLoad: async ({ location: { hash } }) => {
    const to = hash && (await prefetchAccountPage()).partOfAnchor(hash)
    if (to) throw redirect({ to, hash, replace: true })
  },
  loader: async ({ context }) => (await prefetchAccountPage()).prefetchProfile(context.connection),
}).lazy(async () => (await import('./routes/account/account-route.tsx')).route)
const security = createRoute({
  getParentRoute: () => accountFrame,
  path: '/account/security',
  loader: async ({ context }) => (await prefetchAccountPage()).prefetchSecurity(context.connection),
}).lazy(async () => (await import('./routes/account/security-route.tsx')).route)
const tokens = createRoute({ getParentRoute: () => accountFrame, path: '/account/tokens' }).lazy(
  async () => (await import('./routes/account/tokens-route.tsx')).route,
)
const deleteAccount = createRoute({ getParentRoute: () => accountFrame, path: '/account/delete' }).lazy(
  async () => (await import('./routes/account/delete-account-route.tsx')).route,
)
const ownerAccess = createRoute({ getParentRoute: () => inside, path: '/owner-access' }).lazy(
  async () => (await import('./routes/account/owner-access-route.tsx')).route,
)
const archivedProjects = createRoute({
  getParentRoute: () => accountFrame,
  path: '/account/archived-projects',
}).lazy(async () => (await import('./routes/account/archived-projects-route.tsx')).route)
const activity = createRoute({
  getParentRoute: () => inside,
  path: '/activity',
  validateSearch: activitySearch,
}).lazy(async () => (await import('./routes/activity-route.tsx')).route)
const cliAuth = createRoute({ getParentRoute: () => inside, path: '/cli-auth' }).lazy(
  async () => (await import('./routes/cli-auth-route.tsx')).route,
)
const subscription = createRoute({
  getParentRoute: () => inside,
  path: '/subscription',
  validateSearch: billingSearch,
}).lazy(async () => (await import('./routes/billing/subscription-route.tsx')).route)

/** Checkout, portal and invoices of the built-in payment provider. */
const sandbox = createRoute({
  getParentRoute: () => root,
  path: '/$page/sandbox/$id',
  beforeLoad: requireSession,
}).lazy(async () => (await import('./routes/billing/sandbox-route.tsx')).route)

/** The operator area, too. */
const operator = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: openDocument,
})
const operatorPages = createRoute({
  getParentRoute: () => root,
  path: '/admin/$',
  beforeLoad: openDocument,
})

const tree = root.addChildren([
  ...publicPages,
  invite,
  verifyEmail,
  resetPassword,
  confirmEmail,
  notMe,
  removeFactor,
  undoEmail,
  stopChange,
  revokeTokens,
  providerCallback,
  suspended,
  operator,
  operatorPages,
  sandbox,
  inside.addChildren([
    dashboard,
    project,
    accountFrame.addChildren([account, security, tokens, archivedProjects, deleteAccount]),
    ownerAccess,
    subscription,
    activity,
    cliAuth,
  ]),
])

export const createAppRouter = (context: Context) =>
  createRouter({
    routeTree: tree,
    context,
    defaultPreload: 'intent',
    defaultPendingComponent: FullScreenLoader,
    scrollRestoration: true,
  })

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
