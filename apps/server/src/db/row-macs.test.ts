import { readFileSync } from 'node:fs'
import type { RowFields } from '@envhold/integrity/row.ts'
import { parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { describe, expect, test } from 'vitest'
import { delayedChangeMac } from '../features/accounts/delayed/delayed-change-store.ts'
import { emailChangeMac } from '../features/accounts/email/email-change-store.ts'
import { recoveryCodeRowMac, totpFactorMac } from '../features/accounts/factors/factor-store.ts'
import { oidcIdentityMac, oidcRequestMac } from '../features/accounts/oidc/oidc-store.ts'
import { mfaTicketMac } from '../features/accounts/second-factor/mfa-ticket-store.ts'
import { passkeyMac } from '../features/accounts/webauthn/webauthn-store.ts'
import { apiKeyMac } from '../features/api-keys/api-key-store.ts'
import { approvalMac } from '../features/approvals/approval-store.ts'
import { archivedProjectMac } from '../features/archive/archived-project-store.ts'
import { erasureMac } from '../features/audit-log/activity-chain-store.ts'
import { erasedEntryMac } from '../features/audit-log/activity-entry.ts'
import { revocationMac } from '../features/audit-log/revocation.ts'
import { startMac } from '../features/audit-log/usage-chain-store.ts'
import { checkoutMac } from '../features/billing/checkout/checkout-store.ts'
import { subscriptionMac } from '../features/billing/subscriptions/subscription-store.ts'
import { formerNameMac } from '../features/environments/former-name-store.ts'
import { versionMac } from '../features/environments/version-store.ts'
import { epochMac } from '../features/keyring/epoch-store.ts'
import { grantMac } from '../features/keyring/grant-store.ts'
import { principalMac } from '../features/keyring/principal-store.ts'
import { passkeyUnlockMac, userKeyMac } from '../features/keyring/user-key-store.ts'
import { payloadMac } from '../features/operator/jobs/preview-token.ts'
import { personalTokenMac } from '../features/personal-tokens/personal-token-store.ts'
import { accountPhaseMac } from '../features/plans/account-phase-store.ts'
import { planPriceMac } from '../features/plans/plan-price-store.ts'
import { planMac } from '../features/plans/plan-store.ts'
import { invitationMac, membershipMac } from '../features/projects/membership-store.ts'
import { environmentMac, projectMac } from '../features/projects/project-store.ts'
import { roleMac } from '../features/roles/role-store.ts'
import { sessionMac } from '../features/sessions/session-store.ts'
import { emailTokenMac } from '../features/users/email-token-store.ts'
import { userMac } from '../features/users/user-store.ts'
import { dueDayMac } from '../features/variables/due-days/due-day-store.ts'
import { idempotencyMac } from '../idempotency/idempotency-store.ts'
import { instanceSettingMac } from '../instance-settings/instance-settings-store.ts'
import { mailMac } from '../mail/mail-queue-store.ts'
import type { RowMac } from './row-mac.ts'

const macs = {
  account_phases: accountPhaseMac,
  activity: erasedEntryMac,
  api_keys: apiKeyMac,
  archived_projects: archivedProjectMac,
  checkouts: checkoutMac,
  delayed_changes: delayedChangeMac,
  device_logins: approvalMac,
  due_days: dueDayMac,
  email_changes: emailChangeMac,
  environment_epochs: epochMac,
  environment_versions: versionMac,
  environments: environmentMac,
  erasures: erasureMac,
  former_environment_names: formerNameMac,
  grants: grantMac,
  idempotency_keys: idempotencyMac,
  instance_settings: instanceSettingMac,
  invitations: invitationMac,
  mail_queue: mailMac,
  mailed_tokens: emailTokenMac,
  memberships: membershipMac,
  mfa_tickets: mfaTicketMac,
  oidc_identities: oidcIdentityMac,
  oidc_requests: oidcRequestMac,
  operator_job_previews: payloadMac,
  passkey_unlocks: passkeyUnlockMac,
  passkeys: passkeyMac,
  personal_tokens: personalTokenMac,
  plan_prices: planPriceMac,
  plans: planMac,
  principals: principalMac,
  projects: projectMac,
  recovery_codes: recoveryCodeRowMac,
  revocations: revocationMac,
  roles: roleMac,
  sessions: sessionMac,
  subscriptions: subscriptionMac,
  totp_factors: totpFactorMac,
  usage_heads: startMac,
  user_keys: userKeyMac,
  users: userMac,
} as unknown as Readonly<Record<string, RowMac<RowFields>>>

interface Vector {
  readonly table: string
  /** Bytes are `{ hex }`. */
  readonly row: Readonly<Record<string, string | number | null | { readonly hex: string }>>
  readonly mac: string
}

const { secret, vectors }: { readonly secret: string; readonly vectors: readonly Vector[] } = JSON.parse(
  readFileSync(new URL('./vectors/row-macs.json', import.meta.url), 'utf8'),
)
const secrets = serverSecrets(parseServerSecrets(secret))

const rowOf = (row: Vector['row']): RowFields =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'object' && value !== null ? Buffer.from(value.hex, 'hex') : value,
    ]),
  )

describe('the MACs of rows, as databases have them', () => {
  test.each(vectors.map(({ table, row, mac }) => [table, row, mac] as const))('%s', (table, row, mac) => {
    expect(Buffer.from(macs[table]?.of(secrets, rowOf(row)) ?? []).toString('hex')).toBe(mac)
  })

  test('every MAC has vectors', () => {
    expect(new Set(vectors.map(({ table }) => table))).toEqual(new Set(Object.keys(macs)))
  })
})
