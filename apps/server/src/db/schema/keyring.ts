import { bigint, bytes, hashed, integer, table, text } from './table.ts'

type PrincipalKind = 'user' | 'api-key' | 'personal-token' | 'invitation'

export const userKeys = table('user_keys', {
  user_id: bigint.primary().references('users'),
  key_version: integer.signed(),
  public_key: bytes.signed(hashed),
  sealed: bytes.signed(hashed),
  sealed_recovery: bytes.signed(hashed),
  /** When the master password was last changed; null: never. */
  password_changed_at: bigint.optional(),
  /** When the recovery key was made; null: with the row. */
  recovery_made_at: bigint.optional(),
  /** When the user last proved to have the recovery sheet; null: not yet. */
  recovery_checked_at: bigint.optional(),
  created_at: bigint,
  updated_at: bigint,
  mac: bytes,
})

/** A user's private key, wrapped for one passkey. */
export const passkeyUnlocks = table('passkey_unlocks', {
  passkey_id: text.primary().references('passkeys'),
  user_id: bigint.references('users').signed(),
  key_version: integer.signed(),
  sealed: bytes.signed(hashed),
  created_at: bigint,
  mac: bytes,
}).with({ indexes: { passkey_unlocks_user: ['user_id'] } })

/** Principals that a grant can be sealed to. `id` is a user's id as text, or that of a token, API key or link. */
export const principals = table('principals', {
  kind: text.of<PrincipalKind>(),
  id: text,
  user_id: bigint.references('users').signed(),
  project_id: bigint.optional().references('projects').signed(),
  /** Is granted the key of every environment of its project (API key) or of its user (token), including later ones. */
  all_environments: integer.signed(),
  /** Has lost its access, and stays in the rosters until the environments that it could open are re-keyed. */
  revoked: integer.signed(),
  public_key: bytes.signed(hashed),
  mac: bytes,
}).with({
  key: ['kind', 'id'],
  indexes: { principals_of_user: ['user_id'], principals_of_project: ['project_id'] },
})

export const grants = table('grants', {
  environment_id: bigint.references('environments'),
  kind: text.of<PrincipalKind>(),
  principal: text,
  epoch: integer.signed(),
  /** After a revocation, only what the roster needs to know about the holder until the re-key (grant-store.ts). */
  sealed: bytes.signed(hashed),
  created_at: bigint,
  mac: bytes,
}).with({
  key: ['environment_id', 'kind', 'principal'],
  indexes: { grants_of_principal: ['kind', 'principal'] },
})

export const keyringTables = [userKeys, passkeyUnlocks, principals, grants] as const
