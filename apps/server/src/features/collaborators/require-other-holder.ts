import { AppError } from '../../app-error.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Tx } from '../audit-log/tx.ts'
import { quotedNames } from '../environments/environment-view.ts'
import { listOpenedOnlyBy } from '../grants/environments-of-user-store.ts'
import type { CollaboratorRow } from '../projects/membership-store.ts'

/**
 * Rejects a change that takes environments from a collaborator who alone can open them, since the owner started an
 * empty vault: their values would be lost.
 * @param environmentIds which are taken; all without it
 * @throws AppError CONFLICT
 */
export async function requireOtherHolder(
  tx: Tx,
  { user_id, project_id, username }: CollaboratorRow,
  { caller, environmentIds }: { readonly caller: UserCaller; readonly environmentIds?: readonly number[] },
): Promise<void> {
  const opened = await listOpenedOnlyBy(tx.db, project_id, user_id)
  const unopenable = opened.filter(({ id }) => environmentIds?.includes(id) ?? true)
  if (unopenable.length === 0) return
  const names = quotedNames(unopenable)
  const message =
    caller.userId === user_id
      ? `Only you can open ${names}. Give the keys back to the owner first, on the page /owner-access of the web app: otherwise the values would be lost.`
      : `${username} alone can open ${names}. Ask them to give you the keys back first, or delete what you do not need: otherwise the values would be lost.`
  throw new AppError('CONFLICT', { message })
}
