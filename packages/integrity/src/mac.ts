import { createHmac } from 'node:crypto'
import { sameBytes } from './bytes.ts'
import type { Key, SecretKey } from './key.ts'
import { type ServerKeys, type ServerSecrets, serverKeys } from './server-secret.ts'
import { rejectUnless } from './vault-error.ts'

/** HMAC-SHA256 of a context, 32 bytes. */
export function mac(key: SecretKey, context: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(context).digest()
}

/** Throws VaultError unless `expected` is {@link mac} of the context; compares in constant time. */
export function verifyMac(key: SecretKey, context: Uint8Array, expected: Uint8Array): void {
  rejectUnless(sameBytes(mac(key, context), expected))
}

/** Selects the key of one use. */
type Use = (keys: ServerKeys) => Key<string>

/** `u8 kid ‖ HMAC-SHA256` of a context under the newest server secret: 33 bytes. */
export function serverMac(secrets: ServerSecrets, use: Use, context: Uint8Array): Uint8Array {
  const key = use(serverKeys(secrets, secrets.newest))
  const out = Buffer.allocUnsafe(33)
  out[0] = secrets.newest
  out.set(mac(key, context), 1)
  return out
}

/** Throws VaultError unless `expected` is the context's MAC under a secret of the ring. */
export function verifyServerMac(
  secrets: ServerSecrets,
  use: Use,
  context: Uint8Array,
  expected: Uint8Array,
): void {
  const kid = expected[0]
  rejectUnless(kid !== undefined)
  verifyMac(use(serverKeys(secrets, kid)), context, expected.subarray(1))
}
