import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readRole as endpoint } from '@envhold/contract/operator/roles.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { countHoldersOf, findRoleRow } from './role-store.ts'
import { roleView } from './role-view.ts'

/** @throws AppError NOT_FOUND */
export async function readRole(
  ctx: Pick<Context, 'db' | 'secrets'>,
  id: number,
): Promise<OutputOf<typeof endpoint>> {
  const row = await findRoleRow(ctx, id)
  if (!row) throw new AppError('NOT_FOUND', { message: 'This role does not exist.' })
  return { role: roleView(row, await countHoldersOf(ctx, row.name)) }
}
