import type { Environment } from '@envhold/contract/environments/environments.ts'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import {
  startTransition,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useConnection, useVaultOpen } from '../../../connection/use-connection.ts'
import { type ArrangedColumn, arrangeColumns, choosePair } from '../arrangement/column-settings.ts'
import { flatRows, foldRows } from '../arrangement/fold-keys.ts'
import { gridColumns } from '../arrangement/grid-columns.ts'
import { type Column, compareKeys, type KeyRow } from '../comparison/key-rows.ts'
import { runInSlices } from '../comparison/run-in-slices.ts'
import { localDay } from '../data/due-state.ts'
import { asShown } from '../data/exact-text.ts'
import { type ReadVariables, variablesQuery } from '../data/variable-queries.ts'
import { editsOf } from '../store/drafts.ts'
import { countFilters, type Filter, filterRows, matchesRow, uncounted } from '../store/filters.ts'
import type { WorkbenchState } from '../store/state.ts'
import { useParts, useWorkbench, useWorkbenchStore } from '../store/workbench-store.ts'

const offered: readonly Filter[] = ['to-check', 'differing', 'missing']
const offeredOfPair: readonly Filter[] = ['to-check', 'differing', 'only-left', 'only-right']

/** Reads what is shown of several environments, compares and arranges it. */
export function GridContent({ environment }: { environment: Environment }): null {
  const { update } = useWorkbenchStore()
  const { layout, isPhone, drafts, added, filter } = useParts(
    'layout',
    'isPhone',
    'drafts',
    'added',
    'filter',
  )
  const isCompared = layout === 'compare'
  const isPair = isCompared || isPhone
  const { columns, pair, toRead } = useColumns(environment)
  const { reads, isLoading, reading } = useReads(toRead)
  const compared = useMemo(
    () =>
      toRead
        .filter(({ id }) => columns.list.some((column) => column.id === id))
        .map(({ id, name, protected: isProtected }): Column => {
          const variables = reads.get(id)?.variables
          return { id, name, isProtected, variables, edits: editsOf(drafts, id) }
        }),
    [toRead, columns, reads, drafts],
  )
  const { rows: all, anyRead } = useComparedRows(compared, added, isLoading)
  const counts = useMemo(() => {
    const filters = isCompared ? offeredOfPair : offered
    if (isLoading) return uncounted(filters)
    return countFilters(filters, all, (filter, row) => matchesRow(filter, row, isPair))
  }, [all, isCompared, isPair, isLoading])
  const typed = useWorkbench((state) => state.typed.trim())
  const search = useDeferredValue(typed)
  const startsDiffering = isPair && typed === '' && (isCompared || (counts.differing ?? 0) > 0)
  const shownFilter = filter ?? (startsDiffering ? 'differing' : 'all')
  const isReversed = useWorkbench(({ arrangement: { sort } }) => sort.by === 'key' && sort.isReversed)
  const keys = useMemo(() => {
    const visible = filterRows(all, { filter: shownFilter, search, added, isPair })
    const visibleKeys = visible.map(({ key }) => key)
    return isReversed ? visibleKeys.reverse() : visibleKeys
  }, [all, shownFilter, isPair, search, added, isReversed])
  const rows = useMemo(() => new Map(all.map((row) => [row.key, row])), [all])
  const isReady = anyRead && reading.isReady && !(isPair && isLoading)
  const ready = useMemo(() => ({ ...reading, isReady }), [reading, isReady])
  useLayoutEffect(() =>
    update({
      environment,
      columns,
      pair,
      reads,
      rows,
      search,
      shownFilter,
      counts,
      total: all.length,
      reading: ready,
    }),
  )
  useLines(keys, search === '' && shownFilter === 'all')
  useEditing(reads, isLoading)
  return null
}

/** The shown columns, as the user chose them, and the environments to read for them. */
function useColumns(lastUsed: Environment) {
  const { environments, settings, isPhone } = useParts('environments', 'settings', 'isPhone')
  // As a text, so that another edit in the same environment changes nothing.
  const draftedIds = useWorkbench(({ drafts }) => [...drafts.keys()].join())
  const compared = useWorkbench(({ layout, pair }) => (layout === 'compare' ? pair : undefined))
  const [left, right] =
    compared ?? (isPhone ? (choosePair(environments, settings.pair, lastUsed.id) ?? []) : [])
  return useMemo(() => {
    const drafted = new Set(draftedIds.split(',').map(Number))
    const arranged = arrangeColumns(environments, settings, drafted)
    const pair = left === undefined || right === undefined ? undefined : ([left, right] as const)
    const visible = pair
      ? pair.map((id): ArrangedColumn => ({ id, width: 'wide', isPinned: false }))
      : arranged.filter(({ width }) => width !== 'hidden')
    const ids = new Set(visible.map(({ id }) => id))
    const isShown = ({ id }: Environment) => ids.has(id)
    // In a pair, the sides have the order of the columns.
    const sides = pair?.flatMap((id) => environments.filter((each) => each.id === id))
    const inView = sides ?? environments.filter(isShown)
    // What is hidden is not read, unless it has drafts.
    const others = environments.filter((each) => !ids.has(each.id) && drafted.has(each.id))
    return { columns: gridColumns(inView, arranged, visible), pair, toRead: [...inView, ...others] }
  }, [environments, settings, draftedIds, left, right])
}

const combine = (results: UseQueryResult<ReadVariables>[]) =>
  results.map(({ data, error, isFetching }) => ({ data, error, isRetried: !data && isFetching }))

