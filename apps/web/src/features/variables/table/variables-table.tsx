import type { KeyboardEvent } from 'react'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { afterDialog } from '../../../ui/after-dialog.ts'
import { cn } from '../../../ui/class-names.ts'
import { Grid, GridBody, GridColumnHead, GridRow } from '../../../ui/grid.tsx'
import type { RowsHandle } from '../rows/rendered-rows.tsx'
import { useReveal } from '../rows/use-reveal.ts'
import { VirtualRows } from '../rows/virtual-rows.tsx'
import type { Selection } from './selection.ts'
import { allOrNone, extended, noSelection, toggled } from './selection.ts'
import type { Command, Place } from './table-keys.ts'
import { answerKey } from './table-keys.ts'
import { rowColumns, VariableRow } from './variable-row.tsx'

interface Props {
  label: string
  variables: ReadonlyMap<string, string>
  /** Which of them show, in their order. */
  keys: readonly string[]
  search: string
  canWrite: boolean
  selection: Selection
  onSelection: (selection: Selection) => void
  onEdit: (key: string) => void
  onRemove: (key: string) => void
  /** A key whose row takes the focus as soon as it shows. */
  goTo: string | undefined
  onArrived: () => void
  /** Esc with nothing to hide. */
  onLeave: () => void
}

const copiedForMs = 2_000

/** The heart of the product: find a key, see or copy one value, change it, without taking the hands off the keyboard. */
export function VariablesTable({
  label,
  variables,
  keys,
  search,
  canWrite,
  selection,
  onSelection,
  onEdit,
  onRemove,
  goTo,
  onArrived,
  onLeave,
}: Props) {
  const [place, setPlace] = useState<Place>({ row: 0, stop: 0 })
  const [copied, setCopied] = useState<string | null>(null)
  const { revealed, toggle, hide, hideOne } = useReveal()
  const grid = useRef<HTMLDivElement>(null)
  const rows = useRef<RowsHandle>(null)
  const focusPlace = useRef(false)
  const activeRow = Math.min(place.row, keys.length - 1)

  useEffect(() => {
    if (copied === null) return
    const timer = setTimeout(() => setCopied(null), copiedForMs)
    return () => clearTimeout(timer)
  }, [copied])

  useLayoutEffect(() => {
    if (!focusPlace.current) return
    focusPlace.current = false
    const row = grid.current?.querySelector<HTMLElement>(`[data-row="${place.row}"]`)
    const stop = place.stop === 0 ? row : row?.querySelector<HTMLElement>(`[data-stop="${place.stop}"]`)
    stop?.focus({ preventScroll: true })
  }, [place])

  const focusRow = (row: number) => {
    focusPlace.current = true
    rows.current?.show(row)
    setPlace({ row, stop: 0 })
  }
  const arrive = useEffectEvent((row: number) => {
    onArrived()
    focusRow(row)
  })
  useEffect(() => {
    const row = goTo === undefined ? -1 : keys.indexOf(goTo)
    return row < 0 ? undefined : afterDialog(() => arrive(row))
  }, [goTo, keys])

  const copy = async (key: string) => {
    try {
      await navigator.clipboard.writeText(variables.get(key) ?? '')
      setCopied(key)
    } catch {
      toast.error('Failed to copy value')
    }
  }

  const run = (command: Command, row: number) => {
    const key = keys[row]
    if (key === undefined) return
    if (command === 'copy') return void copy(key)
    if (command === 'select') return onSelection(toggled(selection, key))
    if (command === 'toggle') {
      // Safari leaves the focus where it was; without it nothing could be blurred.
      if (!grid.current?.querySelector(`[data-row="${row}"]`)?.contains(document.activeElement)) {
        focusPlace.current = true
        setPlace({ row, stop: 0 })
      }
      return toggle(key)
    }
    if (canWrite) (command === 'edit' ? onEdit : onRemove)(key)
  }

  const select = (row: number, range: boolean) => {
    const key = keys[row]
    if (key !== undefined) onSelection(range ? extended(selection, key, keys) : toggled(selection, key))
  }

  const latest = useRef({ run, select })
  useLayoutEffect(() => {
    latest.current = { run, select }
  })
  const command = useCallback((what: Command, row: number) => latest.current.run(what, row), [])
  const selectRow = useCallback((row: number, range: boolean) => latest.current.select(row, range), [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === ' ' && event.target instanceof HTMLInputElement) return
    const page = Math.max(1, Math.floor(window.innerHeight / 40) - 4)
    const answer = answerKey(
      event.key,
      { ...place, row: activeRow },
      { rows: keys.length, stops: canWrite ? 5 : 3, page },
    )
    if (!answer) return
    event.preventDefault()
    if (answer.kind === 'command') return run(answer.command, activeRow)
    if (answer.kind === 'leave') {
      if (revealed !== null) return hide()
      return selection.keys.size > 0 ? onSelection(noSelection) : onLeave()
    }
    // With Shift the rows that are passed are selected.
    if (event.shiftKey && event.key.startsWith('Arrow') && answer.to.row !== activeRow) {
      const [from, to] = [keys[activeRow] ?? '', keys[answer.to.row] ?? '']
      const begun = selection.from === undefined ? toggled(noSelection, from) : selection
      onSelection(extended({ ...begun, from: begun.from ?? from }, to, keys))
    }
    focusPlace.current = true
    rows.current?.show(answer.to.row)
    setPlace(answer.to)
  }

  return (
    <Grid
      ref={grid}
      aria-label={label}
      aria-rowcount={keys.length + 1}
      aria-multiselectable="true"
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const row = target.closest<HTMLElement>('[data-row]')?.dataset.row
        const stop = target.dataset.stop
        if (row !== undefined) setPlace({ row: Number(row), stop: Number(stop ?? 0) })
      }}
      className="rounded-lg border bg-surface [&>:last-child>:last-child>[role=row]]:border-b-0"
    >
      <GridBody className="sticky top-below-place z-10 max-sm:sr-only">
        <GridRow
          aria-rowindex={1}
          className={cn(
            'h-9 items-center rounded-t-lg border-b bg-surface px-3 text-small font-medium text-ink-3',
            rowColumns,
          )}
        >
          <GridColumnHead className="grid">
            <input
              type="checkbox"
              aria-label="Select all"
              checked={keys.every((key) => selection.keys.has(key))}
              ref={(box) => {
                if (box) box.indeterminate = selection.keys.size > 0 && !box.checked
              }}
              onChange={() => onSelection(allOrNone(selection, keys))}
              className="size-4 accent-accent"
            />
          </GridColumnHead>
          <GridColumnHead>Key</GridColumnHead>
          <GridColumnHead className="pl-9">Value</GridColumnHead>
          <GridColumnHead className={canWrite ? 'w-[6.25rem]' : 'w-8'}>
            <span className="sr-only">Actions</span>
          </GridColumnHead>
        </GridRow>
      </GridBody>
      <VirtualRows count={keys.length} rowKey={(index) => keys[index] ?? ''} keep={activeRow} handle={rows}>
        {(index) => {
          const name = keys[index] ?? ''
          return (
            <VariableRow
              name={name}
              value={variables.get(name) ?? ''}
              index={index}
              search={search}
              canWrite={canWrite}
              active={index === activeRow}
              selected={selection.keys.has(name)}
              shown={revealed === name}
              copied={copied === name}
              onCommand={command}
              onSelect={selectRow}
              onLeave={hideOne}
            />
          )
        }}
      </VirtualRows>
    </Grid>
  )
}
