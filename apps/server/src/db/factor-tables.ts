/** The tables of second factors, passkeys, other identity providers, and of changes that take effect later. */

/** An authenticator app. At most one of an account is confirmed. */
export interface TotpFactorsTable {
  id: string
  user_id: number
  /** The secret, encrypted under the server secret for this user and factor. */
  sealed: Uint8Array
  /** When the first right code was given; null: the factor is not in use yet. */
  confirmed_at: number | null
  /** The newest 30-second step whose code was accepted; 0 before the first. Codes of it and before are rejected. */
  last_step: number
  created_at: number
  last_used_at: number | null
  mac: Uint8Array
}

export interface RecoveryCodesTable {
  id: string
  user_id: number
  /** HMAC-SHA256 of the code under the server secret. */
  code_mac: Uint8Array
  created_at: number
  used_at: number | null
  mac: Uint8Array
}

/** A sign-in that waits for its second factor. */
export interface MfaTicketsTable {
  id: string
  auth_hash: Uint8Array
  user_id: number
  /** `ipv4` or `ipv6`: the ticket is rejected from the other family. */
  address_family: string
  /** The first factor that was proved. */
  proof: 'password' | 'oidc'
  /** The proofs that complete the sign-in, separated by spaces. */
  methods: string
  /** SHA-256 of the account's password hash: a change of the password ends the ticket. */
  password_digest: Uint8Array
  /** How many second factors were tried with the ticket. Counted before they are checked. */
  tries: number
  /** The device that signs in, if it has passed a second factor before. */
  device_id: string | null
  created_at: number
  expires_at: number
  mac: Uint8Array
}

export interface PasskeysTable {
  /** The credential id, base64url. */
  id: string
  user_id: number
  /** The host that it was made for: with another PUBLIC_URL it is unusable. */
  rp_id: string
  /** COSE. */
  public_key: Uint8Array
  counter: number
  /** JSON list. */
  transports: string
  aaguid: string
  device_type: 'singleDevice' | 'multiDevice'
  backed_up: number
  name: string
  /** 32 random bytes: what the PRF extension is evaluated for. */
  prf_salt: Uint8Array
  /** Whether the authenticator can evaluate the PRF extension. */
  has_prf: number
  created_at: number
  last_used_at: number | null
  mac: Uint8Array
}

/** A user's private key, wrapped for one passkey. */
export interface PasskeyUnlocksTable {
  passkey_id: string
  user_id: number
  key_version: number
  sealed: Uint8Array
  created_at: number
  mac: Uint8Array
}

/** A challenge that was given out. The statement that reads it deletes it. */
export interface WebauthnChallengesTable {
  /** SHA-256 of the challenge, hexadecimal. */
  id: string
  purpose: 'register' | 'sign-in' | 'second-factor' | 'step-up' | 'unlock'
  user_id: number | null
  /** The ticket of a sign-in that waits for its second factor. */
  ticket_id: string | null
  expires_at: number
}

/** A change of the e-mail address: confirmed at the new address, undone from the old one. */
export interface EmailChangesTable {
  id: string
  user_id: number
  old_email: string
  /** In this form addresses are compared. Nobody else gets the address while the change can be undone. */
  old_canonical: string
  new_email: string
  created_at: number
  /** When the new address became that of the account; null until then. */
  confirmed_at: number | null
  mac: Uint8Array
}

/** A change that takes effect later unless somebody stops it. */
export interface DelayedChangesTable {
  id: string
  user_id: number
  kind: 'empty-vault' | 'remove-factors'
  /** The operator who asked for it; null: the account's owner. */
  requested_by: number | null
  reason: string | null
  created_at: number
  due_at: number
  /** When the mail shortly before it was queued; null until then. */
  reminded_at: number | null
  mac: Uint8Array
}

/** An account at an OpenID provider. `issuer` and `subject` identify it; the address does not. */
export interface OidcIdentitiesTable {
  issuer: string
  subject: string
  user_id: number
  email: string | null
  created_at: number
  last_used_at: number | null
  mac: Uint8Array
}

/** A request to the OpenID provider that has not been answered. Used once. */
export interface OidcRequestsTable {
  /** SHA-256 of `state`, hexadecimal. */
  id: string
  /** SHA-256 of the value that the browser holds in its session storage. */
  browser_hash: Uint8Array
  nonce: string
  /** The PKCE verifier, encrypted under the server secret. */
  sealed_verifier: Uint8Array
  purpose: 'sign-in' | 'link' | 'step-up'
  user_id: number | null
  session_id: string | null
  return_path: string
  created_at: number
  expires_at: number
  mac: Uint8Array
}

/** Settings of the identity provider, encrypted under the server secret, which authenticates them. */
export interface SignInSettingsTable {
  name: string
  sealed: Uint8Array
  updated_at: number
}
