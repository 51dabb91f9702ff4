import type { Context } from '../../../context.ts'
import { canonical } from '../../users/canonical.ts'
import type { EmailToken } from '../../users/email-token-store.ts'
import type { User } from '../../users/user-store.ts'
import { type EmailChange, findPendingChange } from './email-change-store.ts'
import { findMailedLink, invalidLink } from './mailed-link.ts'

/**
 * Finds the change that a link confirms, and its account.
 * @throws AppError NOT_FOUND
 */
export async function findEmailChangeLink(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  text: string,
): Promise<{ readonly row: EmailToken; readonly user: User; readonly change: EmailChange }> {
  const { row, user } = await findMailedLink(ctx, text, 'confirm-email')
  const change = await findPendingChange(ctx, user.id)
  if (user.status !== 'ACTIVE' || !change) throw invalidLink()
  const isOfLink = change.id === row.id && canonical(change.new_email) === row.email_canonical
  if (!isOfLink || change.old_canonical !== user.email_canonical) throw invalidLink()
  return { row, user, change }
}
