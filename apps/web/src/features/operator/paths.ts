/** Every address of the operator area, in the order of the menus. */
export const operatorPaths = {
  dashboard: (): string => '/admin',
  users: (): string => '/admin/users',
  projects: (): string => '/admin/projects',
  roles: (): string => '/admin/roles',
  apiKeys: (): string => '/admin/api-keys',
  mailTemplates: (): string => '/admin/email-templates',
  compliance: (): string => '/admin/compliance',
  jobs: (): string => '/admin/jobs',
  plans: (): string => '/admin/plans',
  subscriptions: (): string => '/admin/subscriptions',
  invoices: (): string => '/admin/invoices',
  failedPayments: (): string => '/admin/failed-payments',
  paymentSettings: (): string => '/admin/payment-settings',
  health: (): string => '/admin/instance',
  audit: (): string => '/admin/audit',
  backups: (): string => '/admin/backups',
  instanceSettings: (): string => '/admin/settings',
}

/** The page of one user. */
export const userPath = (id: number | string): string => `${operatorPaths.users()}/${id}`
