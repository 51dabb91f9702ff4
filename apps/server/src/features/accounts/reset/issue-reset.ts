import { resetMinutes } from '@envhold/contract/password-reset.ts'
import { newToken } from '@envhold/integrity/token.ts'
import type { Context } from '../../../context.ts'
import type { Origin } from '../../../http/route.ts'
import { noticeVariables } from '../../../mail/origin-variables.ts'
import { resetPassword } from '../../../mail/templates/sign-in.ts'
import type { Tx } from '../../audit-log/tx.ts'
import { type AttemptRule, raiseAttempts } from '../../users/attempt-store.ts'
import { canonical } from '../../users/canonical.ts'
import { replaceEmailTokens } from '../../users/email-token-store.ts'
import { nameIdentity } from '../../users/name-identity.ts'
import type { User } from '../../users/user-store.ts'
import { isOpenToOwner } from '../sign-in/restore-account.ts'

/** Each mail may reach a person who did not ask for it. */
const perAddress: AttemptRule = { kind: 'reset-mail', limit: 3, windowMs: 3_600_000 }

/** A link that was issued, to be mailed after the commit. It is not stored. */
export interface IssuedReset {
  readonly to: string
  readonly variables: Parameters<typeof resetPassword.body>[0]
}

/**
 * Issues a link that sets a new password. Earlier links of the account stop working.
 * @param to the address of the account, or its former one while a change of address can be undone
 * @returns undefined when the address had its mails for this hour, or nobody may sign in to the account
 */
export async function issueReset(
  tx: Tx,
  user: User,
  origin: Origin,
  to: string = user.email,
): Promise<IssuedReset | undefined> {
  if (!isOpenToOwner(tx, user)) return undefined
  const { count } = await raiseAttempts(tx, perAddress, nameIdentity(canonical(to)))
  if (count > perAddress.limit) return undefined
  const { text, id, authHash } = newToken('eml')
  const now = tx.clock()
  await replaceEmailTokens(tx, {
    id,
    kind: 'reset-password',
    user_id: user.id,
    email_canonical: canonical(to),
    auth_hash: authHash,
    created_at: now,
    expires_at: now + resetMinutes * 60_000,
  })
  const description = `A link for a new password of ${user.username} was requested`
  tx.record({ type: 'password_reset_requested', severity: 'medium', description, userId: user.id })
  const link = `${tx.config.publicUrl}/reset-password#${text}`
  return { to, variables: { ...noticeVariables(tx, user.id, origin), account: user.username, link } }
}

/** Mails an issued link. Call it after the commit. */
export const mailReset = ({ mail }: Pick<Context, 'mail'>, reset: IssuedReset): Promise<boolean> =>
  mail.sendNow(resetPassword, reset)
