import { checksum, decodeBase62, encodeBase62, isChecked } from './base62.ts'
import type { Random } from './bytes.ts'
import type { Key, ServerKey } from './key.ts'
import { derive, deriveKey, importKey, keyBytes, newKey } from './key.ts'
import { rejectUnless } from './vault-error.ts'

/**
 * One secret of the installation, and the number (1 to 255) that identifies it in stored bytes. A higher kid is
 * newer.
 */
export type ServerSecret = { readonly kid: number; readonly secret: ServerKey }

/** The keys derived from one secret, one for each use. */
export type ServerKeys = {
  readonly outer: Key<'user-key-outer'>
  readonly passkeyOuter: Key<'passkey-outer'>
  readonly row: Key<'row'>
  readonly audit: Key<'audit'>
  readonly usage: Key<'usage'>
  readonly activity: Key<'activity'>
  readonly root: Key<'root'>
  readonly settings: Key<'settings'>
  readonly totp: Key<'totp'>
  readonly recoveryCode: Key<'recovery-code'>
  readonly userCode: Key<'user-code'>
  /**
   * 64 hex digits that identify the secret and reveal nothing about it: store them in the database to detect a wrong
   * secret.
   */
  readonly fingerprint: string
}

/** The ring: the newest secret seals, all of them open. */
export type ServerSecrets = {
  readonly newest: number
  /** Of the newest secret. */
  readonly fingerprint: string
  readonly byKid: ReadonlyMap<number, ServerKeys>
}

const TEXT = /^ehs_([1-9][0-9]{0,2})_([0-9A-Za-z]{43})[0-9A-Za-z]{6}$/

/** Derives every key once. Throws VaultError for an empty ring, a kid outside 1 to 255, or a repeated kid. */
export function serverSecrets(secrets: readonly ServerSecret[]): ServerSecrets {
  const byKid = new Map<number, ServerKeys>()
  for (const { kid, secret } of secrets) {
    rejectUnless(isKid(kid) && !byKid.has(kid))
    byKid.set(kid, {
      outer: deriveKey(secret, 'eh1/user-key-outer'),
      passkeyOuter: deriveKey(secret, 'eh1/passkey-outer'),
      row: deriveKey(secret, 'eh1/row'),
      audit: deriveKey(secret, 'eh1/audit'),
      usage: deriveKey(secret, 'eh1/usage'),
      activity: deriveKey(secret, 'eh1/activity'),
      root: deriveKey(secret, 'eh1/root'),
      settings: deriveKey(secret, 'eh1/settings'),
      totp: deriveKey(secret, 'eh1/totp'),
      recoveryCode: deriveKey(secret, 'eh1/recovery-code'),
      userCode: deriveKey(secret, 'eh1/user-code'),
      fingerprint: Buffer.from(derive(secret, 'eh1/server-fingerprint')).toString('hex'),
    })
  }
  const newest = Math.max(...byKid.keys())
  return { newest, fingerprint: keysOf(byKid, newest).fingerprint, byKid }
}

/** The keys of one secret. Throws VaultError for a kid that is not in the ring. */
export function serverKeys(secrets: ServerSecrets, kid: number): ServerKeys {
  return keysOf(secrets.byKid, kid)
}

/** A fresh secret as text: `ehs_<kid>_<43 base62 secret><6 base62 CRC-32 of all before>`. */
export function newServerSecret(kid = 1, random?: Random): string {
  rejectUnless(isKid(kid))
  const secret = keyBytes(newKey<ServerKey>(random))
  const body = `ehs_${kid}_${encodeBase62(secret, 43)}`
  secret.fill(0)
  return body + checksum(body)
}

/** Reads what {@link newServerSecret} wrote. Throws VaultError for anything that is not exactly that. */
export function parseServerSecret(text: string): ServerSecret {
  const [, kidText, secret] = TEXT.exec(text) ?? []
  rejectUnless(kidText !== undefined && secret !== undefined && isChecked(text))
  const kid = Number(kidText)
  rejectUnless(isKid(kid))
  return { kid, secret: importKey<ServerKey>(decodeBase62(secret, 32)) }
}

/**
 * Reads a ring: texts of {@link newServerSecret}, separated by commas or white space. Throws VaultError if one is
 * invalid.
 */
export function parseServerSecrets(text: string): ServerSecret[] {
  return text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(parseServerSecret)
}

function keysOf(byKid: ReadonlyMap<number, ServerKeys>, kid: number): ServerKeys {
  const keys = byKid.get(kid)
  rejectUnless(keys !== undefined)
  return keys
}

function isKid(kid: number): boolean {
  return Number.isInteger(kid) && kid >= 1 && kid <= 255
}
