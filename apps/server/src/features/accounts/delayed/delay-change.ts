import { changeDelayHours } from '@envhold/contract/delayed-changes.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { AppError } from '../../../app-error.ts'
import type { Tx } from '../../audit-log/tx.ts'
import type { User } from '../../users/user-store.ts'
import { type DelayedChange, insertDelayedChange, listDelayedChangesOf } from './delayed-change-store.ts'

const texts = {
  'empty-vault': 'The vault of this account will already be emptied.',
  'remove-factors': 'The second factors of this account will already be removed.',
}

/**
 * Starts a change that takes effect after 72 hours. The transaction has locked the account; the caller mails its owner.
 * @throws AppError CONFLICT if one of this kind is under way
 */
export async function delayChange(
  tx: Tx,
  { id: userId }: Pick<User, 'id'>,
  of: Pick<DelayedChange, 'kind' | 'requested_by' | 'reason'>,
): Promise<Omit<DelayedChange, 'mac'>> {
  const present = await listDelayedChangesOf(tx, userId)
  if (present.some(({ kind }) => kind === of.kind))
    throw new AppError('CONFLICT', { message: texts[of.kind] })
  const now = tx.clock()
  const change = {
    ...of,
    id: newToken('eml').id,
    user_id: userId,
    created_at: now,
    due_at: now + changeDelayHours * 3_600_000,
    reminded_at: null,
  }
  await insertDelayedChange(tx, change)
  return change
}
