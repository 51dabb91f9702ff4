import { hash } from 'node:crypto'
import { checksum, decodeBase62, encodeBase62, isChecked } from './base62.ts'
import { type Random, sameBytes, systemRandom } from './bytes.ts'
import type { KeyPairSeed, TokenSecret } from './key.ts'
import { derive, deriveKey, importKey } from './key.ts'
import { rejectUnless } from './vault-error.ts'

/**
 * API key, personal or CLI token, invitation, device code, session, mailed link, ticket between two factors of a
 * sign-in.
 */
export type TokenPrefix = 'pak' | 'ppt' | 'inv' | 'dvc' | 'ses' | 'eml' | 'mfa'
/** Kinds that authenticate and have no key pair. */
type WithoutKeyPair = 'ses' | 'eml' | 'mfa'

/** A parsed token: its shape and checksum are right, nothing more is known. */
export type Token<P extends TokenPrefix = TokenPrefix> = {
  readonly prefix: P
  /** 13 base62 characters, by which the token is found; not a secret. */
  readonly id: string
  readonly secret: TokenSecret
}

/** A new token. `text` is for its owner and is shown once; the rest is for the server. */
export type NewToken<P extends TokenPrefix = TokenPrefix> = {
  readonly text: string
  readonly id: string
  /** 32 bytes that the server stores to identify the token. */
  readonly authHash: Uint8Array
  /** The token's own key pair; sessions, mailed links and tickets have none. */
  readonly seed: P extends WithoutKeyPair ? null : KeyPairSeed
}

const hasKeyPair = (prefix: TokenPrefix): boolean => !['ses', 'eml', 'mfa'].includes(prefix)

const ID_DIGITS = 13
const SECRET_DIGITS = 43
const TEXT = /^(pak|ppt|inv|dvc|ses|eml|mfa)_([0-9A-Za-z]{13})_([0-9A-Za-z]{43})[0-9A-Za-z]{6}$/

/** Creates a token (stored-formats.md, 'Tokens'): `<prefix>_<id>_<secret><CRC-32>`, 67 characters. */
export function newToken<P extends TokenPrefix>(prefix: P, random: Random = systemRandom): NewToken<P> {
  const id = newId(random)
  const secret = Uint8Array.from(random(32))
  const body = `${prefix}_${id}_${encodeBase62(secret, SECRET_DIGITS)}`
  const token = { prefix, id, secret: importKey<TokenSecret>(secret) }
  const seed = (hasKeyPair(prefix) ? tokenSeed(token) : null) as NewToken<P>['seed']
  return { text: body + checksum(body), id, authHash: tokenAuthHash(token), seed }
}

/**
 * Parses a token before any query. Throws VaultError unless the text is canonical, its checksum is right, and its
 * prefix is the expected one.
 */
export function parseToken<P extends TokenPrefix = TokenPrefix>(text: string, prefix?: P): Token<P> {
  const [, typeText, id, secret] = TEXT.exec(text) ?? []
  rejectUnless(typeText !== undefined && id !== undefined && secret !== undefined && isChecked(text))
  rejectUnless(prefix === undefined || typeText === prefix)
  return { prefix: typeText as P, id, secret: importKey<TokenSecret>(decodeBase62(secret, 32)) }
}

/** `SHA-256(HKDF-SHA256(secret, '', 'eh1/token-auth', 32))`, 32 bytes: compare it with the stored one by `sameBytes` (bytes.ts). */
export function tokenAuthHash(token: Token): Uint8Array {
  return hash('sha256', derive(token.secret, 'eh1/token-auth'), 'buffer')
}

/** No token hashes to it. */
const noHash = new Uint8Array(32)

/** Whether a token has the hash that is stored. Without a stored one, the same work is done: its time reveals nothing. */
export const matchesAuthHash = (token: Token, stored: Uint8Array | null | undefined): boolean =>
  sameBytes(tokenAuthHash(token), stored ?? noHash)

/** The seed of the token's key pair: `HKDF-SHA256(secret, '', 'eh1/token-seed', 32)`. Throws VaultError for a token without one. */
export function tokenSeed(token: Token): KeyPairSeed {
  rejectUnless(hasKeyPair(token.prefix))
  return deriveKey<KeyPairSeed>(token.secret, 'eh1/token-seed')
}

/**
 * How a list shows a token: `pak_Ab3d…x9Zq`, the beginning of its id and the end of its checksum, nothing of the
 * secret.
 */
export function tokenPreview(text: string): string {
  return `${text.slice(0, 8)}…${text.slice(-4)}`
}

/** 13 base62 characters from 16 random bytes; what 62^13 leaves of 2^128 is a bias below 2^-50. */
function newId(random: Random): string {
  const number = BigInt(`0x${Buffer.from(random(16)).toString('hex')}`) % 62n ** BigInt(ID_DIGITS)
  return encodeBase62(Buffer.from(number.toString(16).padStart(32, '0'), 'hex'), ID_DIGITS)
}
