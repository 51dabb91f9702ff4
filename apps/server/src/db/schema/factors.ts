import { bigint, bytes, integer, table, text } from './table.ts'

/** An authenticator app. At most one of an account is confirmed. */
export const totpFactors = table('totp_factors', {
  id: text.primary(),
  user_id: bigint.references('users').signed(),
  /** The secret, encrypted under the server secret for this user and factor. */
  sealed: bytes.signed(),
  /** When the first right code was given; null: the factor is not in use yet. */
  confirmed_at: bigint.optional().signed(),
  /** The newest 30-second step whose code was accepted; 0 before the first. Codes of it and before are rejected. */
  last_step: bigint.backfill(0).signed(),
  created_at: bigint.signed(),
  last_used_at: bigint.optional(),
  mac: bytes,
}).with({ indexes: { totp_factors_user: ['user_id'] } })

export const recoveryCodes = table('recovery_codes', {
  id: text.primary(),
  user_id: bigint.references('users').signed(),
  /** HMAC-SHA256 of the code under the server secret. */
  code_mac: bytes.signed(),
  created_at: bigint.signed(),
  used_at: bigint.optional().signed(),
  mac: bytes,
}).with({ indexes: { recovery_codes_user: ['user_id'] } })

/** A sign-in that waits for its second factor. */
export const mfaTickets = table('mfa_tickets', {
  id: text.primary(),
  auth_hash: bytes.signed(),
  user_id: bigint.references('users').signed(),
  /** `ipv4` or `ipv6`: the ticket is rejected from the other family. */
  address_family: text.signed(),
  /** The first factor that was proved. */
  proof: text.of<'password' | 'oidc'>().signed(),
  /** The methods that complete the sign-in, separated by spaces. */
  methods: text.signed(),
  /** SHA-256 of the account's password hash: a change of the password ends the ticket. */
  password_digest: bytes.signed(),
  /** How many second factors were tried with the ticket. Counted before they are checked. */
  tries: integer.backfill(0),
  /** The device that signs in, if it has passed a second factor before. */
  device_id: text.optional(),
  created_at: bigint.signed(),
  expires_at: bigint.signed(),
  mac: bytes,
}).with({ indexes: { mfa_tickets_user: ['user_id'], mfa_tickets_expiry: ['expires_at'] } })

export const passkeys = table('passkeys', {
  /** The credential id, base64url. */
  id: text.primary(),
  user_id: bigint.references('users').signed(),
  /** The host that it was made for: with another PUBLIC_URL it is unusable. */
  rp_id: text.signed(),
  /** COSE. */
  public_key: bytes.signed(),
  counter: bigint.signed(),
  /** JSON list. */
  transports: text,
  aaguid: text,
  device_type: text.of<'singleDevice' | 'multiDevice'>(),
  backed_up: integer,
  name: text,
  /** 32 random bytes: what the PRF extension is evaluated for. */
  prf_salt: bytes.signed(),
  /** Whether the authenticator can evaluate the PRF extension. */
  has_prf: integer,
  created_at: bigint,
  last_used_at: bigint.optional(),
  mac: bytes,
}).with({ indexes: { passkeys_user: ['user_id'] } })

/** A challenge that was given out. The statement that reads it deletes it. */
const webauthnChallenges = table('webauthn_challenges', {
  /** SHA-256 of the challenge, hexadecimal. */
  id: text.primary(),
  purpose: text.of<'register' | 'sign-in' | 'second-factor' | 'step-up' | 'unlock'>(),
  user_id: bigint.optional().references('users'),
  /** The ticket of a sign-in that waits for its second factor. */
  ticket_id: text.optional(),
  expires_at: bigint,
}).with({ indexes: { webauthn_challenges_user: ['user_id'], webauthn_challenges_expiry: ['expires_at'] } })

/** A change of the e-mail address: confirmed at the new address, undone from the old one. */
export const emailChanges = table('email_changes', {
  id: text.primary(),
  user_id: bigint.references('users').signed(),
  old_email: text.signed(),
  /** In this form addresses are compared. Nobody else gets the address while the change can be undone. */
  old_canonical: text.signed(),
  new_email: text.signed(),
  created_at: bigint.signed(),
  /** When the new address became that of the account; null until then. */
  confirmed_at: bigint.optional().signed(),
  mac: bytes,
}).with({ indexes: { email_changes_old: ['old_canonical'], email_changes_user: ['user_id'] } })

/** A change that takes effect later unless somebody stops it, and the notice that second factors were removed. */
export const delayedChanges = table('delayed_changes', {
  id: text.primary(),
  user_id: bigint.references('users').signed(),
  kind: text.of<'empty-vault' | 'remove-factors' | 'factors-removed'>().signed(),
  /** The operator who asked for it; null: the account's owner. */
  requested_by: bigint.optional().signed(),
  reason: text.optional().signed(),
  created_at: bigint.signed(),
  /** When it takes effect; of a notice: when it is deleted. */
  due_at: bigint.signed(),
  /** When the mail shortly before it was queued; null until then. */
  reminded_at: bigint.optional(),
  mac: bytes,
}).with({ unique: [['user_id', 'kind']], indexes: { delayed_changes_due: ['due_at'] } })

/** An account at an OpenID provider. `issuer` and `subject` identify it; the address does not. */
export const oidcIdentities = table('oidc_identities', {
  issuer: text.signed(),
  subject: text.signed(),
  user_id: bigint.references('users').signed(),
  email: text.optional().signed(),
  created_at: bigint.signed(),
  last_used_at: bigint.optional(),
  mac: bytes,
}).with({ key: ['issuer', 'subject'], indexes: { oidc_identities_user: ['user_id'] } })

/** A request to the OpenID provider that has not been answered. Used once. */
export const oidcRequests = table('oidc_requests', {
  /** SHA-256 of `state`, hexadecimal. */
  id: text.primary(),
  /** SHA-256 of the value that the browser holds in its session storage. */
  browser_hash: bytes.signed(),
  nonce: text.signed(),
  /** The PKCE verifier, encrypted under the server secret. */
  sealed_verifier: bytes.signed(),
  purpose: text.of<'sign-in' | 'link' | 'step-up'>().signed(),
  user_id: bigint.optional().references('users').signed(),
  session_id: text.optional().signed(),
  return_path: text.signed(),
  created_at: bigint.signed(),
  expires_at: bigint.signed(),
  mac: bytes,
}).with({ indexes: { oidc_requests_user: ['user_id'], oidc_requests_expiry: ['expires_at'] } })

/** Settings of the identity provider, encrypted under the server secret, which authenticates them. */
const signInSettings = table('sign_in_settings', { name: text.primary(), sealed: bytes, updated_at: bigint })

export const factorTables = [
  totpFactors,
  recoveryCodes,
  mfaTickets,
  passkeys,
  webauthnChallenges,
  emailChanges,
  delayedChanges,
  oidcIdentities,
  oidcRequests,
  signInSettings,
] as const
