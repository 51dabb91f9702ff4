import type { logout as endpoint } from '@envhold/contract/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { transact } from '../audit-log/tx.ts'
import type { SessionDeps } from './session-deps.ts'
import { deleteSession } from './session-store.ts'

export async function logout(
  ctx: Context,
  { unlocked }: Pick<SessionDeps, 'unlocked'>,
  { caller, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { userId, username, session } = caller
  await transact(ctx, { userId, origin }, async (tx) => {
    await deleteSession(tx.db, session.id)
    tx.revoked({ kind: 'session', userId, subject: session.id })
    const description = `${username} signed out`
    tx.record({ type: 'logout', severity: 'low', description })
  })
  unlocked.dropSession(session.id)
  return { message: 'Signed out' }
}
