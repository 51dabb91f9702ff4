import { AppError } from '../../app-error.ts'
import type { TrxContext } from '../../context.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { UserCaller } from '../../http/caller.ts'

/**
 * Checks again that the session or token of a caller exists: before its transaction, a call may wait a minute for its
 * body, its turn and Argon2id. Otherwise what it creates would outlive the signing out.
 * @throws AppError UNAUTHENTICATED
 */
export async function requireNotEnded(tx: TrxContext, caller: UserCaller | undefined): Promise<void> {
  if (!caller) return
  const exists =
    caller.kind === 'session'
      ? tableRows('sessions').has(tx, { id: caller.session.id })
      : tableRows('personal_tokens').has(tx, { id: caller.token.id })
  if (!(await exists)) throw new AppError('UNAUTHENTICATED')
}
