import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { toast } from 'sonner'
import { cn } from '../../../ui/class-names.ts'
import { Grid, GridBody, GridColumnHead, GridRow } from '../../../ui/grid.tsx'
import type { RowsHandle } from '../rows/rendered-rows.tsx'
import { useReveal } from '../rows/use-reveal.ts'
import { useTemporaryState } from '../rows/use-temporary-state.ts'
import { VirtualRows } from '../rows/virtual-rows.tsx'
import { ContainerRows } from './container-rows.tsx'
import type { CellCommand } from './grid-keys.ts'
import { answerKey } from './grid-keys.ts'
import type { KeyRow as Row } from './key-rows.ts'
import { useCellFocus } from './use-cell-focus.ts'
import type { CellActions } from './variables-grid-cell.tsx'
import type { Environments } from './variables-grid-row.tsx'
import { VariablesGridRow } from './variables-grid-row.tsx'

/** A cell by what it holds, not by where it stands: rows come and go. */
export interface CellName {
  readonly id: number
  readonly key: string
}

interface Props {
  rows: readonly Row[]
  environments: Environments
  search: string
  canWrite: boolean
  /** Under each other instead of side by side. */
  stacked: boolean
  editing: (CellName & { readonly text: string; readonly before: string }) | undefined
  /** A key whose first cell takes the focus. */
  goTo: { readonly key: string } | undefined
  onEditing: (cell: CellName | undefined) => void
  onTyped: (text: string) => void
  onEdit: (cells: readonly CellName[], value: string | null) => void
  onRevert: (cell: CellName) => void
  /** Esc with nothing to hide. */
  onLeave: () => void
}

/** One line that ends is a value; its end came along when it was selected. */
const pasted = (text: string) => text.replace(/^([^\n]*)\r?\n$/, '$1')

