import {
  type Backup,
  createBackup,
  deleteBackup,
  listBackups,
  verifyBackup,
} from '@envhold/contract/operator/backups.ts'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { readQuery, refetchReads } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { toast } from '../../../ui/feedback/toast.ts'

/** How often progress is read while something is under way. */
const pollMs = 1_500

/** Whether a node makes or verifies it, or is about to do something with it. */
export const isBusy = ({ state, wanted }: Backup): boolean =>
  wanted !== null || (state !== 'done' && state !== 'failed')

export const backupsQuery = (api: Api, page: number) =>
  queryOptions({
    ...readQuery(api, listBackups, { query: { page } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.backups.some(isBusy) ? pollMs : false),
  })

/** What an operator does with backups. Each reads the list again. */
export function useBackupActions() {
  const api = useApi()
  const queries = useQueryClient()
  const onSettled = () => refetchReads(queries, listBackups)
  const create = useMutation({
    mutationFn: () => api.call(createBackup, {}),
    onError: (error) => notifyError(error),
    onSettled,
  })
  const verify = useMutation({
    mutationFn: (id: number) => api.call(verifyBackup, { params: { id } }),
    onError: (error) => notifyError(error),
    onSettled,
  })
  const remove = async (id: number) => {
    const { message } = await api.call(deleteBackup, { params: { id } })
    void toast.success(message)
    await onSettled()
  }
  return { create, verify, remove }
}
