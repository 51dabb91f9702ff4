import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { listRecipients, type PrincipalRow } from './principal-store.ts'

/**
 * Who is granted the key of a new environment: the owner, the owner's live personal tokens, and the project's API keys
 * for all environments.
 * @throws AppError MASTER_PASSWORD_REQUIRED when the owner has no key pair yet
 */
export async function recipientsOf(
  ctx: DbContext<'secrets'>,
  project: { readonly projectId: number; readonly ownerId: number },
): Promise<PrincipalRow[]> {
  const recipients = await listRecipients(ctx, project)
  if (!recipients.some(({ kind }) => kind === 'user')) throw new AppError('MASTER_PASSWORD_REQUIRED')
  return recipients
}
