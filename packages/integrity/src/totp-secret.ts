import { lp, u64, utf8 } from './context.ts'
import type { Random } from './random.ts'
import { systemRandom } from './random.ts'
import { type BoxUse, boxKid, openBox, sealBox } from './server-cipher.ts'
import type { ServerSecrets } from './server-secret.ts'
import { rejectUnless } from './vault-error.ts'

/** The authenticator app that a secret belongs to. */
export interface TotpAt {
  readonly user: number
  /** The id of the factor. */
  readonly factor: string
}

/** The length that RFC 4226 recommends: that of SHA-1. */
const SECRET_LENGTH = 20

const useAt = ({ user, factor }: TotpAt): BoxUse => ({
  key: (keys) => keys.totp,
  contextOf: (kid) => lp('eh1/totp', Uint8Array.of(kid), u64(user), utf8(factor)),
})

/** A fresh secret that an authenticator app shares with the server. */
export function newTotpSecret(random: Random = systemRandom): Uint8Array {
  const secret = random(SECRET_LENGTH)
  rejectUnless(secret.length === SECRET_LENGTH)
  return secret
}

/** Encrypts an app's secret under the newest server secret (stored-formats.md, 'Second factors'): 50 bytes. */
export function sealTotpSecret(
  secrets: ServerSecrets,
  at: TotpAt,
  secret: Uint8Array,
  random: Random = systemRandom,
): Uint8Array {
  rejectUnless(secret.length === SECRET_LENGTH)
  return sealBox(secrets, useAt(at), secret, random)
}

/** Opens an app's secret. Throws VaultError unless it was sealed for this user and factor. */
export function openTotpSecret(secrets: ServerSecrets, at: TotpAt, sealed: Uint8Array): Uint8Array {
  const secret = openBox(secrets, useAt(at), sealed)
  rejectUnless(secret.length === SECRET_LENGTH)
  return secret
}

/** The server secret that an app's secret was sealed under. */
export const totpSecretKid = boxKid
