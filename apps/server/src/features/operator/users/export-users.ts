import {
  exportUsers as endpoint,
  type ListedUser,
  maxExportedUsers,
} from '@envhold/contract/operator/users.ts'
import type { Context } from '../../../context.ts'
import { pauseWork } from '../../../db/charged-work.ts'
import { verbWithResult } from '../../../http/verb.ts'
import { asCsv, type Columns, fieldColumns, fileHeaders, writeOut } from '../../activity/write-export.ts'
import { actorOf, transact } from '../../audit-log/tx.ts'
import { listUserRowsBelow, type UserFilter, userFilterOf } from './user-list-store.ts'
import { viewUsers } from './user-view.ts'

const usersAtOnce = 500

/** Exports what the filters leave. It is recorded before its first byte is written, with the names of the filters alone. */
export const exportUsers = verbWithResult(endpoint, async (ctx, { caller, origin, query }) => {
  const names = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : name))
  const filtered = names.length === 0 ? 'without a filter' : `filtered by ${names.join(', ')}`
  await transact(ctx, actorOf(caller, origin), async (tx) => {
    const description = `As an operator, exported the users of the instance as CSV, ${filtered}`
    tx.record({ type: 'activity_exported', severity: 'high', description })
  })
  const day = new Date(ctx.clock()).toISOString().slice(0, 10)
  return {
    headers: fileHeaders(`envhold-users-${day}`, 'csv'),
    stream: writeOut(ctx, groupsOf(ctx, userFilterOf(query)), asCsv(columns)),
  }
})

async function* groupsOf(ctx: Context, filter: UserFilter): AsyncGenerator<ListedUser[]> {
  let below = Number.MAX_SAFE_INTEGER
  for (let written = 0; written < maxExportedUsers; written += usersAtOnce) {
    const rows = await listUserRowsBelow(ctx, filter, { below, limit: usersAtOnce })
    const last = rows.at(-1)
    if (!last) return
    yield await viewUsers(ctx, rows)
    if (rows.length < usersAtOnce) return
    below = last.id
    await pauseWork()
  }
}

const columns: Columns<ListedUser> = {
  ...fieldColumns('id', 'username', 'email', 'status'),
  role: ({ roles }) => roles[0]?.name ?? null,
  plan: ({ plan }) => plan.name,
  projects: ({ _count }) => _count.projects,
  collaborations: ({ _count }) => _count.collaborations,
  ...fieldColumns('stored_bytes', 'created_at', 'suspendedReason', 'suspendedAt', 'grace_ends_at'),
}
