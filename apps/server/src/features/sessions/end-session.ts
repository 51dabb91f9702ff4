import type { endSession as endpoint } from '@envhold/contract/account-settings.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { transact } from '../audit-log/tx.ts'
import type { SessionDeps } from './session-deps.ts'
import { deleteSessionOf } from './session-store.ts'

/** Ends one session on any device and drops the keys that it had unlocked. */
export async function endSession(
  ctx: Context,
  { unlocked }: Pick<SessionDeps, 'unlocked'>,
  { caller: { userId, username }, params, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await transact(ctx, { userId, origin }, async (tx) => {
    if (!(await deleteSessionOf(tx.db, userId, params.id)))
      throw new AppError('NOT_FOUND', { message: 'This session has already ended.' })
    tx.revoked({ kind: 'session', userId, subject: params.id })
    const description = `${username} signed out a session`
    tx.record({ type: 'session_ended', severity: 'medium', description })
  })
  unlocked.dropSession(params.id)
  return { message: 'Signed out' }
}
