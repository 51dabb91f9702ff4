import { listVersions, readVersion } from '@envhold/contract/variables/versions.ts'
import { toVariables, type Variable } from '@envhold/formats/variables.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { secretKey, secretQuery } from '../../../connection/api/read-query.ts'
import type { Connection } from '../../../connection/connection.ts'
import { lockOnRejection, versionsKey } from '../data/variable-queries.ts'

const pageSize = 100

/** The names that each version changed, in larger pages than the history shows: most of them do not name one key. */
export const changedNamesQuery = (connection: Connection, environmentId: number) =>
  infiniteQueryOptions({
    ...secretQuery,
    queryKey: [...versionsKey(environmentId), 'names'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      lockOnRejection(connection, () =>
        connection.api.call(
          listVersions,
          { params: { id: environmentId }, query: { limit: pageSize, before: pageParam } },
          { signal },
        ),
      ),
    getNextPageParam: (page) => (page.hasMore ? page.versions.at(-1)?.version : undefined),
  })

/** One variable in one version; null if the version lacks it. Nothing else of the version stays in memory. */
export const oldVariableQuery = (
  connection: Connection,
  environmentId: number,
  version: number,
  key: string,
) =>
  queryOptions({
    ...secretQuery,
    staleTime: Number.POSITIVE_INFINITY,
    queryKey: [secretKey, 'old-variable', environmentId, version, key],
    queryFn: ({ signal }): Promise<Variable | null> =>
      lockOnRejection(connection, async () => {
        const { variables, details } = await connection.api.call(
          readVersion,
          { params: { id: environmentId, version } },
          { signal },
        )
        return toVariables(variables, details).get(key) ?? null
      }),
  })
