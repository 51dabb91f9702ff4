import { listArchivedProjects } from '@envhold/contract/archive/archive.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'

export const archivedQuery = (api: Api) =>
  queryOptions({
    ...readQuery(api, listArchivedProjects, {}),
    refetchOnMount: 'always',
  })
