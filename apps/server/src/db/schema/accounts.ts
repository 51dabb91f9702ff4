import type { AuthMethod } from '@envhold/contract/accounts/step-up.ts'
import { unlimited } from '@envhold/contract/billing/plans.ts'
import type { RowValue } from '@envhold/integrity/row.ts'
import { bigint, bytes, id, integer, real, table, text } from './table.ts'

const priceText = (price: RowValue) => (price === null ? null : String(price))

export const plans = table('plans', {
  id,
  name: text.unique(),
  display_name: text,
  description: text,
  price_monthly: real.signed({ as: priceText }),
  price_yearly: real.optional().signed({ as: priceText }),
  max_projects: integer.signed(),
  max_collaborators: integer.signed(),
  max_stored_bytes: bigint.default(-1).signed(),
  api_rate_limit_per_hour: integer.signed(),
  api_rate_limit_per_day: integer.signed(),
  /** For all API keys of an owner together. */
  max_api_calls_per_month: integer.backfill(unlimited).signed({ except: unlimited }),
  /** A JSON object: flags that operators gave the plan. */
  api_features: text.signed(),
  is_active: integer.signed(),
  mac: bytes.default(new Uint8Array()),
}).with({ id: ['name'] })

/** Lower limits of a plan that wait until those whom they touch were told. */
export const plannedLimits = table('planned_limits', {
  /** The name of the plan. */
  plan: text.primary(),
  /** −1: this limit is not lowered. */
  max_projects: integer.signed(),
  max_collaborators: integer.signed(),
  reason: text.signed(),
  notice_days: integer.signed(),
  created_at: bigint.signed(),
  applies_at: bigint.signed(),
  /** The last account that was mailed; 0 before the first. */
  mailed_to: bigint.signed(),
  /** When the last of these mails was queued. */
  announced_at: bigint.optional().signed(),
  /** The last account that is mailed that nothing changes; null: it was not called off. */
  called_off_to: bigint.optional().signed(),
  mac: bytes,
})

export const roles = table('roles', {
  id,
  name: text.unique().signed(),
  display_name: text.signed(),
  description: text.signed(),
  /** A JSON array in ascending order. */
  permissions: text.signed(),
  /** Every instance has it, and nobody can change it. */
  is_system: integer.signed(),
  created_at: bigint,
  updated_at: bigint,
  mac: bytes,
})

export const users = table('users', {
  id,
  email: text,
  /** Lower case and NFC: the form in which addresses are compared and rate-limited. */
  email_canonical: text.unique().signed(),
  username: text,
  username_canonical: text.unique(),
  first_name: text.optional(),
  last_name: text.optional(),
  /** Empty for an account without a password. */
  password_hash: text.signed(),
  /** The name of a row of `roles`. */
  role: text.signed(),
  status: text.of<'ACTIVE' | 'INACTIVE' | 'PENDING' | 'SUSPENDED'>().signed(),
  suspended_reason: text.optional().signed({ except: null }),
  plan: text.signed(),
  /** When the address was verified; null until then. */
  email_verified_at: bigint.optional().signed({ except: null }),
  /** When the password was last changed; null: not since the account was created, or it has none. */
  password_changed_at: bigint.optional(),
  /** When the owner deleted an INACTIVE account. Signing in restores it during the restore window. */
  deleted_at: bigint.optional().signed({ except: null }),
  created_at: bigint,
  updated_at: bigint,
  /** In which dates are written to this user, such as 'Europe/Paris'; null: not known. No MAC: it decides nothing else. */
  time_zone: text.optional(),
  mac: bytes,
}).with({
  indexes: {
    users_status: ['status', 'id'],
    users_search: ['id', 'username_canonical', 'email_canonical', 'status'],
    users_role: ['role', 'id'],
    users_plan: ['plan', 'id'],
    users_deleted: ['deleted_at', 'id'],
  },
})

export const sessions = table('sessions', {
  id: text.primary(),
  auth_hash: bytes.signed(),
  user_id: bigint.references('users').signed(),
  created_at: bigint.signed(),
  last_seen_at: bigint,
  expires_at: bigint,
  ip: text,
  user_agent: text,
  /** The method that started the session: one of the contract's `authMethods`. */
  signed_in_by: text.of<AuthMethod>().backfill('password').signed({ except: 'password' }),
  /** When the user proved who they are after the session began; null: by starting it. */
  verified_at: bigint.optional().signed({ except: null }),
  /** The proof of `verified_at`; null together with it. */
  verified_by: text.of<AuthMethod>().optional().signed({ except: null }),
  /** The last operator call; null: none yet. */
  operator_seen_at: bigint.optional(),
  /** The device that signed in; null for sessions from before this column. */
  device_id: text.optional(),
  mac: bytes,
}).with({ indexes: { sessions_of_user: ['user_id'], sessions_by_expiry: ['expires_at'] } })

