import { lp, publicKeyHash, u64, utf8 } from '@envhold/integrity/context.ts'
import { rejectUnless } from '@envhold/integrity/vault-error.ts'
import { openHpke, sealHpke } from './hpke.ts'
import type { KeyPair } from './key-pair.ts'
import type { Encapsulation } from './x-wing.ts'
import { ENC_LENGTH } from './x-wing.ts'

/** The login that a token was created for, and whose token it is. */
export interface DeviceLoginAt {
  /** The id of the device code. */
  readonly id: string
  readonly user: number
}

/** X-Wing, as in a grant. */
const SUITE_X_WING = 0x02
const INFO = Buffer.from('eh1/device-login')
/** The characters of a token. */
const TOKEN_LENGTH = 67
const LENGTH = 1 + ENC_LENGTH + TOKEN_LENGTH + 16

/**
 * Seals a token to the device code that asked for it (stored-formats.md, 'Device login'). Throws VaultError for an
 * invalid public key, or text that is not as long as a token.
 * @param encapsulation injected by known answers only
 * @returns `0x02 ‖ enc1120 ‖ ciphertext83`, 1,204 bytes
 */
export function sealDeviceToken(
  token: string,
  at: DeviceLoginAt,
  publicKey: Uint8Array,
  encapsulation?: Encapsulation,
): Uint8Array {
  const text = utf8(token)
  rejectUnless(text.length === TOKEN_LENGTH)
  const { enc, ciphertext } = sealHpke(publicKey, INFO, contextOf(at, publicKey), text, encapsulation)
  text.fill(0)
  return Buffer.concat([Uint8Array.of(SUITE_X_WING), enc, ciphertext])
}

/** Opens it with the key pair of the device code. Throws VaultError unless login and user are those of the sealing. */
export function openDeviceToken(keyPair: KeyPair, at: DeviceLoginAt, blob: Uint8Array): string {
  rejectUnless(blob.length === LENGTH && blob[0] === SUITE_X_WING)
  const message = { enc: blob.subarray(1, 1 + ENC_LENGTH), ciphertext: blob.subarray(1 + ENC_LENGTH) }
  const text = openHpke(keyPair, INFO, contextOf(at, keyPair.publicKey), message)
  const token = text.toString('latin1')
  text.fill(0)
  return token
}

const contextOf = ({ id, user }: DeviceLoginAt, publicKey: Uint8Array) =>
  lp('eh1/device-login', utf8(id), u64(user), publicKeyHash(publicKey))
