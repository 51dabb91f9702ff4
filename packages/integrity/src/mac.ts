import { createHmac } from 'node:crypto'
import type { SecretKey } from './key.ts'
import { sameBytes } from './same-bytes.ts'
import { rejectUnless } from './vault-error.ts'

/** HMAC-SHA256 of a context, 32 bytes. */
export function mac(key: SecretKey, context: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(context).digest()
}

/** Throws VaultError unless `expected` is {@link mac} of the context; compares in constant time. */
export function verifyMac(key: SecretKey, context: Uint8Array, expected: Uint8Array): void {
  rejectUnless(sameBytes(mac(key, context), expected))
}
