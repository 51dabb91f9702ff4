import type { Context } from '../../../context.ts'
import type { EmailToken } from '../../users/email-token-store.ts'
import type { User } from '../../users/user-store.ts'
import { findMailedLink, invalidLink } from './mailed-link.ts'

/**
 * Finds the stored half of a mailed link and the account whose e-mail address it verifies.
 * @throws AppError NOT_FOUND
 */
export async function findLinkedAccount(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets'>,
  text: string,
): Promise<{ readonly row: EmailToken; readonly user: User }> {
  const found = await findMailedLink(ctx, text, 'verify-email')
  const { row, user } = found
  if (user.status !== 'ACTIVE' || user.email_canonical !== row.email_canonical) throw invalidLink()
  return found
}
