import { foldKeyChanges, keyChanges, oldestUnchanged } from '@envhold/contract/variables/versions.ts'
import type { Variable } from '@envhold/formats/variables.ts'
import { queryOptions, useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { secretKey, secretQuery } from '../../../connection/api/read-query.ts'
import type { Connection } from '../../../connection/connection.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { readOldVariables, versionsQuery } from '../data/variable-queries.ts'

/** Larger pages than the history shows: most versions do not name one key. */
const pageSize = 100

/** One variable in one version; null if the version lacks it. Nothing else of the version stays in memory. */
export const oldVariableQuery = (connection: Connection, id: number, version: number, key: string) =>
  queryOptions({
    ...secretQuery,
    staleTime: Number.POSITIVE_INFINITY,
    queryKey: [secretKey, 'old-variable', id, version, key],
    queryFn: async ({ signal }): Promise<Variable | null> =>
      (await readOldVariables(connection, { id, version }, signal)).get(key) ?? null,
  })

export interface OldValue {
  /** Undefined until it was read; null if the version lacks the key. */
  readonly variable: Variable | null | undefined
  readonly error: Error | null
  /** The next older version, if it has the same value and both were read. */
  readonly sameAs: number | undefined
  readonly read: () => void
}

/** The values of a variable in these versions, newest first, by its key in each. Each is read when it is asked for. */
export function useOldValues(
  environmentId: number,
  versions: readonly { readonly version: number; readonly key: string }[],
) {
  const connection = useConnection()
  const [requested, setRequested] = useState<ReadonlySet<number>>(new Set())
  const results = useQueries({
    queries: versions.map(({ version, key }) => ({
      ...oldVariableQuery(connection, environmentId, version, key),
      enabled: requested.has(version),
    })),
  })
  const valueAt = (at: number) => results[at]?.data?.value
  return (version: number): OldValue => {
    const at = versions.findIndex((each) => each.version === version)
    const isSame = valueAt(at) !== undefined && valueAt(at) === valueAt(at + 1)
    return {
      variable: results[at]?.data,
      error: results[at]?.error ?? null,
      sameAs: isSame ? versions[at + 1]?.version : undefined,
      read: () => {
        const ask = async () => {
          setRequested((before) => new Set(before).add(version))
          if (results[at]?.error) void results[at]?.refetch()
        }
        // Without the master password, the value stays hidden.
        connection.withUnlockedVault(ask).catch(() => {})
      },
    }
  }
}

/** Changes that are looked for at once, and the pages of versions that this may take. */
const changesAtOnce = 10
const pagesAtOnce = 5

/** The changes of one key, newest first. Reads further pages until some changes are found. */
export function useKeyHistory(environmentId: number, key: string, exists: boolean) {
  const query = useInfiniteQuery(versionsQuery(useConnection(), environmentId, pageSize))
  const [goal, setGoal] = useState({ changes: changesAtOnce, pages: pagesAtOnce })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const pages = data?.pages
  const changes = useMemo(
    () => keyChanges(pages?.flatMap(({ versions }) => versions) ?? [], key),
    [pages, key],
  )
  const isSearching =
    hasNextPage && !isError && changes.length < goal.changes && (pages?.length ?? 0) < goal.pages
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage()
  }, [isSearching, isFetching, fetchNextPage])
  const wholeFrom = pages?.at(-1)?.whole_from ?? null
  return {
    query,
    changes,
    runs: useMemo(() => foldKeyChanges(changes), [changes]),
    isSearching,
    /** The oldest stored version, if it shows the key before its oldest change. */
    before: hasNextPage ? undefined : oldestUnchanged(changes, wholeFrom, exists),
    wholeFrom,
    /** The oldest version that was searched. */
    searchedFrom: pages?.at(-1)?.versions.at(-1),
    loadOlder: () =>
      setGoal({ changes: changes.length + changesAtOnce, pages: (pages?.length ?? 0) + pagesAtOnce }),
  }
}
