import type { Environment } from '@envhold/contract/environments/environments.ts'
import { may } from '@envhold/contract/projects/projects.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useQuery } from '@tanstack/react-query'
import {
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { useConnection, useVaultOpen } from '../../../connection/use-connection.ts'
import { useComparison } from '../comparison/use-other-environments.ts'
import { isNearlyDue, localDay } from '../data/due-state.ts'
import { keyChangesQuery } from '../data/variable-queries.ts'
import { isTextEdited, packText } from '../drafts/edits.ts'
import {
  countFilters,
  type Filter,
  isCountable,
  isFound,
  type KeyFacts,
  matchesKey,
  sortKeys,
  uncounted,
} from '../store/filters.ts'
import type { Layout, Opening } from '../store/state.ts'
import {
  createWorkbench,
  openWorkbench,
  useParts,
  useWorkbench,
  useWorkbenchStore,
  WorkbenchContext,
} from '../store/workbench-store.ts'
import { GridContent, useLines, useReads } from './grid-content.ts'

interface Props {
  /** What the page is opened with, and what it is told later. */
  opening: Opening
  children: ReactNode
}

/** The store of a page, which follows its URL, its environments and the vault. */
export function WorkbenchProvider({ opening, children }: Props) {
  const [workbench] = useState(() => createWorkbench(opening))
  const { update } = workbench
  const { environment, pair: _, typed: __, filter, ...rest } = opening
  const canWrite = may(opening.project.user_role, 'write')
  useLayoutEffect(() => update({ ...rest, canWrite, ...(opening.layout === 'table' && { filter }) }))
  useLayoutEffect(() => {
    openWorkbench.set(workbench)
    return () => openWorkbench.set(null)
  }, [workbench])
  const Content = contents[opening.layout]
  return (
    <WorkbenchContext value={workbench}>
      <Content environment={environment} />
      {children}
    </WorkbenchContext>
  )
}

const contents: Readonly<Record<Layout, (props: ContentProps) => null>> = {
  table: TableContent,
  grid: GridContent,
  compare: GridContent,
  text: TextContent,
}

const none: Variables = new Map()
const offered: readonly Filter[] = ['to-check', 'differing', 'missing', 'changed']

interface ContentProps {
  /** As the project lists it. */
  environment: Environment
}

/** Reads one environment. */
function useRead(listed: Environment) {
  const { reads, reading } = useReads(useMemo(() => [listed], [listed]))
  const { environment = listed, variables = none } = reads.get(listed.id) ?? {}
  return { reads, reading, environment, variables, isOpen: useVaultOpen() }
}

/** Reads what the table of one environment shows, and arranges it. */
function TableContent({ environment: listed }: ContentProps): null {
  const { update } = useWorkbenchStore()
  const { isOpen, reading, variables, environment } = useRead(listed)
  const facts = useKeyFacts(environment, variables, isOpen && reading.isReady)
  const search = useDeferredValue(useWorkbench(({ typed }) => typed.trim()))
  const { filter: shownFilter = 'all', arrangement } = useParts('filter', 'arrangement')
  const { sort } = arrangement

  const all = useMemo(() => [...variables.keys()], [variables])
  const counts = useMemo(() => {
    const now = Date.now()
    const countable = offered.filter((filter) => isCountable(filter, facts))
    const counted = countFilters(countable, all, (filter, key) => matchesKey(filter, key, facts, now))
    return { ...uncounted(offered), ...counted }
  }, [all, facts])
  const keys = useMemo(() => {
    const now = Date.now()
    const query = search.toLowerCase()
    const matching = all.filter(
      (key) => isFound(key, variables.get(key), query) && matchesKey(shownFilter, key, facts, now),
    )
    return sortKeys(matching, sort, facts)
  }, [all, variables, search, shownFilter, sort, facts])
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

/** Reads one environment, to show it as a text. Typed text survives locking the vault; stored values do not. */
function TextContent({ environment: listed }: ContentProps): null {
  const { read, update } = useWorkbenchStore()
  const { isOpen, reads, reading, variables, environment } = useRead(listed)
  useLayoutEffect(() => update({ environment, variables, reads, reading }))
  const hide = useEffectEvent(() => {
    const { text: opened } = read()
    if (!isTextEdited(opened)) return update({ text: undefined })
    const lines = packText(opened.text, opened.stored)
    update({ text: undefined, packed: { lines, version: opened.version } })
  })
  useEffect(() => {
    if (!isOpen) hide()
  }, [isOpen])
  return null
}
