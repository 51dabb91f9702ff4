import { rowMac, verifyRow } from '@envhold/integrity/row.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'

/** What a signed link does once its page is confirmed. All of them protect the account: none grants access. */
const purposes = ['not-me', 'remove-factor', 'undo-email', 'stop-change', 'revoke-tokens'] as const
export type LinkPurpose = (typeof purposes)[number]

/**
 * A mailed link without a stored secret: a MAC under the server secret. So a mail with it can wait in the queue: the
 * link is made when the mail is sent.
 */
export interface SignedLink {
  readonly purpose: LinkPurpose
  readonly userId: number
  /** The id of the row that it is about, or what stands for it; empty if it is about the account. */
  readonly subject: string
  /** When the mail was written: ms since 1970. */
  readonly issuedAt: number
}

interface WithLinkSecrets {
  readonly secrets: ServerSecrets
}

export const signedLinkDays = 7
const ttlMs = signedLinkDays * 24 * 3_600_000
const clockToleranceMs = 3_600_000
const shape =
  /^(not-me|remove-factor|undo-email|stop-change|revoke-tokens)\.([1-9]\d{0,14})\.([0-9A-Za-z]{0,32})\.([0-9a-z]{1,9})\.([0-9A-Za-z_-]{44})$/

/** The e-mail address is covered too: after a change of address, links that were mailed to the former one are told apart. */
const rowOf = ({ purpose, userId, subject, issuedAt }: SignedLink, email: string) => ({
  table: 'signed_links',
  id: purpose,
  fields: { user_id: userId, subject, issued_at: issuedAt, email: email.normalize('NFC').toLowerCase() },
})

/** @returns `<purpose>.<user>.<subject>.<issue time, base 36>.<MAC>` */
export function formatSignedLink({ secrets }: WithLinkSecrets, link: SignedLink, email: string): string {
  const { purpose, userId, subject, issuedAt } = link
  const mac = Buffer.from(rowMac(secrets, rowOf(link, email))).toString('base64url')
  return [purpose, userId, subject, issuedAt.toString(36), mac].join('.')
}

/**
 * Reads a link that has not expired. It proves nothing until {@link isSignedFor} has checked its MAC.
 * @returns undefined for any other text
 */
export function parseSignedLink(
  { clock }: { readonly clock: () => number },
  text: string,
  expectedPurpose: LinkPurpose,
): (SignedLink & { readonly mac: string }) | undefined {
  const [, purpose, user = '', subject = '', time = '', mac = ''] = shape.exec(text) ?? []
  const issuedAt = Number.parseInt(time, 36)
  const age = clock() - issuedAt
  if (purpose !== expectedPurpose || !(age < ttlMs && age > -clockToleranceMs)) return undefined
  return { purpose: expectedPurpose, userId: Number(user), subject, issuedAt, mac }
}

/** Whether this server mailed the link to this address. */
export function isSignedFor(
  { secrets }: WithLinkSecrets,
  { mac, ...link }: SignedLink & { readonly mac: string },
  email: string,
): boolean {
  try {
    verifyRow(secrets, rowOf(link, email), Buffer.from(mac, 'base64url'))
    return true
  } catch (error) {
    if (error instanceof VaultError) return false
    throw error
  }
}
