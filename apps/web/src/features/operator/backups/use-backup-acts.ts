import { createBackup, deleteBackup, listBackups, verifyBackup } from '@envhold/contract/operator/backups.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { toast } from '../../../ui/toast.ts'

/** What an operator does with backups. Each reads the list again. */
export function useBackupActs() {
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
