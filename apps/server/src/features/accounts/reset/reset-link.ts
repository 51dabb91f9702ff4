import type { Context } from '../../../context.ts'
import type { EmailToken } from '../../users/email-token-store.ts'
import type { User } from '../../users/user-store.ts'
import { type EmailChange, listUndoableChanges } from '../email/email-change-store.ts'
import { findMailedLink, invalidLink } from '../email/mailed-link.ts'
import { isOpenToOwner } from '../sign-in/restore-account.ts'

export interface ResetLink {
  readonly row: EmailToken
  readonly user: User
  /** The change of address that using the link undoes: the link was mailed to the former address. */
  readonly undone: EmailChange | undefined
}

/**
 * Finds the stored half of a link that sets a new password, and its account.
 * @throws AppError NOT_FOUND
 */
export async function findResetLink(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  text: string,
): Promise<ResetLink> {
  const { row, user } = await findMailedLink(ctx, text, 'reset-password')
  if (!isOpenToOwner(ctx, user)) throw invalidLink()
  if (row.email_canonical === user.email_canonical) return { row, user, undone: undefined }
  const changes = await listUndoableChanges(ctx, user.id)
  const undone = changes.find(({ old_canonical }) => old_canonical === row.email_canonical)
  if (!undone) throw invalidLink()
  return { row, user, undone }
}
