import type { Environment } from '@envhold/contract/environments/environments.ts'
import { useMemo, useState } from 'react'
import {
  type ArrangedColumn,
  arrangeColumns,
  type ColumnSettings,
  choosePair,
  noSettings,
} from '../columns/column-settings.ts'
import { gridColumns } from '../columns/grid-columns.ts'
import { readColumns, saveColumns } from '../columns/stored-columns.ts'
import type { Drafts } from '../store/drafts.ts'

interface Options {
  drafts: Drafts
  /** The environment that was used last. */
  lastUsed: number
  isPhone: boolean
}

/** The columns of a project's grid as the user chose them, remembered in this browser. */
export function useColumns(
  projectId: number,
  environments: readonly Environment[],
  { drafts, lastUsed, isPhone }: Options,
) {
  const [settings, setSettings] = useState(() => readColumns(localStorage, projectId))
  // As a text, so that another edit in the same environment changes nothing.
  const draftedIds = [...drafts.keys()].join()
  const drafted = useMemo(() => new Set(draftedIds.split(',').map(Number)), [draftedIds])
  const arranged = useMemo(
    () => arrangeColumns(environments, settings, drafted),
    [environments, settings, drafted],
  )
  const pair = isPhone ? choosePair(environments, settings.pair, lastUsed) : undefined
  const [left, right] = pair ?? []
  const shown = useMemo(
    () =>
      left === undefined || right === undefined
        ? arranged.filter(({ width }) => width !== 'hidden')
        : [left, right].map((id): ArrangedColumn => ({ id, width: 'wide', isPinned: false })),
    [arranged, left, right],
  )
  const columns = useMemo(() => {
    const ids = new Set(shown.map(({ id }) => id))
    return gridColumns(
      environments.filter(({ id }) => ids.has(id)),
      shown,
    )
  }, [environments, shown])
  /** What is hidden is not read, unless it has drafts. */
  const toRead = useMemo(() => {
    const ids = new Set([...columns.list.map(({ id }) => id), ...drafted])
    return environments.filter(({ id }) => ids.has(id))
  }, [environments, columns, drafted])
  const change = (next: ColumnSettings) => {
    setSettings(next)
    saveColumns(localStorage, projectId, next)
  }
  return {
    settings,
    arranged,
    columns,
    toRead,
    pair,
    change,
    reset: () => change({ ...noSettings, pair: settings.pair }),
  }
}