/** Reads environments as far as the vault is open. `isReady`: one of them can be shown. */
export function useReads(environments: readonly Environment[]) {
  const connection = useConnection()
  const isOpen = useVaultOpen()
  const results = useQueries({
    queries: environments.map(({ id }) => ({ ...variablesQuery(connection, id), enabled: isOpen })),
    combine,
  })
  return useMemo(() => {
    const failed = environments.filter((_, at) => results[at]?.error && !results[at]?.data)
    const reads: ReadonlyMap<number, ReadVariables> = new Map(
      environments.flatMap(({ id }, at) => {
        const data = isOpen ? results[at]?.data : undefined
        return data ? [[id, data] as const] : []
      }),
    )
    return {
      reads,
      isLoading: isOpen && results.some(({ data, error }) => !data && !error),
      reading: {
        isReady: reads.size > 0,
        isFetching: results.some(({ isRetried }) => isRetried),
        failed: failed.map(({ name }) => name),
        error: results.find(({ error }) => error)?.error,
        retry: () => {
          for (const { id } of failed) void connection.queries.refetchQueries(variablesQuery(connection, id))
        },
      },
    }
  }, [environments, results, connection, isOpen])
}

/**
 * Typed text of a cell survives locking the vault, and as a draft its environment and its row, which someone else may
 * have deleted; an unchanged value does not.
 */
function useEditing(reads: ReadonlyMap<number, ReadVariables>, isLoading: boolean): void {
  const isOpen = useVaultOpen()
  const { read, update, actions } = useWorkbenchStore()
  const hide = useEffectEvent(() => {
    const { editing } = read()
    if (!editing) return
    const isTyped = editing.text !== asShown(editing.before)
    update({ editing: isTyped ? { ...editing, before: '' } : undefined })
  })
  useEffect(() => {
    if (!isOpen) hide()
  }, [isOpen])
  const hasRow = (key: string, { added, drafts }: Pick<WorkbenchState, 'added' | 'drafts'>) =>
    isLoading ||
    reads.size === 0 ||
    added.has(key) ||
    [...reads.values()].some(({ variables }) => variables.has(key)) ||
    [...drafts.keys()].some((id) => editsOf(drafts, id).has(key))
  const isDeleted = useWorkbench(
    ({ editing, environments, ...state }) =>
      editing !== undefined &&
      (!environments.some(({ id }) => id === editing.id) || !hasRow(editing.key, state)),
  )
  const leave = useEffectEvent(() => {
    const { editing, drafts } = read()
    if (!editing) return
    const { id, key, text, before } = editing
    const version = drafts.get(id)?.version ?? editing.version
    if (text !== asShown(before))
      actions.putDraft(id, { version, edits: new Map(editsOf(drafts, id)).set(key, { value: text }) })
    update({ editing: undefined })
  })
  useEffect(() => {
    if (isDeleted) leave()
  }, [isDeleted])
}

/** Makes the rows of keys, with those of prefixes while nothing but the order of keys counts. */
export function useLines(keysNow: readonly string[], isFoldable: boolean): void {
  const { update } = useWorkbenchStore()
  const sorted = useSameList(keysNow)
  const folded = useWorkbench(({ arrangement }) => arrangement.folded)
  const lines = useMemo(
    () => (isFoldable ? foldRows(sorted, new Set(folded)) : flatRows(sorted)),
    [sorted, isFoldable, folded],
  )
  const keys = useMemo(
    () => lines.flatMap((line) => (line.kind === 'key' ? [line.key] : line.isFolded ? line.keys : [])),
    [lines],
  )
  useLayoutEffect(() => update({ lines, keys }), [update, lines, keys])
}

/** The list of before while it has the same keys: then an edit of a value makes and draws no row again. */
function useSameList(keys: readonly string[]): readonly string[] {
  const [latest, setLatest] = useState(keys)
  if (latest.length === keys.length && latest.every((key, at) => key === keys[at])) return latest
  setLatest(keys)
  return keys
}

interface ComparedRows {
  readonly rows: readonly KeyRow[]
  /** They compare at least one environment that was read. */
  readonly anyRead: boolean
}

/** A comparison; `hasNews` if more has arrived since it began. */
interface Run {
  stop: () => void
  isRunning: boolean
  hasNews: boolean
}

/**
 * The rows of several environments, compared outside of rendering. An edit shows in the same frame. While `isLoading`,
 * what arrives during a comparison is compared after it, so that many environments take few comparisons.
 */
function useComparedRows(
  columns: readonly Column[],
  added: ReadonlySet<string>,
  isLoading: boolean,
): ComparedRows {
  const [compared, setCompared] = useState<ComparedRows>({ rows: [], anyRead: false })
  const latest = useRef<Run>({ stop: () => {}, isRunning: false, hasNews: false })
  const compare = useEffectEvent(() => {
    const run = { stop: () => {}, isRunning: true, hasNews: false }
    latest.current = run
    run.stop = runInSlices(
      compareKeys(columns, added, { before: compared.rows, today: localDay(new Date()) }),
      (rows, atOnce) => {
        run.isRunning = false
        const next = { rows, anyRead: columns.some(({ variables }) => variables) }
        if (atOnce) setCompared(next)
        else startTransition(() => setCompared(next))
        // After what was compared is drawn.
        const timer = run.hasNews ? setTimeout(() => compare()) : undefined
        run.stop = () => clearTimeout(timer)
      },
    )
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what is compared.
  useLayoutEffect(() => {
    const run = latest.current
    run.hasNews = true
    if (isLoading && run.isRunning) return
    run.stop()
    compare()
  }, [columns, added, isLoading])
  useEffect(() => () => latest.current.stop(), [])
  return compared
}
