import { lp, utf8 } from './context.ts'
import { sameBytes } from './same-bytes.ts'
import { serverMac } from './server-mac.ts'
import type { ServerSecrets } from './server-secret.ts'
import { userCodeLetters } from './user-code.ts'
import { rejectUnless } from './vault-error.ts'

const TEXT = /^([0-9A-Za-z]{13})([0-9A-Za-z_-]{20})$/
/** 120 bits, which Base64 writes without a rest. */
const MAC_BYTES = 15

/**
 * The tag of a link to the page of one login (stored-formats.md, 'Device login'): the id of its device code, and a MAC
 * over the id and the user code, 33 characters. It proves that the server itself wrote the code into the link.
 */
export function userCodeTag(secrets: ServerSecrets, id: string, code: string): string {
  const tag = id + Buffer.from(macOf(secrets, id, code)).toString('base64url')
  rejectUnless(TEXT.test(tag))
  return tag
}

/** The id that a tag names. Throws VaultError unless the server made the tag for this code. */
export function verifyUserCodeTag(secrets: ServerSecrets, tag: string, code: string): string {
  const [, id, mac] = TEXT.exec(tag) ?? []
  rejectUnless(id !== undefined && mac !== undefined)
  rejectUnless(sameBytes(macOf(secrets, id, code), Buffer.from(mac, 'base64url')))
  return id
}

/** Under the newest secret only, as the code's own MAC is looked up. */
const macOf = (secrets: ServerSecrets, id: string, code: string): Uint8Array =>
  serverMac(
    secrets,
    (keys) => keys.userCode,
    lp('eh1/user-code-link', utf8(id), utf8(userCodeLetters(code))),
  ).subarray(1, 1 + MAC_BYTES)