export const personalTokens = table('personal_tokens', {
  id: text.primary(),
  user_id: bigint.references('users').signed(),
  token_name: text,
  preview: text,
  auth_hash: bytes.signed(),
  permissions: text.signed(),
  expires_at: bigint.optional().signed(),
  created_at: bigint,
  last_used_at: bigint.optional(),
  mac: bytes,
}).with({ indexes: { personal_tokens_of_user: ['user_id'] } })

/** A login that the command line began and a signed-in user answers. Its device code is a token with a key pair. */
export const deviceLogins = table('device_logins', {
  /** Of the device code. */
  id: text.primary(),
  auth_hash: bytes.signed(),
  /** Of the device code; a token that answers the login is sealed to it. */
  public_key: bytes.signed(),
  /** MAC of the code that the user compares. */
  user_code_mac: bytes.unique().signed(),
  /** What the device says about itself. */
  device_name: text.signed(),
  client: text.signed(),
  ip: text.signed(),
  status: text.of<'pending' | 'approved' | 'denied'>().signed(),
  /** Who opened the login last, and may answer it; null: nobody yet. */
  user_id: bigint.optional().references('users').signed(),
  /** SHA-256 of what only the page that opened it last holds; null together with `user_id`. */
  review_hash: bytes.optional().unique().signed(),
  /** The personal token that was created for it; null unless approved. */
  token_id: text.optional().signed(),
  sealed_token: bytes.optional().signed(),
  /** How long the device waits between two polls. */
  interval_seconds: integer,
  last_polled_at: bigint.optional(),
  created_at: bigint.signed(),
  expires_at: bigint.signed(),
  mac: bytes,
}).with({ indexes: { device_logins_user: ['user_id'], device_logins_expiry: ['expires_at'] } })

/** What a mailed link proves: the owner of the account reads mail at the address. Used once. */
export const mailedTokens = table('mailed_tokens', {
  id: text.primary(),
  kind: text
    .of<'verify-email' | 'reset-password' | 'confirm-email' | 'undo-email' | 'stop-change'>()
    .signed(),
  user_id: bigint.references('users').signed(),
  email_canonical: text.signed(),
  auth_hash: bytes.signed(),
  created_at: bigint,
  expires_at: bigint.signed(),
  mac: bytes,
}).with({ indexes: { mailed_tokens_of_user: ['user_id'] } })

/** An operator's invitation to create an account. Its secret is in the mailed link alone. */
export const accountInvitations = table('account_invitations', {
  /** Of the link. */
  id: text.primary(),
  email_canonical: text.unique().signed(),
  auth_hash: bytes.signed(),
  /** The operator. */
  invited_by: bigint.references('users').signed(),
  created_at: bigint.signed(),
  expires_at: bigint.signed(),
  mac: bytes,
}).with({ indexes: { account_invitations_expiry: ['expires_at'] } })

/** A plan that an operator gave an account for a time. It counts instead of what a subscription pays for. */
export const grantedPlans = table('granted_plans', {
  user_id: bigint.primary().references('users'),
  /** The name of the plan. */
  plan: text.signed(),
  reason: text.signed(),
  /** null: the operator's account was deleted. */
  granted_by: bigint.optional().signed(),
  created_at: bigint.signed(),
  ends_at: bigint.signed(),
  mac: bytes,
}).with({ indexes: { granted_plans_end: ['ends_at'] } })

/** Who was mailed about planned limits of a plan. No MAC: another e-mail says that they were called off, no more. */
const limitNotices = table('limit_notices', {
  /** The name of the plan. */
  plan: text,
  user_id: bigint.references('users'),
}).with({ key: ['plan', 'user_id'] })

/** A browser or program that has signed in to an account. */
const devices = table('devices', {
  user_id: bigint.references('users'),
  id: text,
  /** A hash of the user agent, without version numbers. */
  program: text,
  /** The issue time of its device token; null if it has no valid one. */
  token_issued_at: bigint.optional(),
  first_seen_at: bigint,
  last_seen_at: bigint,
  /** When the vault was first opened on it; null: never. */
  vault_opened_at: bigint.optional(),
  /** When a second factor was first passed on it; null: never. */
  second_factor_at: bigint.optional(),
}).with({ key: ['user_id', 'id'] })

export const accountTables = [
  plans,
  plannedLimits,
  roles,
  users,
  sessions,
  personalTokens,
  deviceLogins,
  mailedTokens,
  accountInvitations,
  grantedPlans,
  limitNotices,
  devices,
] as const
