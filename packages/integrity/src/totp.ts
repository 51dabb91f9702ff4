import { createHmac } from 'node:crypto'
import { type Random, sameBytes, systemRandom } from './bytes.ts'
import { lp, u64, utf8 } from './context.ts'
import { type BoxUse, boxKid, openBox, sealBox } from './server-cipher.ts'
import type { ServerSecrets } from './server-secret.ts'
import { rejectUnless } from './vault-error.ts'

/** How long a code is shown, in milliseconds. */
const STEP_MS = 30_000
const DIGITS = 6
/** Codes of one step before and after the present one are accepted, for clocks that differ and for slow typing. */
const ACCEPTED_STEPS = [-1, 0, 1]

/** The number of the 30-second step that a time is in. */
export const totpStepAt = (ms: number): number => Math.floor(ms / STEP_MS)

/** The code of a step, six digits: RFC 6238 with SHA-1, which is RFC 4226 with the step as its counter. */
export function totpCode(secret: Uint8Array, step: number): string {
  const digest = createHmac('sha1', secret).update(u64(step)).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * Finds the step whose code was given, near the present one. A code is accepted once: steps up to `after` are rejected.
 * Every step is compared, in constant time.
 * @param code six digits
 * @returns undefined if the code is wrong, or is of a step that was accepted before
 */
export function findTotpStep(
  secret: Uint8Array,
  code: string,
  { now, after }: { readonly now: number; readonly after: number },
): number | undefined {
  const typed = Buffer.from(code, 'utf8')
  const matching = ACCEPTED_STEPS.map((difference) => totpStepAt(now) + difference).filter((step) =>
    sameBytes(typed, Buffer.from(totpCode(secret, step), 'utf8')),
  )
  return matching.find((step) => step > after)
}

/** The authenticator app that a secret belongs to. */
interface TotpAt {
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