export function VariablesGrid({ rows, environments, search, canWrite, stacked, editing, ...props }: Props) {
  const { revealed, toggle, hide, hideOne } = useReveal()
  const [copied, setCopied] = useTemporaryState<string>()
  const grid = useRef<HTMLDivElement>(null)
  // What scrolls is known only once it is in the page, and the rows have to be drawn then.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setScroller(grid.current), [])
  const handle = useRef<RowsHandle>(null)
  const { at, setAt, focus, onFocus } = useCellFocus(grid, handle, rows.length)

  const nameOf = (row: number, column: number): CellName | undefined => {
    const key = rows[row]?.key
    const id = environments.list[column - 1]?.id
    return key === undefined || id === undefined ? undefined : { id, key }
  }
  const idOf = ({ id, key }: CellName) => `${id} ${key}`
  const idIn = (name: string | null, key: string) => {
    const space = name?.indexOf(' ') ?? -1
    return name && name.slice(space + 1) === key ? Number(name.slice(0, space)) : undefined
  }

  const copy = async (cell: CellName, value: string) => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(idOf(cell))
    } catch {
      toast.error('Failed to copy value')
    }
  }
  const run = (command: CellCommand, row: number, column: number) => {
    const name = nameOf(row, column)
    const cell = rows[row]?.cells[column - 1]
    if (!name || !cell || cell.state === 'unread') return
    const { value } = cell
    if (command === 'copy') return value === undefined ? undefined : void copy(name, value)
    if (command === 'toggle') {
      // Without the focus in it nothing could be blurred.
      if (
        !grid.current
          ?.querySelector(`[data-row="${row}"][data-column="${column}"]`)
          ?.contains(document.activeElement)
      )
        focus({ row, column })
      return value === undefined ? undefined : toggle(idOf(name))
    }
    if (!canWrite) return
    if (command === 'edit') {
      setAt({ row, column })
      hide()
      return props.onEditing(name)
    }
    if (command === 'remove') return value === undefined ? undefined : props.onEdit([name], null)
    props.onRevert(name)
  }

  const latest = useRef({ run, nameOf, rows, props, focus })
  useLayoutEffect(() => {
    latest.current = { run, nameOf, rows, props, focus }
  })
  const actions = useMemo<CellActions>(() => {
    const close = (row: number, column: number, left: boolean) => {
      latest.current.props.onEditing(undefined)
      if (!left) latest.current.focus({ row, column })
    }
    return {
      command: (command, row, column) => latest.current.run(command, row, column),
      copyTo: (row, column, ids) => {
        const value = latest.current.rows[row]?.cells[column - 1]?.value
        const key = latest.current.rows[row]?.key
        if (value === undefined || key === undefined) return
        latest.current.props.onEdit(
          ids.map((id) => ({ id, key })),
          value,
        )
      },
      leave: (row, column) => {
        const name = latest.current.nameOf(row, column)
        if (name) hideOne(`${name.id} ${name.key}`)
      },
      typed: (text) => latest.current.props.onTyped(text),
      commit: (row, column, text, left) => {
        const name = latest.current.nameOf(row, column)
        if (name) latest.current.props.onEdit([name], text)
        close(row, column, left)
      },
      cancel: close,
    }
  }, [hideOne])

  // The row may come only with a later drawing, once the search gave way.
  const gone = useRef<Props['goTo']>(undefined)
  useLayoutEffect(() => {
    const { goTo } = props
    const row = goTo && goTo !== gone.current ? rows.findIndex(({ key }) => key === goTo.key) : -1
    if (row < 0) return
    gone.current = goTo
    focus({ row, column: 1 })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (event.altKey || !(target instanceof HTMLElement) || target.closest('[role=menu]')) return
    const whole = event.metaKey || event.ctrlKey
    const page = Math.max(1, Math.floor(window.innerHeight / 40) - 8)
    const columns = environments.list.length + 1
    const answer = answerKey({ key: event.key, whole }, at, { rows: rows.length, columns, page })
    if (!answer || (answer.kind === 'command' && target.dataset.column === undefined)) return
    event.preventDefault()
    if (answer.kind === 'command') return run(answer.command, at.row, at.column)
    if (answer.kind === 'leave') return revealed === null ? props.onLeave() : hide()
    focus(answer.to)
  }
  const onPaste = (event: ClipboardEvent) => {
    const name = nameOf(at.row, at.column)
    const text = pasted(event.clipboardData.getData('text'))
    if (!canWrite || !name || text === '' || rows[at.row]?.cells[at.column - 1]?.state === 'unread') return
    event.preventDefault()
    props.onEdit([name], text)
  }

  const drawn = (index: number) => {
    const row = rows[index]
    if (!row) return null
    const edited = editing?.key === row.key ? editing : undefined
    return (
      <VariablesGridRow
        row={row}
        index={index}
        environments={environments}
        search={search}
        canWrite={canWrite}
        stacked={stacked}
        activeColumn={at.row === index ? at.column : undefined}
        shownIn={idIn(revealed, row.key)}
        copiedIn={idIn(copied, row.key)}
        editingIn={edited?.id}
        editing={edited}
        actions={actions}
      />
    )
  }
  const given = {
    count: rows.length,
    rowKey: (index: number) => rows[index]?.key ?? '',
    keep: at.row,
    handle,
  }
  return (
    <Grid
      ref={grid}
      aria-label="Variables across environments"
      aria-rowcount={rows.length + 1}
      aria-colcount={environments.list.length + 1}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onFocus={onFocus}
      className={cn(
        'rounded-lg border bg-surface [&>:last-child>:last-child>[role=row]]:border-b-0',
        !stacked && 'isolate max-h-[calc(100dvh-7rem)] min-h-32 overflow-auto [&>*]:min-w-fit',
      )}
    >
      <GridBody className={stacked ? 'sr-only' : 'sticky top-0 z-20'}>
        <GridRow
          aria-rowindex={1}
          className={cn('h-9 border-b bg-surface text-small font-medium text-ink-3', !stacked && 'grid')}
          style={stacked ? undefined : { gridTemplateColumns: environments.template }}
        >
          <GridColumnHead aria-colindex={1} className="sticky left-0 flex items-center bg-surface px-3">
            Key
          </GridColumnHead>
          {environments.list.map(({ id, name }, index) => (
            <GridColumnHead
              key={id}
              aria-colindex={index + 2}
              title={name}
              className="truncate border-l px-3 leading-[35px] text-ink-2"
            >
              {name}
            </GridColumnHead>
          ))}
        </GridRow>
      </GridBody>
      {stacked ? (
        <VirtualRows {...given}>{drawn}</VirtualRows>
      ) : (
        scroller && (
          <ContainerRows {...given} scroller={scroller}>
            {drawn}
          </ContainerRows>
        )
      )}
    </Grid>
  )
}
