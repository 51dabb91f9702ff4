/**
 * The variables of one environment in the browser. Values are cached only while they are shown and the vault is open.
 * A refetch is conditional, and costs the server no decryption if nothing changed.
 */
import { ApiError } from '@envhold/client/api-error.ts'
import type { Environment } from '@envhold/contract/environments.ts'
import { compareEnvironments, readVariables } from '@envhold/contract/variables.ts'
import { listVersions, readVersion } from '@envhold/contract/versions.ts'
import { toVariables, type Variables } from '@envhold/formats/variables.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { secretKey, secretQuery } from '../../connection/api/query-client.ts'
import type { Connection } from '../../connection/connection.ts'

export interface ReadVariables {
  readonly environment: Environment
  readonly version: number
  readonly variables: Variables
  readonly tag: string | null
}

export const variablesKey = (environmentId: number) => [secretKey, 'variables', environmentId] as const

/** Locks the vault if the password was changed elsewhere, so that the page asks for the new one. */
const lockOnRejection = async <T>({ vault }: Connection, read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'INVALID_MASTER_PASSWORD') vault.lock()
    throw error
  }
}

export const variablesQuery = (connection: Connection, environmentId: number) =>
  queryOptions({
    ...secretQuery,
    queryKey: variablesKey(environmentId),
    queryFn: ({ signal }): Promise<ReadVariables> =>
      lockOnRejection(connection, async () => {
        const held = connection.queries.getQueryData<ReadVariables>(variablesKey(environmentId))
        const { output, headers } = await connection.api.ask(
          readVariables,
          { params: { id: environmentId } },
          { signal, ...(held?.tag && { ifNoneMatch: held.tag }) },
        )
        if (output)
          return {
            environment: output.environment,
            version: output.version,
            variables: toVariables(output.variables),
            tag: headers.get('etag'),
          }
        if (held) return held
        throw new Error('The server answered 304, but nothing is cached')
      }),
  })

const versionsPage = 25

export const versionsKey = (environmentId: number) => [secretKey, 'versions', environmentId] as const

export const versionsQuery = (connection: Connection, environmentId: number) =>
  infiniteQueryOptions({
    ...secretQuery,
    queryKey: versionsKey(environmentId),
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      lockOnRejection(connection, () =>
        connection.api.call(
          listVersions,
          { params: { id: environmentId }, query: { limit: versionsPage, before: pageParam } },
          { signal },
        ),
      ),
    getNextPageParam: (page) => (page.hasMore ? page.versions.at(-1)?.version : undefined),
  })

export const versionQuery = (connection: Connection, environmentId: number, version: number) =>
  queryOptions({
    ...secretQuery,
    staleTime: Number.POSITIVE_INFINITY,
    queryKey: [secretKey, 'version', environmentId, version],
    queryFn: ({ signal }) =>
      lockOnRejection(connection, async () => {
        const read = await connection.api.call(
          readVersion,
          { params: { id: environmentId, version } },
          { signal },
        )
        return { ...read, variables: toVariables(read.variables) }
      }),
  })

export const compareQuery = (connection: Connection, projectId: number, left: number, right: number) =>
  queryOptions({
    ...secretQuery,
    queryKey: [secretKey, 'compare', projectId, left, right],
    queryFn: ({ signal }) =>
      lockOnRejection(connection, () =>
        connection.api.call(
          compareEnvironments,
          { params: { projectId }, query: { left, right } },
          { signal },
        ),
      ),
  })
