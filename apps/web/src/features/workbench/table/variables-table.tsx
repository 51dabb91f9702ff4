import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react'
import { deferred } from '../../../ui/deferred.tsx'
import { Grid } from '../../../ui/lists/grid.tsx'
import type { RowsHandle } from '../rows/rendered-rows.tsx'
import { useStableCallback } from '../rows/use-stable-callback.ts'
import { VirtualRows } from '../rows/virtual-rows.tsx'
import type { KeySort } from '../store/arrangement.ts'
import type { KeyFacts } from './arrange-keys.ts'
import { PrefixRow } from './prefix-row.tsx'
import { useComparisonStrip } from './sign-strip.tsx'
import { TableHead } from './table-head.tsx'
import { type TableState, useTableKeyboard } from './use-table-keyboard.ts'
import { VariableRow } from './variable-row.tsx'
import './table-lines.css'
import './table-narrow.css'

const ComparisonPanel = deferred(async () => (await import('./comparison-panel.tsx')).ComparisonPanel)

interface Props extends TableState {
  label: string
  search: string
  sort: KeySort
  onSort: (sort: KeySort) => void
  facts: KeyFacts
  /** No other environment exists, so there is nothing to say about any. */
  isSingle: boolean
  comparison: Pick<Parameters<typeof ComparisonPanel>[0], 'here' | 'others' | 'onFind'>
}

const estimate = (kind: 'key' | 'prefix' | undefined) => {
  if (window.matchMedia('(width >= 64rem)').matches) return 40
  if (kind === 'key') return 56
  return window.matchMedia('(width >= 48rem)').matches ? 40 : 44
}

/** The variables of an environment: find a key, reveal, copy or edit its value, all by keyboard. */
export function VariablesTable({
  label,
  search,
  sort,
  onSort,
  facts,
  isSingle,
  comparison,
  ...state
}: Props) {
  const { variables, keys, rows, canWrite, selection, onSelection } = state
  const grid = useRef<HTMLDivElement>(null)
  const handle = useRef<RowsHandle>(null)
  const { activeRow, revealed, copied, ...on } = useTableKeyboard({ grid, handle }, state)
  const [listed, setListed] = useState<{ key: string; anchor: HTMLElement }>()
  const openSign = useStableCallback((key: string, anchor: HTMLElement) => setListed({ key, anchor }))
  const strip = useComparisonStrip(comparison)
  const longPress = useLongPress((row) => on.onSelect(row, false))
  const renderRow = (index: number) => {
    const row = rows[index]
    if (row?.kind === 'prefix')
      return (
        <PrefixRow
          {...row}
          index={index}
          active={index === activeRow}
          selection={selection.keys}
          facts={facts}
          onFold={(all) => state.onFold(row.prefix, all)}
          onSelect={on.onSelect}
        />
      )
    const name = row?.key ?? ''
    const variable = variables.get(name)
    if (!row || !variable) return null
    return (
      <VariableRow
        name={name}
        prefix={row.prefix}
        variable={variable}
        index={index}
        search={search}
        canWrite={canWrite}
        active={index === activeRow}
        selected={selection.keys.has(name)}
        shown={revealed === name}
        copied={copied === name}
        change={facts.changes?.byKey.get(name)}
        changedBefore={facts.changes?.before}
        sign={facts.signs.get(name)}
        marks={strip.marksOf(name)}
        onCommand={on.onCommand}
        onSelect={on.onSelect}
        onSign={openSign}
        onLeave={on.hideOne}
      />
    )
  }
  const table = (
    <Grid
      ref={grid}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-multiselectable="true"
      data-single={isSingle ? '' : undefined}
      data-strip={strip.environments.length > 0 ? '' : undefined}
      style={{ '--strip': strip.environments.length } as CSSProperties}
      data-selecting={selection.keys.size > 0 ? '' : undefined}
      onKeyDown={on.onKeyDown}
      onFocus={on.onFocus}
      {...longPress}
      className="variables-table bg-surface max-md:border-t"
    >
      <TableHead
        keys={keys}
        sort={sort}
        onSort={onSort}
        selection={selection}
        onSelection={onSelection}
        strip={strip.environments}
      />
      <VirtualRows
        count={rows.length}
        rowKey={(index) => {
          const row = rows[index]
          return row?.kind === 'prefix' ? `${row.prefix}*` : (row?.key ?? '')
        }}
        keep={activeRow}
        estimate={(index) => estimate(rows[index]?.kind)}
        handle={handle}
      >
        {renderRow}
      </VirtualRows>
    </Grid>
  )
  return (
    <>
      {table}
      {/* Outside the table, whose keys are not the panel's. */}
      {listed && (
        <ComparisonPanel
          {...comparison}
          name={listed.key}
          anchor={listed.anchor}
          onClose={() => setListed(undefined)}
        />
      )}
    </>
  )
}

const longMs = 500
const maxMovePx = 10

/** Calls `onPress` with the row under a finger that stays; its release then presses nothing. */
function useLongPress(onPress: (row: number) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const isLong = useRef(false)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    onPointerDown: ({ pointerType, clientX, clientY, target }: PointerEvent) => {
      stop()
      isLong.current = false
      const row = target instanceof Element && target.closest<HTMLElement>('[data-row]')?.dataset.row
      if (pointerType !== 'touch' || !row) return
      start.current = { x: clientX, y: clientY }
      timer.current = setTimeout(() => {
        isLong.current = true
        onPress(Number(row))
      }, longMs)
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > maxMovePx) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!isLong.current) return
      isLong.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (isLong.current) event.preventDefault()
    },
  }
}
