/** The tables of accounts: how people sign in, and their keys. */
import type { Proof } from '@envhold/contract/step-up.ts'
import type { Generated } from 'kysely'

export interface UsersTable {
  id: Generated<number>
  email: string
  /** Lower case and NFC: the form in which addresses are compared and rate-limited. */
  email_canonical: string
  username: string
  username_canonical: string
  first_name: string | null
  last_name: string | null
  /** Empty for an account without a password. */
  password_hash: string
  /** The name of a row of `roles`. */
  role: string
  status: 'ACTIVE' | 'INACTIVE' | 'PENDING' | 'SUSPENDED'
  suspended_reason: string | null
  plan: string
  /** When the address was verified; null until then. */
  email_verified_at: number | null
  /** When the password was last changed; null: not since the account was created, or it has none. */
  password_changed_at: number | null
  /** When the owner deleted an INACTIVE account. Signing in restores it during the restore window. */
  deleted_at: number | null
  created_at: number
  updated_at: number
  mac: Uint8Array
}

export interface SessionsTable {
  id: string
  auth_hash: Uint8Array
  user_id: number
  created_at: number
  last_seen_at: number
  expires_at: number
  ip: string
  user_agent: string
  /** The proof that started the session: one of the contract's `proofs`. */
  signed_in_by: Proof
  /** When the user proved who they are after the session began; null: by starting it. */
  verified_at: number | null
  /** The proof of `verified_at`; null together with it. */
  verified_by: Proof | null
  /** The last operator call; null: none yet. */
  operator_seen_at: number | null
  /** The device that signed in; null for sessions from before this column. */
  device_id: string | null
  mac: Uint8Array
}

export interface UserKeysTable {
  user_id: number
  key_version: number
  public_key: Uint8Array
  sealed: Uint8Array
  sealed_recovery: Uint8Array
  /** When the master password was last changed; null: never. */
  password_changed_at: number | null
  /** When the recovery key was made; null: with the row. */
  recovery_made_at: number | null
  /** When the user last proved to have the recovery sheet; null: not yet. */
  recovery_checked_at: number | null
  created_at: number
  updated_at: number
  mac: Uint8Array
}

export interface PersonalTokensTable {
  id: string
  user_id: number
  token_name: string
  preview: string
  auth_hash: Uint8Array
  permissions: string
  expires_at: number | null
  created_at: number
  last_used_at: number | null
  mac: Uint8Array
}

/** A login that the command line began and a signed-in user answers. Its device code is a token with a key pair. */
export interface DeviceLoginsTable {
  /** Of the device code. */
  id: string
  auth_hash: Uint8Array
  /** Of the device code; a token that answers the login is sealed to it. */
  public_key: Uint8Array
  /** MAC of the code that the user compares. */
  user_code_mac: Uint8Array
  /** What the device says about itself. */
  device_name: string
  client: string
  ip: string
  status: 'pending' | 'approved' | 'denied'
  /** Who opened the login last, and may answer it; null: nobody yet. */
  user_id: number | null
  /** SHA-256 of what only the page that opened it last holds; null together with `user_id`. */
  review_hash: Uint8Array | null
  /** The personal token that was created for it; null unless approved. */
  token_id: string | null
  sealed_token: Uint8Array | null
  /** How long the device waits between two polls. */
  interval_seconds: number
  last_polled_at: number | null
  created_at: number
  expires_at: number
  mac: Uint8Array
}

/** What a mailed link proves: the owner of the account reads mail at the address. Used once. */
export interface EmailTokensTable {
  id: string
  kind: 'verify-email' | 'reset-password' | 'confirm-email' | 'undo-email' | 'stop-change'
  user_id: number
  email_canonical: string
  auth_hash: Uint8Array
  created_at: number
  expires_at: number
  mac: Uint8Array
}

/** Consecutive failures, and until when the next attempt has to wait for them. */
export interface FailureWaitsTable {
  kind: string
  identity: string
  failures: number
  last_failure_at: number
  blocked_until: number
}

/** A browser or program that has signed in to an account. */
export interface DevicesTable {
  user_id: number
  id: string
  /** A hash of the user agent, without version numbers. */
  program: string
  /** The issue time of its device token; null if it has no valid one. */
  token_issued_at: number | null
  first_seen_at: number
  last_seen_at: number
  /** When the vault was first opened on it; null: never. */
  vault_opened_at: number | null
  /** When a second factor was first passed on it; null: never. */
  second_factor_at: number | null
}
