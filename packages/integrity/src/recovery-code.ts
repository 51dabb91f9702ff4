import { decodeCrockford, encodeCrockford } from './base32.ts'
import { type Random, systemRandom } from './bytes.ts'
import { lp, u64, utf8 } from './context.ts'
import { serverMac, verifyServerMac } from './mac.ts'
import type { ServerSecrets } from './server-secret.ts'
import { rejectUnless } from './vault-error.ts'

/** The row that a code belongs to. Its random id is the salt. */
export interface RecoveryCodeAt {
  readonly user: number
  readonly id: string
}

/** 80 bits are 16 characters, four groups of four. */
const CODE_BYTES = 10
const CHARACTERS = 16

/** A fresh recovery code: `ABCD-EFGH-JKMN-PQRS`. */
export function newRecoveryCode(random: Random = systemRandom): string {
  const code = random(CODE_BYTES)
  rejectUnless(code.length === CODE_BYTES)
  const text = encodeCrockford(BigInt(`0x${Buffer.from(code).toString('hex')}`), CHARACTERS)
  return text.replace(/.{4}(?=.)/g, '$&-')
}

/** What the server stores of a code (stored-formats.md, 'Second factors'): 33 bytes. Throws VaultError for other text. */
export const recoveryCodeMac = (secrets: ServerSecrets, at: RecoveryCodeAt, code: string): Uint8Array =>
  serverMac(secrets, (keys) => keys.recoveryCode, contextOf(at, code))

/** Throws VaultError unless the code is that of the row, however it is typed. */
export const verifyRecoveryCode = (
  secrets: ServerSecrets,
  at: RecoveryCodeAt,
  { code, mac }: { readonly code: string; readonly mac: Uint8Array },
): void => verifyServerMac(secrets, (keys) => keys.recoveryCode, contextOf(at, code), mac)

function contextOf({ user, id }: RecoveryCodeAt, code: string): Uint8Array {
  const number = decodeCrockford(code, CHARACTERS)
  const bytes = Buffer.from(number.toString(16).padStart(2 * CODE_BYTES, '0'), 'hex')
  return lp('eh1/recovery-code', u64(user), utf8(id), bytes)
}
