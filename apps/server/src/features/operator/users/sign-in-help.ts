/** What operators do for people who cannot sign in, or whose devices someone else has. */
import * as contract from '@envhold/contract/operator/users.ts'
import { AppError, conflict } from '../../../app-error.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import type { Call, Origin } from '../../../http/route.ts'
import { verb } from '../../../http/verb.ts'
import { startFactorRemoval } from '../../accounts/delayed/delay-change.ts'
import { type IssuedReset, issueReset, mailReset } from '../../accounts/mailed-links/issue-reset.ts'
import { transact } from '../../audit-log/tx.ts'
import type { SessionWorld } from '../../sessions/sessions.ts'
import { recordOperatorAction } from './operator-action-store.ts'
import { endSessionsOf, requireManageableUser } from './user-actions.ts'

/** Nobody reads where the operator is. */
const asOperator = (origin: Origin): Origin => ({ ...origin, ip: '', userAgent: 'An operator' })

export const startUserReset = verb(contract.startUserReset, async (ctx: SessionWorld, call) => {
  const reset = await issueResetOf(ctx, call)
  if (!reset)
    throw conflict('This account is deleted, or got three links within the last hour. Try again later.')
  if (!(await mailReset(ctx, reset)))
    throw new AppError('UNAVAILABLE', { message: 'The mail could not be sent. Try again later.' })
  return { message: 'The link is on its way.' }
})

const issueResetOf = (
  ctx: SessionWorld,
  { caller, params: { id }, body: { reason }, origin }: Call<typeof contract.startUserReset>,
) =>
  transact(ctx, { userId: caller.userId, origin }, async (tx): Promise<IssuedReset | undefined> => {
    const user = await requireManageableUser(tx, id, 'user.unsuspend')
    if (!tx.mail.hasServer)
      throw new AppError('UNAVAILABLE', {
        message: 'This server sends no mail. On it, envhold-server operator reset-password prints a link.',
      })
    const issued = await issueReset(tx, user, asOperator(origin))
    if (issued) await recordOperatorAction(tx, { userId: id, act: 'start_reset', reason, details: {} })
    return issued
  })

export const endUserSessions = verb(contract.endUserSessions, async (ctx: SessionWorld, call) => {
  const { caller, params, body, origin } = call
  const { id } = params
  await transact(ctx, { userId: caller.userId, origin }, (tx) => endSessionsOf(tx, id, body.reason))
  ctx.unlocked.dropUser(id)
  return { message: 'All devices of the account are signed out.' }
})

export const removeUserFactors = verb(contract.removeUserFactors, async (ctx, call) => {
  const { caller, params, body, origin } = call
  const { id } = params
  const { due_at } = await transact(ctx, { userId: caller.userId, origin }, async (tx) => {
    const user = await requireManageableUser(tx, id, 'user.force_delete')
    await recordOperatorAction(tx, { userId: id, act: 'remove_factors', reason: body.reason, details: {} })
    return await startFactorRemoval(tx, user, body.reason)
  })
  return {
    message: 'The second factors will be removed, unless the user stops it.',
    due_at: wireTime(due_at),
  }
})
