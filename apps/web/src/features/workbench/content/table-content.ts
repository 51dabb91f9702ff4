import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useLayoutEffect, useMemo } from 'react'
import { useConnection, useVaultOpen } from '../../../connection/use-connection.ts'
import { useComparison } from '../comparison/use-other-environments.ts'
import { isNearlyDue, localDay } from '../data/due-state.ts'
import { keyChangesQuery, variablesQuery } from '../data/variable-queries.ts'
import { countFilters, type Filter, type KeyFacts, matchesKey, sortKeys } from '../store/filters.ts'
import { isFound } from '../store/missing-keys.ts'
import { useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'
import { useLines } from './use-lines.ts'

const none: Variables = new Map()
const offered: readonly Filter[] = ['to-check', 'differing', 'missing', 'changed']

/** Reads what the table of one environment shows, and arranges it. */
export function TableContent({ environment: listed }: { environment: Environment }): null {
  const { update } = useWorkbenchStore()
  const connection = useConnection()
  const isOpen = useVaultOpen()
  const read = useQuery({ ...variablesQuery(connection, listed.id), enabled: isOpen })
  const variables = (isOpen && read.data?.variables) || none
  const environment = read.data?.environment ?? listed
  const facts = useKeyFacts(environment, variables, isOpen && read.isSuccess)
  const search = useDeferredValue(useWorkbench(({ typed }) => typed.trim()))
  const shownFilter = useWorkbench(({ filter }) => filter ?? 'all')
  const sort = useWorkbench(({ arrangement }) => arrangement.sort)

  const all = useMemo(() => [...variables.keys()], [variables])
  const counts = useMemo(() => {
    const now = Date.now()
    return countFilters(offered, all, (filter, key) => matchesKey(filter, key, facts, now))
  }, [all, facts])
  const keys = useMemo(() => {
    const now = Date.now()
    const wanted = search.toLowerCase()
    const shown = all.filter(
      (key) => isFound(key, variables.get(key), wanted) && matchesKey(shownFilter, key, facts, now),
    )
    return sortKeys(shown, sort, facts)
  }, [all, variables, search, shownFilter, sort, facts])
  const isReady = read.data !== undefined
  const reading = useMemo(
    () => ({
      isReady,
      isFetching: read.isFetching,
      failed: read.error && !isReady ? [listed.name] : [],
      error: read.error,
      retry: () => void read.refetch(),
    }),
    [isReady, read.isFetching, read.error, read.refetch, listed.name],
  )
  useLayoutEffect(() =>
    update({ environment, variables, facts, search, shownFilter, counts, reading, total: all.length }),
  )
  useLines(keys, search === '' && shownFilter === 'all' && sort.by === 'key')
  return null
}

/** What is known of the keys, read once the values are shown. A failure leaves facts out. */
function useKeyFacts(environment: Environment, variables: Variables, isShown: boolean): KeyFacts {
  const { data: changes } = useQuery({
    ...keyChangesQuery(useConnection(), environment.id, environment.version),
    enabled: isShown && environment.version > 0,
  })
  const others = useWorkbench((state) => state.others)
  const comparisons = useComparison(variables, environment.protected, others)
  const today = localDay(new Date())
  const nearlyDue = useMemo(
    () => new Set([...variables].flatMap(([key, { due }]) => (isNearlyDue(due, today) ? [key] : []))),
    [variables, today],
  )
  return useMemo(() => ({ changes, comparisons, nearlyDue }), [changes, comparisons, nearlyDue])
}
