import {
  exportUsers as endpoint,
  type ListedUser,
  maxExportedUsers,
} from '@envhold/contract/operator/users.ts'
import { verbWithResult } from '../../../http/verb.ts'
import { type Columns, fieldColumns } from '../../activity/write-export.ts'
import type { User } from '../../users/user-store.ts'
import { exportCsv, inGroups } from '../export-list.ts'
import { listUserRowsBelow, userFilterOf } from './user-list-store.ts'
import { viewUsers } from './user-view.ts'

export const exportUsers = verbWithResult(endpoint, (ctx, call) =>
  exportCsv(ctx, {
    ...call,
    what: 'the users of the instance',
    name: 'envhold-users',
    columns,
    groups: inGroups<User, ListedUser>(maxExportedUsers, {
      next: ({ last }, limit) =>
        listUserRowsBelow(ctx, userFilterOf(call.query), {
          below: last?.id ?? Number.MAX_SAFE_INTEGER,
          limit,
        }),
      show: (rows) => viewUsers(ctx, rows),
    }),
  }),
)

const columns: Columns<ListedUser> = {
  ...fieldColumns('id', 'username', 'email', 'status'),
  role: ({ roles }) => roles[0]?.name ?? null,
  plan: ({ plan }) => plan.name,
  projects: ({ _count }) => _count.projects,
  collaborations: ({ _count }) => _count.collaborations,
  ...fieldColumns('stored_bytes', 'created_at', 'suspendedReason', 'suspendedAt', 'grace_ends_at'),
}
