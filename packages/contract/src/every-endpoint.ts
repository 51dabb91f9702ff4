import * as accountInvitations from './accounts/account-invitations.ts'
import * as accountSecurity from './accounts/account-security.ts'
import * as settings from './accounts/account-settings.ts'
import * as accounts from './accounts/accounts.ts'
import * as identityProvider from './accounts/identity-provider.ts'
import * as mailedLinks from './accounts/mailed-links.ts'
import * as passkeyAuthentication from './accounts/passkey-authentication.ts'
import * as passkeys from './accounts/passkeys.ts'
import * as secondFactors from './accounts/second-factors.ts'
import * as activity from './activity/activity.ts'
import * as activityLines from './activity/activity-lines.ts'
import * as exposure from './activity/exposure.ts'
import * as projectLog from './activity/project-log.ts'
import * as apiKeys from './api-keys.ts'
import * as archive from './archive/archive.ts'
import * as compliance from './archive/compliance.ts'
import * as invoices from './billing/invoices.ts'
import * as webhooks from './billing/payments.ts'
import * as planChange from './billing/plan-change.ts'
import * as offers from './billing/plan-offers.ts'
import * as sandbox from './billing/sandbox.ts'
import * as subscription from './billing/subscription.ts'
import * as subscriptionStatus from './billing/subscription-status.ts'
import * as members from './collaborators/collaborators.ts'
import * as invitations from './collaborators/invitations.ts'
import * as contact from './contact.ts'
import type { Endpoint } from './endpoint.ts'
import * as environments from './environments/environments.ts'
import * as formerNames from './environments/former-names.ts'
import * as exported from './export.ts'
import * as health from './health.ts'
import * as inject from './inject.ts'
import * as keyring from './keyring/keyring.ts'
import * as masterPasswordStatus from './keyring/master-password-status.ts'
import * as allApiKeys from './operator/api-keys.ts'
import * as audit from './operator/audit.ts'
import * as backups from './operator/backups.ts'
import * as billingLists from './operator/billing-lists.ts'
import * as bulkActions from './operator/bulk-actions.ts'
import * as instanceHealth from './operator/instance-health.ts'
import * as instanceSettings from './operator/instance-settings.ts'
import * as jobs from './operator/jobs.ts'
import * as mailTemplates from './operator/mail-templates.ts'
import type { OperatorCall } from './operator/operator-calls.ts'
import * as paymentSettings from './operator/payment-settings.ts'
import * as operatorPlans from './operator/plans.ts'
import * as operatorProjects from './operator/projects.ts'
import * as revocations from './operator/revocations.ts'
import * as operatorRoles from './operator/roles.ts'
import * as startJobs from './operator/start-jobs.ts'
import * as statistics from './operator/statistics.ts'
import * as userBilling from './operator/user-billing.ts'
import * as userInvitations from './operator/user-invitations.ts'
import * as operatorUsers from './operator/users.ts'
import * as announcements from './pages/announcement.ts'
import * as deviceLogin from './personal-tokens/device-login.ts'
import * as personalTokens from './personal-tokens/personal-tokens.ts'
import * as access from './projects/access.ts'
import * as projects from './projects/projects.ts'
import * as transfers from './projects/transfers.ts'
import * as dotenv from './variables/dotenv.ts'
import * as find from './variables/find.ts'
import * as variables from './variables/variables.ts'
import * as versions from './variables/versions.ts'

/** The files that define calls, in the order of the reference page. */
const modules = [
  inject,
  accounts,
  secondFactors,
  settings,
  mailedLinks,
  accountInvitations,
  identityProvider,
  accountSecurity,
  subscriptionStatus,
  planChange,
  offers,
  subscription,
  invoices,
  webhooks,
  compliance,
  archive,
  sandbox,
  keyring,
  masterPasswordStatus,
  passkeyAuthentication,
  passkeys,
  projects,
  access,
  transfers,
  members,
  invitations,
  environments,
  formerNames,
  dotenv,
  variables,
  versions,
  find,
  exported,
  apiKeys,
  personalTokens,
  deviceLogin,
  activity,
  activityLines,
  exposure,
  projectLog,
  contact,
  statistics,
  operatorRoles,
  allApiKeys,
  jobs,
  startJobs,
  operatorUsers,
  userInvitations,
  bulkActions,
  operatorPlans,
  operatorProjects,
  paymentSettings,
  instanceSettings,
  userBilling,
  billingLists,
  mailTemplates,
  backups,
  revocations,
  audit,
  announcements,
  instanceHealth,
  health,
] as const

type ValueOf<M> = M extends unknown ? M[keyof M] : never

/** One of the calls, with its exact type. */
export type KnownEndpoint = Extract<ValueOf<(typeof modules)[number]>, Endpoint>

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'audience' in value

const methods: readonly Endpoint['method'][] = ['GET', 'POST', 'PUT', 'DELETE']

/** The names of a module come in the order of the alphabet; its calls are listed by path and method. */
const inOrder = (left: Endpoint, right: Endpoint): number =>
  left.path < right.path
    ? -1
    : left.path > right.path
      ? 1
      : methods.indexOf(left.method) - methods.indexOf(right.method)

/** Every call of the API. */
export const everyEndpoint: readonly Endpoint[] = modules.flatMap((module) =>
  Object.values<unknown>(module).filter(isEndpoint).sort(inOrder),
)

type OperatorEndpoint = Extract<KnownEndpoint, { audience: 'operator' }>
type Unserved = Exclude<OperatorCall, OperatorEndpoint['name']>
/** A call of the operator area's table without an endpoint does not compile. */
true satisfies [Unserved] extends [never] ? true : Unserved
