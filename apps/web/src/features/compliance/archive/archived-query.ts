import { listArchivedProjects } from '@envhold/contract/archive.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'

export const archivedQuery = (api: Api) =>
  queryOptions({
    queryKey: ['archived-projects'],
    queryFn: ({ signal }) => api.call(listArchivedProjects, {}, { signal }),
    refetchOnMount: 'always',
  })
