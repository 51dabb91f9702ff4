import { type Backup, listBackups } from '@envhold/contract/operator/backups.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

/** How often progress is read while something is under way. */
const pollMs = 1_500

export const backupsKey = ['operator', 'backups'] as const

/** Whether a node makes or verifies it, or is about to do something with it. */
export const isBusy = ({ state, wanted }: Backup): boolean =>
  wanted !== null || (state !== 'done' && state !== 'failed')

export const backupsQuery = (api: Api, page: number) =>
  queryOptions({
    queryKey: [...backupsKey, page],
    queryFn: ({ signal }) => api.call(listBackups, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.backups.some(isBusy) ? pollMs : false),
  })
