/** Invitations of operators to create an account, whatever the sign-up mode. */
import * as contract from '@envhold/contract/operator/user-invitations.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { AppError, conflict, notFound } from '../../../app-error.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import { accountInvitation } from '../../../mail/templates/accounts.ts'
import {
  accountInvitationRows,
  countOpenInvitations,
  listOpenInvitations,
} from '../../accounts/register/account-invitation-store.ts'
import { actorOf, type Tx, transact } from '../../audit-log/tx.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import { type AttemptRule, lowerAttempts } from '../../users/attempt-store.ts'
import { canonical, nameIdentity } from '../../users/canonical.ts'
import { isEmailTaken } from '../../users/user-store.ts'
import { offsetOf, paginationOf, totalOf } from '../paging.ts'
import { readAuthority, requirePermission } from '../roles/authority.ts'

/** Each reaches a person who did not ask for it. */
const perOperator: AttemptRule = { kind: 'operator-invitation', limit: 100, windowMs: daysMs(1) }
const perRecipient: AttemptRule = { kind: 'operator-invitation-to', limit: 3, windowMs: daysMs(1) }

export const listUserInvitations = verb(contract.listUserInvitations, async (ctx, { query }) => {
  const rows = await listOpenInvitations(ctx, { limit: query.limit, offset: offsetOf(query) })
  const total = await totalOf(query, rows.length, () => countOpenInvitations(ctx))
  const invitations = rows.map(({ id, email_canonical, username, created_at, expires_at }) => ({
    id,
    email: email_canonical,
    invited_by: username,
    created_at: wireTime(created_at),
    expires_at: wireTime(expires_at),
  }))
  return { invitations, pagination: paginationOf(query, total) }
})

export const inviteUser = verb(contract.inviteUser, async (ctx, { caller, body, origin }) => {
  if (!ctx.mail.hasServer)
    throw new AppError('UNAVAILABLE', {
      message: 'This server sends no e-mail, so nobody can be invited. Set SMTP_URL, or open the sign-up.',
    })
  const email = canonical(body.email)
  await requireRateLimit(ctx, perOperator, String(caller.userId))
  await requireRateLimit(ctx, perRecipient, nameIdentity(email))
  const { link, expires } = await transact(ctx, actorOf(caller, origin), (tx) => invite(tx, email))
  if (!(await ctx.mail.sendNow(accountInvitation, { to: body.email, variables: { link, expires } }))) {
    await lowerAttempts(ctx, perOperator, String(caller.userId))
    await lowerAttempts(ctx, perRecipient, nameIdentity(email))
    throw new AppError('UNAVAILABLE', { message: 'The mail could not be sent. Try again later.' })
  }
  return { message: 'The invitation is on its way.' }
})

async function invite(tx: Tx, email: string) {
  requirePermission(await readAuthority(tx, 'user.unsuspend'), 'user.read')
  if (await isEmailTaken(tx.db, email)) throw conflict('An account with this e-mail address already exists.')
  const { text, id, authHash } = newToken('eml')
  const created_at = tx.clock()
  const expires = created_at + daysMs(contract.userInvitationDays)
  await accountInvitationRows.remove(tx, { email_canonical: email })
  await accountInvitationRows.insert(tx, {
    id,
    email_canonical: email,
    auth_hash: authHash,
    invited_by: tx.actor.userId ?? 0,
    created_at,
    expires_at: expires,
  })
  // Without the address: nothing has to be erased when its account is deleted.
  const description = `As an operator, invited someone to create an account (invitation ${id})`
  tx.record({ type: 'operator_acted', severity: 'medium', description })
  return { link: `${tx.config.publicUrl}/invite#${text}`, expires }
}

export const withdrawUserInvitation = verb(
  contract.withdrawUserInvitation,
  async (ctx, { caller, params: { id }, origin }) => {
    await transact(ctx, actorOf(caller, origin), async (tx) => {
      await readAuthority(tx, 'user.unsuspend')
      if ((await accountInvitationRows.remove(tx, { id })) === 0)
        throw notFound('This invitation is no longer open.')
      const description = `As an operator, withdrew an invitation to create an account (invitation ${id})`
      tx.record({ type: 'operator_acted', severity: 'medium', description })
    })
    return { message: 'The invitation was withdrawn.' }
  },
)
