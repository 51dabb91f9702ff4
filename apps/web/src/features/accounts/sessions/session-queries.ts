import { listSessions } from '@envhold/contract/account-settings.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

export const sessionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await api.call(listSessions, {}, { signal })).sessions,
  })
