import { listDelayedChanges, readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import { listSessions } from '@envhold/contract/accounts/account-settings.ts'
import { readSession, readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import { readProviderLink } from '@envhold/contract/accounts/identity-provider.ts'
import { readEmailChange } from '@envhold/contract/accounts/mailed-links.ts'
import { listPasskeys } from '@envhold/contract/accounts/passkeys.ts'
import { listInvoices } from '@envhold/contract/billing/invoices.ts'
import { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import { readCurrentSubscription, readSubscriptionUsage } from '@envhold/contract/billing/subscription.ts'
import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import { listInvitations } from '@envhold/contract/collaborators/invitations.ts'
import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { readMasterPasswordStatus } from '@envhold/contract/keyring/master-password-status.ts'
import { listOwnOperatorActs } from '@envhold/contract/operator/users.ts'
import { listPersonalTokens } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { listProjects, readProject } from '@envhold/contract/projects/projects.ts'
import { expect, test } from 'vitest'
import { earlyPaths, restoredFragment } from './opened-url.ts'

test.each([
  ['/invite%23inv_aB3', '', '/invite#inv_aB3'],
  ['/not-me%23not-me.7..mh3k.a_b-c', '', '/not-me#not-me.7..mh3k.a_b-c'],
  ['/verify-email%2523eml_aB3', '', '/verify-email#eml_aB3'],
  ['/reset-password%23eml_aB3', '?gateway=1', '/reset-password?gateway=1#eml_aB3'],
  ['/invite', '', null],
  ['/project/7', '?tab=%23', null],
])('a gateway made %s%s of it: %s', (pathname, search, mailed) => {
  expect(restoredFragment({ pathname, search })).toBe(mailed)
})

const pathsOf = (...endpoints: readonly { path: string; method: string }[]) =>
  endpoints.map(({ path, method }) => {
    expect(method).toBe('GET')
    return `/api${path.replace(/\{\w+\}/, '7')}`
  })
const each = [readUserStatus, readSession, readSubscriptionStatus, listDelayedChanges]
const withVault = [...each, readMasterPasswordStatus]

test.each([
  ['/dashboard', [...withVault, listProjects, listInvitations]],
  ['/project/7', [...withVault, readProject, listEnvironments]],
  [
    '/account/security',
    [
      ...each,
      readAccountSecurity,
      readProviderLink,
      listPasskeys,
      listSessions,
      listPersonalTokens,
      listOwnOperatorActs,
    ],
  ],
  ['/subscription', [...each, readCurrentSubscription, readSubscriptionUsage, listPlans, listInvoices]],
  ['/account', [...each, readEmailChange]],
  ['/account/tokens', [...each, listPersonalTokens]],
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
