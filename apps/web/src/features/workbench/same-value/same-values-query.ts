import type { Environment } from '@envhold/contract/environments/environments.ts'
import { type FoundVariable, findSameValues } from '@envhold/contract/variables/find.ts'
import { queryOptions } from '@tanstack/react-query'
import { secretKey } from '../../../connection/api/read-query.ts'
import type { Connection } from '../../../connection/connection.ts'
import { lockOnRejection } from '../data/variable-queries.ts'

const staleMs = 60_000

/**
 * Where else the value of a variable is. Every project that is searched records it, so it is only asked on request, and
 * not again for a while.
 */
export const sameValuesQuery = (
  connection: Connection,
  { id, version }: Pick<Environment, 'id' | 'version'>,
  key: string,
) =>
  queryOptions({
    queryKey: [secretKey, findSameValues.name, id, version, key],
    staleTime: staleMs,
    retry: false,
    queryFn: ({ signal }) =>
      lockOnRejection(connection, () =>
        connection.api.call(findSameValues, { body: { environment_id: id, keys: [key] } }, { signal }),
      ),
  })

/** Those of other projects. */
export const elsewhere = (matches: readonly FoundVariable[], projectId: number): FoundVariable[] =>
  matches.filter(({ project }) => project.id !== projectId)

export const countProjects = (matches: readonly FoundVariable[]): number =>
  new Set(matches.map(({ project }) => project.id)).size
