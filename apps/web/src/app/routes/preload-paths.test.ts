import { readAccountSecurity } from '@envhold/contract/account-security.ts'
import { listSessions } from '@envhold/contract/account-settings.ts'
import { readSession, readUserStatus } from '@envhold/contract/accounts.ts'
import { readCompliance } from '@envhold/contract/compliance.ts'
import { listDelayedChanges } from '@envhold/contract/delayed-changes.ts'
import { readEmailChange } from '@envhold/contract/email-change.ts'
import { listEnvironments } from '@envhold/contract/environments.ts'
import { listInvoices } from '@envhold/contract/invoices.ts'
import { readMasterPasswordStatus } from '@envhold/contract/master-password-status.ts'
import { listOwnOperatorActs } from '@envhold/contract/operator/users.ts'
import { listPasskeys } from '@envhold/contract/passkeys.ts'
import { listInvitations } from '@envhold/contract/pending-invitations.ts'
import { listPersonalTokens } from '@envhold/contract/personal-tokens.ts'
import { listPlans } from '@envhold/contract/plan-offers.ts'
import { listProjects, readProject } from '@envhold/contract/projects.ts'
import { readProviderLink } from '@envhold/contract/sign-in-provider.ts'
import { readCurrentSubscription, readSubscriptionUsage } from '@envhold/contract/subscription.ts'
import { readSubscriptionStatus } from '@envhold/contract/subscription-status.ts'
import { expect, test } from 'vitest'
import { earlyPaths } from './preload-paths.ts'

const pathsOf = (...endpoints: readonly { path: string; method: string }[]) =>
  endpoints.map(({ path, method }) => {
    expect(method).toBe('GET')
    return `/api${path.replace(/\{\w+\}/, '7')}`
  })
const each = [readUserStatus, readSession, readCompliance, listDelayedChanges]
const withVault = [...each, readMasterPasswordStatus]

test.each([
  ['/dashboard', [...withVault, listProjects, readSubscriptionStatus, listInvitations]],
  ['/project/7', [...withVault, readProject, listEnvironments]],
  [
    '/account',
    [
      ...each,
      readAccountSecurity,
      readProviderLink,
      readEmailChange,
      listPasskeys,
      listSessions,
      listPersonalTokens,
      listOwnOperatorActs,
    ],
  ],
  ['/subscription', [...each, readCurrentSubscription, readSubscriptionUsage, listPlans, listInvoices]],
  ['/activity', each],
  ['/', []],
  ['/login', []],
  ['/invite', []],
])('%s asks for what the contract calls by these paths', (pathname, endpoints) => {
  expect(earlyPaths(pathname)).toEqual(pathsOf(...endpoints))
})

test.each(['/project/0', '/project/x', '/project/7/..', '/project/%2e%2e', '/project/99999999999999999'])(
  '%s asks for nothing',
  (pathname) => expect(earlyPaths(pathname)).toEqual([]),
)
