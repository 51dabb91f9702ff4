import { useRef } from 'react'
import { Grid } from '../../../ui/grid.tsx'
import type { RowsHandle } from '../rows/rendered-rows.tsx'
import { VirtualRows } from '../rows/virtual-rows.tsx'
import { TableHead } from './table-head.tsx'
import type { TableState } from './use-table-keyboard.ts'
import { useTableKeyboard } from './use-table-keyboard.ts'
import { VariableRow } from './variable-row.tsx'

interface Props extends TableState {
  label: string
  search: string
}

/** The variables of an environment: find a key, reveal, copy or edit its value, all by keyboard. */
export function VariablesTable({ label, search, ...state }: Props) {
  const { variables, keys, canWrite, selection, onSelection } = state
  const grid = useRef<HTMLDivElement>(null)
  const handle = useRef<RowsHandle>(null)
  const { activeRow, revealed, copied, ...on } = useTableKeyboard({ grid, handle }, state)
  return (
    <Grid
      ref={grid}
      aria-label={label}
      aria-rowcount={keys.length + 1}
      aria-multiselectable="true"
      onKeyDown={on.onKeyDown}
      onFocus={on.onFocus}
      className="rounded-lg border bg-surface [&>:last-child>:last-child>[role=row]]:border-b-0"
    >
      <TableHead keys={keys} canWrite={canWrite} selection={selection} onSelection={onSelection} />
      <VirtualRows count={keys.length} rowKey={(index) => keys[index] ?? ''} keep={activeRow} handle={handle}>
        {(index) => {
          const name = keys[index] ?? ''
          const variable = variables.get(name)
          if (!variable) return null
          return (
            <VariableRow
              name={name}
              variable={variable}
              index={index}
              search={search}
              canWrite={canWrite}
              active={index === activeRow}
              selected={selection.keys.has(name)}
              shown={revealed === name}
              copied={copied === name}
              onCommand={on.onCommand}
              onSelect={on.onSelect}
              onLeave={on.hideOne}
            />
          )
        }}
      </VirtualRows>
    </Grid>
  )
}
