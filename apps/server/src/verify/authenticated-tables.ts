import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { TamperedRowError } from '../app-error.ts'
import type { Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import { delayedChangeMac } from '../features/accounts/delayed/delayed-change-store.ts'
import { emailChangeMac } from '../features/accounts/email/email-change-store.ts'
import { recoveryCodeRowMac } from '../features/accounts/factors/recovery-code-store.ts'
import { totpFactorMac } from '../features/accounts/factors/totp-factor-store.ts'
import { oidcIdentityMac } from '../features/accounts/oidc/oidc-identity-store.ts'
import { oidcRequestMac } from '../features/accounts/oidc/oidc-request-store.ts'
import { mfaTicketMac } from '../features/accounts/second-factor/mfa-ticket-store.ts'
import { passkeyMac } from '../features/accounts/webauthn/passkey-store.ts'
import { apiKeyMac } from '../features/api-keys/api-key-store.ts'
import { archivedProjectMac } from '../features/archive/archived-project-store.ts'
import { erasureMac } from '../features/audit-log/erasure-store.ts'
import { revocationMac } from '../features/audit-log/revocation.ts'
import { checkoutMac } from '../features/billing/checkout/checkout-store.ts'
import { subscriptionMac } from '../features/billing/subscriptions/subscription-store.ts'
import { formerNameMac } from '../features/environments/former-name-store.ts'
import { versionMac } from '../features/environments/version-store.ts'
import { epochMac } from '../features/keyring/epoch-store.ts'
import { grantMac } from '../features/keyring/grant-store.ts'
import { passkeyUnlockMac } from '../features/keyring/passkey-unlock/passkey-unlock-store.ts'
import { principalMac } from '../features/keyring/principal-store.ts'
import { userKeyMac } from '../features/keyring/user-key-store.ts'
import { deviceLoginMac } from '../features/personal-tokens/device-login/device-login-store.ts'
import { personalTokenMac } from '../features/personal-tokens/personal-token-store.ts'
import { accountPhaseMac } from '../features/plans/account-phase-store.ts'
import { planPriceMac } from '../features/plans/plan-price-store.ts'
import { planMac } from '../features/plans/plan-store.ts'
import { environmentMac } from '../features/projects/environment-mac.ts'
import { invitationMac } from '../features/projects/invitation-mac.ts'
import { membershipMac } from '../features/projects/membership-store.ts'
import { projectMac } from '../features/projects/project-store.ts'
import { roleMac } from '../features/roles/role-store.ts'
import { sessionMac } from '../features/sessions/session-store.ts'
import { emailTokenMac } from '../features/users/email-token-store.ts'
import { checkSpelling, userMac } from '../features/users/user-store.ts'
import { dueDayMac } from '../features/variables/due-days/due-day-store.ts'
import { idempotencyMac } from '../idempotency/idempotency-store.ts'
import { instanceSettingMac } from '../instance-settings/instance-settings-store.ts'
import { mailMac } from '../mail/mail-queue-store.ts'
import { settingsSeal } from '../payments/settings/payment-settings-store.ts'
import { signInSettingsSeal } from '../sign-in-provider/provider-settings-store.ts'
import type { OnFinding } from './finding.ts'
import { type RenewCtx, type Reseal, renewRows, type StoredRow } from './renew-row-store.ts'
import { type RowOf, rowsOf } from './row-walk-store.ts'

/** A table whose rows are all authenticated. */
export interface AuthenticatedTable {
  readonly table: keyof Tables
  /** Checks every row. @returns how many there are */
  readonly verify: (db: Db, secrets: ServerSecrets, onFinding: OnFinding) => Promise<number>
  /** Writes MACs under the newest server secret in place of older ones. @returns how many rows were changed */
  readonly renew: (ctx: RenewCtx, reseal: Reseal | undefined, onFinding: OnFinding) => Promise<number>
}

type WithMac<T extends keyof Tables> = RowOf<T> & { readonly mac: Uint8Array }
/** Settings are encrypted as a whole, which authenticates them: they have no MAC beside that. */
type Row<T extends keyof Tables> = T extends 'payment_settings' | 'sign_in_settings' ? RowOf<T> : WithMac<T>

function sealed<T extends keyof Tables>(
  table: T,
  keys: readonly (keyof RowOf<T> & string)[],
  seal: {
    readonly check: (secrets: ServerSecrets, row: Row<T>) => void
    readonly of?: (secrets: ServerSecrets, row: Row<T>) => Uint8Array
  },
): AuthenticatedTable {
  const { of } = seal
  return {
    table,
    renew: async (ctx, reseal, onFinding) => {
      if (!of) return 0
      const rowMac = {
        of: (row: StoredRow) => of(ctx.secrets, row as Row<T>),
        check: (row: StoredRow) => seal.check(ctx.secrets, row as Row<T>),
      }
      return await renewRows(ctx, { table, keys, rowMac, reseal }, onFinding)
    },
    verify: async (db, secrets, onFinding) => {
      let count = 0
      for await (const row of rowsOf(db, table, keys)) {
        count++
        try {
          seal.check(secrets, row as Row<T>)
        } catch (error) {
          if (!(error instanceof TamperedRowError)) throw error
          onFinding({ table, id: error.id, problem: 'was changed from outside: its MAC is invalid' })
        }
      }
      return count
    },
  }
}

const users = {
  of: userMac.of,
  check: (secrets: ServerSecrets, row: Row<'users'>) => {
    userMac.check(secrets, row)
    checkSpelling(row)
  },
}

/** All of them: a test compares this list with the columns of the database. */
export const authenticatedTables: readonly AuthenticatedTable[] = [
  sealed('plans', ['id'], planMac),
  sealed('plan_prices', ['provider', 'price_ref'], planPriceMac),
  sealed('payment_settings', ['name'], settingsSeal),
  sealed('checkouts', ['id'], checkoutMac),
  sealed('subscriptions', ['id'], subscriptionMac),
  sealed('roles', ['id'], roleMac),
  sealed('users', ['id'], users),
  sealed('sessions', ['id'], sessionMac),
  sealed('idempotency_keys', ['id'], idempotencyMac),
  sealed('mailed_tokens', ['id'], emailTokenMac),
  sealed('email_changes', ['id'], emailChangeMac),
  sealed('delayed_changes', ['id'], delayedChangeMac),
  sealed('oidc_identities', ['issuer', 'subject'], oidcIdentityMac),
  sealed('oidc_requests', ['id'], oidcRequestMac),
  sealed('sign_in_settings', ['name'], signInSettingsSeal),
  sealed('mfa_tickets', ['id'], mfaTicketMac),
  sealed('totp_factors', ['id'], totpFactorMac),
  sealed('recovery_codes', ['id'], recoveryCodeRowMac),
  sealed('mail_queue', ['id'], mailMac),
  sealed('user_keys', ['user_id'], userKeyMac),
  sealed('principals', ['kind', 'id'], principalMac),
  sealed('passkeys', ['id'], passkeyMac),
  sealed('passkey_unlocks', ['passkey_id'], passkeyUnlockMac),
  sealed('projects', ['id'], projectMac),
  sealed('archived_projects', ['project_id'], archivedProjectMac),
  sealed('account_phases', ['user_id'], accountPhaseMac),
  sealed('memberships', ['project_id', 'user_id'], membershipMac),
  sealed('invitations', ['id'], invitationMac),
  sealed('environments', ['id'], environmentMac),
  sealed('former_environment_names', ['project_id', 'name_canonical'], formerNameMac),
  sealed('environment_epochs', ['environment_id', 'epoch'], epochMac),
  sealed('environment_versions', ['environment_id', 'version'], versionMac),
  sealed('due_days', ['environment_id', 'day'], dueDayMac),
  sealed('grants', ['environment_id', 'kind', 'principal'], grantMac),
  sealed('api_keys', ['id'], apiKeyMac),
  sealed('personal_tokens', ['id'], personalTokenMac),
  sealed('device_logins', ['id'], deviceLoginMac),
  sealed('erasures', ['user_id'], erasureMac),
  sealed('revocations', ['id'], revocationMac),
  sealed('instance_settings', ['name'], instanceSettingMac),
]
