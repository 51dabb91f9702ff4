import { readAdminStats } from '@envhold/contract/operator/statistics.ts'
import { approveUser, listUsers, readUserDetail, unsuspendUser } from '@envhold/contract/operator/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { ActKind } from './user-acts.ts'
import type { ListedUser } from './user-queries.ts'

/** Says what was done, and reads the lists again that it changed. */
export function useActDone(): (message: string) => Promise<void> {
  const queries = useQueryClient()
  return async (message) => {
    void toast.success(message)
    await refetchReads(queries, listUsers, readUserDetail, readAdminStats)
  }
}

/** Does at once what takes nothing away; asks before everything else. */
export function useDoAct(ask: (kind: ActKind, user: ListedUser) => void) {
  const api = useApi()
  const done = useActDone()
  return async (kind: ActKind, user: ListedUser) => {
    const params = { id: user.id }
    try {
      if (kind === 'approve') await done((await api.call(approveUser, { params })).message)
      else if (kind === 'unsuspend') await done((await api.call(unsuspendUser, { params })).message)
      else ask(kind, user)
    } catch (error) {
      notifyError(error)
    }
  }
}
