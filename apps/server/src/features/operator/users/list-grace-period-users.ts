import type { OutputOf } from '@envhold/contract/endpoint.ts'
import {
  type listGracePeriodUsers as endpoint,
  maxGracePeriodUsers,
} from '@envhold/contract/operator/users.ts'
import type { Context } from '../../../context.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { restoreWindowMs } from '../../accounts/sweep-accounts.ts'
import { countInGrace, listInGrace } from './user-list-store.ts'

export async function listGracePeriodUsers(
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
): Promise<OutputOf<typeof endpoint>> {
  const deletedAfter = ctx.clock() - restoreWindowMs
  const [rows, total] = await Promise.all([
    listInGrace(ctx, { deletedAfter, limit: maxGracePeriodUsers }),
    countInGrace(ctx.db, deletedAfter),
  ])
  const gracePeriodUsers = rows.map(({ id, username, email, deleted_at }) => ({
    id,
    username,
    email,
    grace_ends_at: wireTime((deleted_at ?? 0) + restoreWindowMs),
  }))
  return { gracePeriodUsers, total }
}
