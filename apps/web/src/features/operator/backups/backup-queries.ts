import { type Backup, listBackups } from '@envhold/contract/operator/backups.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'

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
