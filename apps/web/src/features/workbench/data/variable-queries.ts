/**
 * The variables of one environment in the browser. Values are cached only while they are shown and the vault is open.
 * A refetch is conditional, and costs the server no decryption if nothing changed.
 */
import { ApiError, isNotFound } from '@envhold/client/api-error.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { listVariableNames, readVariables } from '@envhold/contract/variables/variables.ts'
import { listVersions, readVersion, type VersionSummary } from '@envhold/contract/variables/versions.ts'
import { toVariables, type Variables } from '@envhold/formats/variables.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { secretKey, secretQuery } from '../../../connection/api/read-query.ts'
import type { Connection } from '../../../connection/connection.ts'

export interface ReadVariables {
  readonly environment: Environment
  readonly version: number
  readonly variables: Variables
  readonly tag: string | null
}

export const variablesKey = (environmentId: number) => [secretKey, 'variables', environmentId] as const

/** Locks the vault if the password was changed elsewhere, so that the page asks for the new one. */
export const lockOnRejection = async <T>({ vault }: Connection, read: () => Promise<T>): Promise<T> => {
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
        const cached = connection.queries.getQueryData<ReadVariables>(variablesKey(environmentId))
        const { output, headers } = await connection.api.ask(
          readVariables,
          { params: { id: environmentId } },
          { signal, ...(cached?.tag && { ifNoneMatch: cached.tag }) },
        )
        if (output)
          return {
            environment: output.environment,
            version: output.version,
            variables: toVariables(output.variables, output.details),
            tag: headers.get('etag'),
          }
        if (cached) return cached
        throw new Error('The server answered 304, but nothing is cached')
      }),
  })

/** Reads an environment after a conflict. A read under way may have begun before the write that won: it is dropped. */
export async function readNow(connection: Connection, environmentId: number): Promise<ReadVariables> {
  const { queries } = connection
  await queries.cancelQueries({ queryKey: variablesKey(environmentId) })
  return await queries.fetchQuery(variablesQuery(connection, environmentId))
}

const versionsPage = 25

export const versionsKey = (environmentId: number) => [secretKey, 'versions', environmentId] as const

/** The versions of an environment, newest first; those in pages of another size are read on their own. */
export const versionsQuery = (connection: Connection, environmentId: number, limit = versionsPage) =>
  infiniteQueryOptions({
    ...secretQuery,
    queryKey: [...versionsKey(environmentId), limit],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      lockOnRejection(connection, () =>
        connection.api.call(
          listVersions,
          { params: { id: environmentId }, query: { limit, before: pageParam } },
          { signal },
        ),
      ),
    getNextPageParam: (page) => (page.hasMore ? page.versions.at(-1)?.version : undefined),
  })

export const weekMs = 7 * 86_400_000
const versionsAtOnce = 200
const maxPages = 5

/**
 * When each key was changed last, from the versions of the last week, and of the newest page if that reaches further;
 * asked again for each version.
 */
export const keyChangesQuery = (connection: Connection, environmentId: number, version: number) =>
  queryOptions({
    ...secretQuery,
    staleTime: Number.POSITIVE_INFINITY,
    queryKey: [secretKey, 'key-changes', environmentId, version],
    queryFn: async ({ signal }) => {
      const versions: VersionSummary[] = []
      for (let pages = 0; pages < maxPages; pages++) {
        const query = { limit: versionsAtOnce, before: versions.at(-1)?.version }
        const page = await connection.api.call(
          listVersions,
          { params: { id: environmentId }, query },
          { signal },
        )
        versions.push(...page.versions)
        const oldest = page.versions.at(-1)
        if (!page.hasMore || !oldest || Date.parse(oldest.created_at) < Date.now() - weekMs) break
      }
      return keyChanges(versions)
    },
    // The changes of the version before stay until those of the new one are read.
    placeholderData: keepPreviousData,
  })

/** The variables of an older version. */
export const readOldVariables = (
  connection: Connection,
  params: { readonly id: number; readonly version: number },
  signal: AbortSignal,
): Promise<Variables> =>
  lockOnRejection(connection, async () => {
    const { variables, details } = await connection.api.call(readVersion, { params }, { signal })
    return toVariables(variables, details)
  })

export const versionQuery = (connection: Connection, id: number, version: number) =>
  queryOptions({
    ...secretQuery,
    staleTime: Number.POSITIVE_INFINITY,
    queryKey: [secretKey, 'version', id, version],
    queryFn: ({ signal }) => readOldVariables(connection, { id, version }, signal),
  })

/** An environment's variables at a version; null if the history does not reach that far. */
export async function readAt(connection: Connection, id: number, version: number): Promise<Variables | null> {
  if (version === 0) return new Map()
  try {
    return await connection.queries.fetchQuery(versionQuery(connection, id, version))
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

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

/** When a key was added or got its value. */
export interface KeyChange {
  /** ISO 8601. */
  readonly at: string
  /** Null if the account is erased. */
  readonly author: string | null
}

export interface KeyChanges {
  readonly byKey: ReadonlyMap<string, KeyChange>
  /** Keys that no version names were changed before this time; undefined without versions. */
  readonly before: string | undefined
}

/** When each key was changed last, by the summaries of versions, newest first. */
export function keyChanges(versions: readonly VersionSummary[]): KeyChanges {
  const byKey = new Map<string, KeyChange>()
  for (const { created_at: at, author, added, changed } of versions)
    for (const key of [...added, ...changed])
      if (!byKey.has(key)) byKey.set(key, { at, author: author.username })
  return { byKey, before: versions.at(-1)?.created_at }
}

/** What a page knows of each environment beside its cache, and as long as that. */
export function perEnvironment<T>() {
  const maps = new WeakMap<Connection['queries'], Map<number, T>>()
  return ({ queries }: Pick<Connection, 'queries'>): Map<number, T> => {
    const known = maps.get(queries) ?? new Map<number, T>()
    maps.set(queries, known)
    return known
  }
}
