import type { OperatorCall } from '@envhold/contract/operator/operator-calls.ts'
import { mayCall, type Operator } from '../features/operator/operator.ts'
import { operatorPaths } from '../features/operator/paths.ts'

interface MenuPage {
  readonly label: string
  readonly to: string
  /** The call that the page cannot do without: who may not use it does not see the entry. */
  readonly call: OperatorCall
}

export interface Menu {
  readonly title: string
  readonly pages: readonly MenuPage[]
}

export const dashboardLink = { label: 'Dashboard', to: operatorPaths.dashboard() }

/** The menus of the header. A page has one line here and one in `router.tsx`. */
const menus: readonly Menu[] = [
  {
    title: 'User Management',
    pages: [
      { label: 'Users', to: operatorPaths.users(), call: 'listUsers' },
      { label: 'Projects', to: operatorPaths.projects(), call: 'listEveryProject' },
      { label: 'Roles', to: operatorPaths.roles(), call: 'listRoles' },
    ],
  },
  {
    title: 'System Tools',
    pages: [
      { label: 'Email Templates', to: operatorPaths.mailTemplates(), call: 'listMailTemplates' },
      { label: 'Compliance', to: operatorPaths.compliance(), call: 'readComplianceStats' },
      { label: 'API Keys', to: operatorPaths.apiKeys(), call: 'listEveryApiKey' },
      { label: 'Jobs', to: operatorPaths.jobs(), call: 'listJobs' },
    ],
  },
  {
    title: 'Billing',
    pages: [
      { label: 'Plans', to: operatorPaths.plans(), call: 'listAllPlans' },
      { label: 'Subscriptions', to: operatorPaths.subscriptions(), call: 'listEverySubscription' },
      { label: 'Invoices', to: operatorPaths.invoices(), call: 'listEveryInvoice' },
      { label: 'Failed Payments', to: operatorPaths.failedPayments(), call: 'listFailedPayments' },
      { label: 'Payment Settings', to: operatorPaths.paymentSettings(), call: 'readPaymentConfig' },
    ],
  },
  {
    title: 'Instance',
    pages: [
      { label: 'Health', to: operatorPaths.health(), call: 'readInstanceHealth' },
      { label: 'Audit Log', to: operatorPaths.audit(), call: 'readAuditStatus' },
      { label: 'Backups', to: operatorPaths.backups(), call: 'listBackups' },
      { label: 'Settings', to: operatorPaths.instanceSettings(), call: 'readInstanceSettings' },
    ],
  },
]

const order = Object.values(operatorPaths).map((pathOf) => pathOf())

/** The pages that an operator may read, in the order of `operatorPaths`; a menu without any is left out. */
export const menusOf = (operator: Operator): readonly Menu[] =>
  menus
    .map(({ title, pages }) => ({
      title,
      pages: pages
        .filter(({ call }) => mayCall(operator, call))
        .toSorted((left, right) => order.indexOf(left.to) - order.indexOf(right.to)),
    }))
    .filter(({ pages }) => pages.length > 0)

const isAt = (pathname: string, { to }: MenuPage) => pathname === to || pathname.startsWith(`${to}/`)

/** Whether the page at this path belongs to the menu. */
export const isCurrentMenu = ({ pages }: Menu, pathname: string): boolean =>
  pages.some((page) => isAt(pathname, page))
