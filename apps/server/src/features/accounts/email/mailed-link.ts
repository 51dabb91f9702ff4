import { matchesAuthHash, newToken, parseToken } from '@envhold/integrity/token.ts'
import { ifAccepted } from '@envhold/integrity/vault-error.ts'
import { forbidden, notFound } from '../../../app-error.ts'
import type { DbContext, TrxContext } from '../../../context.ts'
import { type AttemptRule, raiseAttempts } from '../../users/attempt-store.ts'
import { mailboxOf, nameIdentity } from '../../users/canonical.ts'
import {
  checkEmailToken,
  type EmailToken,
  findEmailToken,
  replaceEmailTokens,
} from '../../users/email-token-store.ts'
import { findUser, type User } from '../../users/user-store.ts'

/** How many mailed links one IP address may try. */
export const linksPerIp: AttemptRule = { kind: 'verify-address', limit: 60, windowMs: 15 * 60 * 1_000 }

/** Unknown, used, expired and replaced links get the same message. */
export const invalidLink = () => notFound('This link is no longer valid. Request a new one.')

export const linkOfOther = () =>
  forbidden('This link belongs to another account. Sign in to the account named in the mail.')

/**
 * Finds the stored half of a mailed link of one kind, and its account. The caller checks that the account may use it.
 * @throws AppError NOT_FOUND
 */
export async function findMailedLink(
  ctx: DbContext<'clock' | 'secrets'>,
  text: string,
  kind: EmailToken['kind'],
): Promise<{ readonly row: EmailToken; readonly user: User }> {
  const token = ifAccepted(() => parseToken(text, 'eml'))
  if (!token) throw invalidLink()
  const row = await findEmailToken(ctx.db, token.id)
  const isCorrect = matchesAuthHash(token, row?.auth_hash)
  if (!row || !isCorrect || row.kind !== kind || row.expires_at <= ctx.clock()) throw invalidLink()
  checkEmailToken(ctx, row)
  const user = await findUser(ctx, row.user_id)
  if (!user) throw invalidLink()
  return { row, user }
}

const ttlMs = 24 * 3_600_000

/** Of all accounts together: each mail may reach a person who did not ask for it. */
export const verificationsPerMailbox: AttemptRule = {
  kind: 'verification-mailbox',
  limit: 20,
  windowMs: 3_600_000,
}

/**
 * Creates a token that proves, when presented, that its bearer reads mail at the address. Earlier tokens of the account
 * stop working.
 * @returns the link to mail. It is not stored. Its secret is in the fragment, which browsers do not send and logs do
 *   not contain. Undefined when the mailbox had its mails for this hour
 */
export async function issueEmailVerification(
  tx: TrxContext<'config' | 'clock' | 'secrets'>,
  user: Pick<User, 'id' | 'email_canonical'>,
): Promise<string | undefined> {
  const { count } = await raiseAttempts(
    tx,
    verificationsPerMailbox,
    nameIdentity(mailboxOf(user.email_canonical)),
  )
  if (count > verificationsPerMailbox.limit) return undefined
  const { text, id, authHash } = newToken('eml')
  const now = tx.clock()
  await replaceEmailTokens(tx, {
    id,
    kind: 'verify-email',
    user_id: user.id,
    email_canonical: user.email_canonical,
    auth_hash: authHash,
    created_at: now,
    expires_at: now + ttlMs,
  })
  return `${tx.config.publicUrl}/verify-email#${text}`
}
