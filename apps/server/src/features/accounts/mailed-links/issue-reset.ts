import { resetMinutes } from '@envhold/contract/accounts/mailed-links.ts'
import { newToken } from '@envhold/integrity/token.ts'
import type { Context, DbContext } from '../../../context.ts'
import type { Origin } from '../../../http/route.ts'
import { noticeVariables } from '../../../mail/queue-mail.ts'
import { resetPassword } from '../../../mail/templates/sign-in.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { type AttemptRule, lowerAttempts, raiseAttempts } from '../../users/attempt-store.ts'
import { canonical, mailboxOf, nameIdentity } from '../../users/canonical.ts'
import { type EmailToken, replaceEmailTokens } from '../../users/email-token-store.ts'
import { listUndoableChanges } from '../../users/reserved-email-store.ts'
import { findUser, type User } from '../../users/user-store.ts'
import type { EmailChange } from '../email/email-change-store.ts'
import { findMailedLink, invalidLink } from '../email/mailed-link.ts'
import { isOpenToOwner } from '../sign-in/start-signed-in.ts'

/** Each mail may reach a person who did not ask for it. */
const perMailbox: AttemptRule = { kind: 'reset-mail', limit: 3, windowMs: 3_600_000 }

const mailboxIdentity = (email: string) => nameIdentity(mailboxOf(canonical(email)))

/** A link that was issued, to be mailed after the commit. It is not stored. */
export interface IssuedReset {
  readonly to: string
  readonly variables: Parameters<typeof resetPassword.body>[0]
}

/**
 * Issues a link that sets a new password. Earlier links of the account stop working. A link to the present address does
 * not end that of a former one, which may be about to undo the change.
 * @param to the address of the account, or its former one while a change of address can be undone
 * @returns undefined when the mailbox had its mails for this hour, or nobody may sign in to the account
 */
export async function issueReset(
  tx: Tx,
  user: User,
  origin: Origin,
  to: string = user.email,
): Promise<IssuedReset | undefined> {
  if (!isOpenToOwner(tx, user)) return undefined
  const { count } = await raiseAttempts(tx, perMailbox, mailboxIdentity(to))
  if (count > perMailbox.limit) return undefined
  const { text, id, authHash } = newToken('eml')
  const now = tx.clock()
  const email_canonical = canonical(to)
  const token = {
    id,
    kind: 'reset-password',
    user_id: user.id,
    email_canonical,
    auth_hash: authHash,
    created_at: now,
    expires_at: now + resetMinutes * 60_000,
  } as const
  await replaceEmailTokens(tx, token, email_canonical === user.email_canonical ? { email_canonical } : {})
  // Where an operator is, is nobody else's business.
  const of = origin.ip === '' ? { origin: null } : {}
  const description = `A link for a new password of ${user.username} was requested`
  tx.record({ type: 'password_reset_requested', description, userId: user.id, ...of })
  const link = `${tx.config.publicUrl}/reset-password#${text}`
  return { to, variables: { ...noticeVariables(tx, user.id, origin), account: user.username, link } }
}

/** Mails a link that an operator had issued, after the commit. One that does not leave counts towards no limit. */
export async function mailReset(ctx: Context, reset: IssuedReset): Promise<boolean> {
  const isSent = await ctx.mail.sendNow(resetPassword, reset)
  if (!isSent) await lowerAttempts(ctx, perMailbox, mailboxIdentity(reset.to))
  return isSent
}

/**
 * Mails an account a link that sets a new password, three times an hour at most. Without a mail server nothing
 * happens: an operator prints a link.
 * @returns whether the mail server accepted it
 */
export async function startReset(ctx: Context, { id }: Pick<User, 'id'>, origin: Origin): Promise<boolean> {
  if (!ctx.mail.hasServer) return false
  const issued = await transact(ctx, { userId: id, origin }, async (tx) => {
    await tx.lock([id])
    const user = await findUser(tx, id)
    return user && (await issueReset(tx, user, origin))
  })
  return issued !== undefined && (await ctx.mail.sendNow(resetPassword, issued))
}

interface ResetLink {
  readonly row: EmailToken
  readonly user: User
  /** The change of address that using the link undoes: the link was mailed to the former address. */
  readonly undone: EmailChange | undefined
}

/** Finds the stored half of a link that sets a new password, and its account. @throws AppError NOT_FOUND */
export async function findResetLink(ctx: DbContext<'clock' | 'secrets'>, text: string): Promise<ResetLink> {
  const { row, user } = await findMailedLink(ctx, text, 'reset-password')
  if (!isOpenToOwner(ctx, user)) throw invalidLink()
  if (row.email_canonical === user.email_canonical) return { row, user, undone: undefined }
  const changes = await listUndoableChanges(ctx, user.id)
  const undone = changes.find(({ old_canonical }) => old_canonical === row.email_canonical)
  if (!undone) throw invalidLink()
  return { row, user, undone }
}
