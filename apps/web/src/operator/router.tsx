import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import { CrashPage } from '../app/shell/full-page.tsx'
import { plainSearch } from '../features/operator/parts/plain-search.ts'
import { operatorPaths } from '../features/operator/paths.ts'
import { NotFound } from './not-found.tsx'
import { OperatorFrame } from './operator-frame.tsx'

const root = createRootRoute({
  component: OperatorFrame,
  notFoundComponent: NotFound,
  errorComponent: CrashPage,
})

/** A page, whose code loads when it is opened. */
const page = (path: string, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component })

// One line for each page; its entry in the menus is in `menus.ts`.
const pages = [
  page(
    operatorPaths.dashboard(),
    lazyRouteComponent(() => import('../features/operator/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  ),
  page(
    operatorPaths.users(),
    lazyRouteComponent(() => import('../features/operator/users/users-page.tsx'), 'UsersPage'),
  ),
  page(
    operatorPaths.roles(),
    lazyRouteComponent(() => import('../features/operator/roles/roles-page.tsx'), 'RolesPage'),
  ),
  page(
    operatorPaths.apiKeys(),
    lazyRouteComponent(() => import('../features/operator/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  ),
  page(
    operatorPaths.jobs(),
    lazyRouteComponent(() => import('../features/operator/jobs/jobs-page.tsx'), 'JobsPage'),
  ),
  page(
    operatorPaths.mailTemplates(),
    lazyRouteComponent(
      () => import('../features/operator/mail-templates/mail-templates-page.tsx'),
      'MailTemplatesPage',
    ),
  ),
  page(
    operatorPaths.plans(),
    lazyRouteComponent(() => import('../features/operator/plans/plans-page.tsx'), 'PlansPage'),
  ),
  page(
    operatorPaths.paymentSettings(),
    lazyRouteComponent(
      () => import('../features/operator/payment-settings/payment-settings-page.tsx'),
      'PaymentSettingsPage',
    ),
  ),
  page(
    operatorPaths.compliance(),
    lazyRouteComponent(() => import('../features/operator/compliance/compliance-page.tsx'), 'CompliancePage'),
  ),
  page(
    operatorPaths.health(),
    lazyRouteComponent(
      () => import('../features/operator/instance-health/instance-health-page.tsx'),
      'InstanceHealthPage',
    ),
  ),
  page(
    operatorPaths.audit(),
    lazyRouteComponent(() => import('../features/operator/audit/audit-page.tsx'), 'AuditPage'),
  ),
  page(
    operatorPaths.backups(),
    lazyRouteComponent(() => import('../features/operator/backups/backups-page.tsx'), 'BackupsPage'),
  ),
  page(
    operatorPaths.instanceSettings(),
    lazyRouteComponent(
      () => import('../features/operator/instance-settings/instance-settings-page.tsx'),
      'InstanceSettingsPage',
    ),
  ),
]

/** @param history of a test; by default the browser’s */
export const createOperatorRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree: root.addChildren(pages),
    ...plainSearch,
    ...(history && { history }),
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
export type OperatorRouter = ReturnType<typeof createOperatorRouter>
