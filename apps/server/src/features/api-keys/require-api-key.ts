import { AppError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import { requireProject } from '../projects/project-access.ts'
import { type ApiKeyWithCreator, findApiKey } from './api-key-store.ts'

/**
 * Returns one API key of a project that the caller owns.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function requireApiKey(
  ctx: DbContext<'secrets' | 'clock'>,
  caller: UserCaller,
  { id, keyId }: { readonly id: number; readonly keyId: string },
): Promise<ApiKeyWithCreator> {
  await requireProject(ctx, caller, id, 'read as owner')
  const key = await findApiKey(ctx, id, keyId)
  if (!key) throw new AppError('NOT_FOUND', { message: 'API key not found' })
  return key
}
