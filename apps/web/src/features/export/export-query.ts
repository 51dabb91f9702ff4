import { listExport } from '@envhold/contract/export.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'

/** What can be downloaded, asked for each time: all projects, or one of them. */
export const exportQuery = (api: Api, projectId?: number) =>
  queryOptions({
    queryKey: ['export', projectId ?? 'all'],
    queryFn: async ({ signal }) => {
      const { projects } = await api.call(listExport, {}, { signal })
      return projectId === undefined ? projects : projects.filter(({ id }) => id === projectId)
    },
    staleTime: 0,
    gcTime: 0,
  })
