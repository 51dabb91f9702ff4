import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import { CrashPage } from '../app/shell/full-page.tsx'
import { useDocumentTitle } from '../features/operator/parts/operator-page.tsx'
import { operatorPaths, userPath } from '../features/operator/paths.ts'
import { OperatorFrame } from './operator-frame.tsx'

function NotFound() {
  useDocumentTitle('Page not found')
  return (
    <div className="grid justify-items-center gap-4 py-16 text-center">
      <h1 className="text-title font-semibold">Page not found</h1>
      <p className="text-ink-2">This page does not exist, or you have no access to it.</p>
      <Link
        to={operatorPaths.dashboard()}
        className="font-medium text-accent underline-offset-4 hover:underline"
      >
        Dashboard
      </Link>
    </div>
  )
}

const root = createRootRoute({
  component: OperatorFrame,
  notFoundComponent: NotFound,
  errorComponent: CrashPage,
})

/** A page, whose code loads when it is opened. */
const page = <Name extends string>(
  path: string,
  load: () => Promise<Readonly<Record<Name, RouteComponent>>>,
  name: Name,
) => createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) })

const billingPages = () => import('../features/operator/billing/billing-pages.tsx')

// One line for each page; its entry in the menus is in `menus.ts`.
const pages = [
  page(
    operatorPaths.dashboard(),
    () => import('../features/operator/dashboard/dashboard-page.tsx'),
    'DashboardPage',
  ),
  page(operatorPaths.users(), () => import('../features/operator/users/users-page.tsx'), 'UsersPage'),
  page(userPath('$userId'), () => import('../features/operator/users/user-page.tsx'), 'UserPage'),
  page(
    operatorPaths.projects(),
    () => import('../features/operator/projects/projects-page.tsx'),
    'ProjectsPage',
  ),
  page(operatorPaths.roles(), () => import('../features/operator/roles/roles-page.tsx'), 'RolesPage'),
  page(
    operatorPaths.apiKeys(),
    () => import('../features/operator/api-keys/api-keys-page.tsx'),
    'ApiKeysPage',
  ),
  page(operatorPaths.jobs(), () => import('../features/operator/jobs/jobs-page.tsx'), 'JobsPage'),
  page(
    operatorPaths.mailTemplates(),
    () => import('../features/operator/mail-templates/mail-templates-page.tsx'),
    'MailTemplatesPage',
  ),
  page(operatorPaths.plans(), () => import('../features/operator/plans/plans-page.tsx'), 'PlansPage'),
  page(operatorPaths.subscriptions(), billingPages, 'SubscriptionsPage'),
  page(operatorPaths.invoices(), billingPages, 'InvoicesPage'),
  page(operatorPaths.failedPayments(), billingPages, 'FailedPaymentsPage'),
  page(
    operatorPaths.paymentSettings(),
    () => import('../features/operator/payment-settings/payment-settings-page.tsx'),
    'PaymentSettingsPage',
  ),
  page(
    operatorPaths.compliance(),
    () => import('../features/operator/compliance/compliance-page.tsx'),
    'CompliancePage',
  ),
  page(
    operatorPaths.health(),
    () => import('../features/operator/instance-health/instance-health-page.tsx'),
    'InstanceHealthPage',
  ),
  page(operatorPaths.audit(), () => import('../features/operator/audit/audit-page.tsx'), 'AuditPage'),
  page(operatorPaths.backups(), () => import('../features/operator/backups/backups-page.tsx'), 'BackupsPage'),
  page(
    operatorPaths.instanceSettings(),
    () => import('../features/operator/instance-settings/instance-settings-page.tsx'),
    'InstanceSettingsPage',
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

/** A router's options: parameters of the address are plain text, as people type them. Filters read them by a schema. */
const plainSearch = {
  parseSearch: (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search: Record<string, unknown>): string => {
    const entries = Object.entries(search).filter(([, value]) => value !== undefined)
    const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
    return text && `?${text}`
  },
}
