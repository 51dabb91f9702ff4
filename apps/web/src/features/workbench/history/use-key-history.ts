import { foldKeyChanges, keyChanges, oldestUnchanged } from '@envhold/contract/variables/key-history.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { changedNamesQuery } from './key-history-queries.ts'

/** Changes that are looked for at once, and the pages of versions that this may take. */
const changesAtOnce = 10
const pagesAtOnce = 5

/** The changes of one key, newest first. Reads further pages until some changes are found. */
export function useKeyHistory(environmentId: number, key: string, exists: boolean) {
  const query = useInfiniteQuery(changedNamesQuery(useConnection(), environmentId))
  const [wanted, setWanted] = useState({ changes: changesAtOnce, pages: pagesAtOnce })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  const pages = data?.pages
  const changes = useMemo(
    () => keyChanges(pages?.flatMap(({ versions }) => versions) ?? [], key),
    [pages, key],
  )
  const isSearching =
    hasNextPage && !isError && changes.length < wanted.changes && (pages?.length ?? 0) < wanted.pages
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
      setWanted({ changes: changes.length + changesAtOnce, pages: (pages?.length ?? 0) + pagesAtOnce }),
  }
}
