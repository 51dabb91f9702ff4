import { readMasterPasswordStatus } from '@envhold/contract/master-password-status.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'

/** Whether the account has a master password at all. */
export const masterPasswordStatusQuery = (api: Api) =>
  queryOptions({
    queryKey: ['master-password-status'],
    queryFn: ({ signal }) => api.call(readMasterPasswordStatus, {}, { signal }),
    staleTime: 5 * 60_000,
  })
