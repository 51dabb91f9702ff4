import { hash } from 'node:crypto'
import { rejectUnless } from './vault-error.ts'

/**
 * Every label and its one use (stored-formats.md, 'Labels'). A label states what bytes are for and, by `eh1`, with
 * which algorithms. No two uses share a label, so bytes made for one purpose are rejected for any other.
 */
export const LABELS = {
  'eh1/environment': 'context of a sealed environment version',
  'eh1/previous-key': 'context of DEK_(n-1) sealed under DEK_n',
  'eh1/grant': 'HPKE info and associated data of an environment key sealed to one principal',
  'eh1/user-key': "context of a user's seed sealed under the master password",
  'eh1/user-key-outer': 'key and context of the outer layer under the server secret',
  'eh1/passkey': "context of a user's seed sealed under the unlock secret of a passkey",
  'eh1/passkey-outer': 'key and context of its outer layer under the server secret',
  'eh1/passkey-unlock': 'derives the unlock secret of a passkey, in the browser',
  'eh1/recovery': "key and context of a user's seed sealed under the recovery key",
  'eh1/recovery-check': "the recovery key's checksum",
  'eh1/token-auth': 'the value that identifies a token',
  'eh1/token-seed': "the seed of a token's key pair",
  'eh1/key-id': 'the public name of an environment key',
  'eh1/roster': 'key and context of the list of holders of an environment key',
  'eh1/link': 'key and context of the step from one environment key to the next',
  'eh1/row': "key and context of a database row's MAC",
  'eh1/audit': "key and context of an audit entry's MAC",
  'eh1/usage': "key and context of the MAC of a link in a project's usage",
  'eh1/usage-link': "context of a link in a project's usage",
  'eh1/usage-pack': 'context of the digest of packed usage',
  'eh1/activity': 'key and context of the MAC of a link in a chain of activity',
  'eh1/activity-link': 'context of a link in a chain of activity',
  'eh1/activity-entry': 'context of the digest of an entry of the activity log',
  'eh1/root': 'key and context of the MAC of a root over the ends of all chains',
  'eh1/root-points': 'beginning of the digest of these ends',
  'eh1/settings': 'key and context of settings sealed under the server secret',
  'eh1/totp': "key and context of an authenticator app's secret sealed under the server secret",
  'eh1/recovery-code': "key and context of a recovery code's MAC",
  'eh1/user-code': 'key and context of the MAC of a code that a person compares',
  'eh1/user-code-link': 'context of the MAC in a link to the page of one login',
  'eh1/device-login': 'HPKE info and associated data of a token sealed to the device that asked for it',
  'eh1/hedge': 'key that hedges the salt of a CA1 message',
  'eh1/server-fingerprint': 'the public name of a server secret',
  'eh1/unlock-cache': 'slot and key of an unlocked entry in memory',
  'eh1/unlock-seed': "context of a user's seed in memory",
  'eh1/unlock-environment': 'context of an environment key in memory',
  'eh1/remembered-answer': "slot and key of an API key's answer in memory",
} as const

export type Label = keyof typeof LABELS

/**
 * The bytes of one context field, made by {@link u8}, {@link u32}, {@link u64} or {@link utf8}, or bytes as they are.
 */
export type Field = Uint8Array

/**
 * A label and its fields as bytes that no other label and fields share (stored-formats.md, 'Contexts'):
 * `u16 length of label ‖ label ‖ u16 n ‖ (u32 length ‖ bytes)*`, integers big-endian.
 */
export function lp(label: Label, ...fields: readonly Field[]): Buffer {
  const head = heads[label]
  let size = head.length + 2
  for (const field of fields) size += 4 + field.length
  const out = Buffer.allocUnsafe(size)
  out.set(head)
  let at = out.writeUInt16BE(fields.length, head.length)
  for (const field of fields) {
    at = out.writeUInt32BE(field.length, at)
    out.set(field, at)
    at += field.length
  }
  return out
}

/** `u16 length of label ‖ label`, the start of every context. */
const heads = Object.fromEntries(
  Object.keys(LABELS).map((label) => [
    label,
    Buffer.from(`\0${String.fromCharCode(label.length)}${label}`, 'latin1'),
  ]),
) as Record<Label, Buffer>

/** One byte. Throws VaultError unless `value` is an integer from 0 to 255. */
export function u8(value: number): Field {
  rejectUnless(Number.isInteger(value) && value >= 0 && value <= 0xff)
  return Uint8Array.of(value)
}

/** Four bytes, big-endian. Throws VaultError unless `value` is an integer that fits. */
export function u32(value: number): Field {
  rejectUnless(Number.isInteger(value) && value >= 0 && value <= 0xffffffff)
  const out = Buffer.allocUnsafe(4)
  out.writeUInt32BE(value)
  return out
}

/** Eight bytes, big-endian; every id is one. Throws VaultError unless `value` is a safe integer from 0. */
export function u64(value: number): Field {
  rejectUnless(Number.isSafeInteger(value) && value >= 0)
  const out = Buffer.allocUnsafe(8)
  out.writeUInt32BE(Math.floor(value / 0x100000000))
  out.writeUInt32BE(value % 0x100000000, 4)
  return out
}

/** Text as UTF-8. Throws VaultError for a lone surrogate, which UTF-8 would silently replace. */
export function utf8(text: string): Field {
  rejectUnless(text.isWellFormed())
  return Buffer.from(text, 'utf8')
}

/** A principal that can hold an environment key. */
export type Principal =
  | { readonly kind: 'user'; readonly id: number }
  | { readonly kind: 'api-key' | 'personal-token' | 'invitation'; readonly id: string }

/**
 * SHA-256 of bytes that are not secret: 32 bytes, for what is soon dropped. Node returns it sooner as text, because a
 * Buffer gets memory of its own outside V8's heap; this one is a slice of a pool.
 */
export const sha256 = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(hash('sha256', bytes, 'binary'), 'latin1')

/** SHA-256 of a public key, 32 bytes: its name in contexts and rosters. */
export function publicKeyHash(publicKey: Uint8Array): Uint8Array {
  return hash('sha256', publicKey, 'buffer')
}
