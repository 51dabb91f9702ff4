import { listVariableNames } from '@envhold/contract/variables/variables.ts'
import { queryOptions } from '@tanstack/react-query'
import { secretKey } from '../../../connection/api/read-query.ts'
import type { Connection } from '../../../connection/connection.ts'

export const namesKey = (environmentId: number) => [secretKey, 'names', environmentId] as const

/** The names of an environment's variables, without values. */
export const namesQuery = ({ api }: Pick<Connection, 'api'>, environmentId: number) =>
  queryOptions({
    queryKey: namesKey(environmentId),
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const { names } = await api.call(listVariableNames, { params: { id: environmentId } }, { signal })
      return names
    },
  })
