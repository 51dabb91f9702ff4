import { ApiError } from '@envhold/client/api-error.ts'
import { restoreProject } from '@envhold/contract/archive.ts'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../connection/api/error-text.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { toast } from '../../../ui/toast.ts'
import { complianceErrors, upgradeToRestore } from '../compliance-errors.ts'

const failureText = (error: unknown): string =>
  error instanceof ApiError && error.code === 'UPGRADE_REQUIRED'
    ? error.message || upgradeToRestore
    : errorText(error, complianceErrors.restoreProject)

/** Brings a project back. Lists, limits and what is read-only are read again, also after a rejection. */
export function useRestore() {
  const { api, queries } = useConnection()
  return useMutation({
    mutationFn: (restoreToken: string) => api.call(restoreProject, { params: { restoreToken } }),
    onSuccess: ({ restored }) => void toast.success(`Project "${restored.name}" restored successfully`),
    onError: (error) => void toast.error(failureText(error)),
    onSettled: () => queries.invalidateQueries(),
  })
}
