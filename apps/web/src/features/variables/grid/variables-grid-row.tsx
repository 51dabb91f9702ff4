import { memo, useState } from 'react'
import { cn } from '../../../ui/class-names.ts'
import { GridRow, GridRowHead } from '../../../ui/grid.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { HighlightMatch } from '../rows/highlight-match.tsx'
import type { KeyRow as Row } from './key-rows.ts'
import type { CellActions, Editing } from './variables-grid-cell.tsx'
import { VariablesGridCell } from './variables-grid-cell.tsx'

export interface Environments {
  readonly list: readonly { readonly id: number; readonly name: string }[]
  /** For each environment, the other ones. */
  readonly others: ReadonlyMap<number, Environments['list']>
  /** The CSS grid columns. */
  readonly template: string
}

export const environmentsOf = (list: Environments['list']): Environments => ({
  list,
  others: new Map(list.map(({ id }) => [id, list.filter((other) => other.id !== id)])),
  template: `15rem repeat(${list.length}, minmax(14rem, 1fr))`,
})

interface Props {
  row: Row
  index: number
  environments: Environments
  search: string
  canWrite: boolean
  stacked: boolean
  /** The focused column, if it is in this row. */
  activeColumn: number | undefined
  /** Environments whose cell is shown, was copied, is edited. */
  shownIn: number | undefined
  copiedIn: number | undefined
  editingIn: number | undefined
  editing: Editing | undefined
  actions: CellActions
}

const none: Environments['list'] = []

/** Memoised: its props stay the same while other rows change. */
export const VariablesGridRow = memo(function VariablesGridRow({
  row,
  index,
  environments,
  stacked,
  ...rest
}: Props) {
  const { search, activeColumn, shownIn, copiedIn, editingIn, editing } = rest
  const touched = useMedia('(pointer: coarse)')
  // Actions are rendered for the hovered or focused row only: thousands of them would slow scrolling down.
  const [pointed, setPointed] = useState<number>()
  return (
    <GridRow
      aria-rowindex={index + 2}
      onPointerLeave={() => setPointed(undefined)}
      className={cn('border-b', stacked ? 'px-3 py-2' : 'grid')}
      style={stacked ? undefined : { gridTemplateColumns: environments.template }}
    >
      <GridRowHead
        title={row.key}
        aria-colindex={1}
        tabIndex={activeColumn === 0 ? 0 : -1}
        data-row={index}
        data-column={0}
        className={cn(
          'truncate font-mono text-small text-ink focus-visible:-outline-offset-2',
          stacked ? 'py-1' : 'sticky left-0 z-10 scroll-mt-9 self-stretch bg-surface px-3 py-2.5',
        )}
      >
        <HighlightMatch text={row.key} search={search} />
      </GridRowHead>
      {row.cells.map((cell, at) => {
        const environment = environments.list[at]
        if (!environment) return null
        const { id } = environment
        return (
          <VariablesGridCell
            key={id}
            name={row.key}
            environment={environment.name}
            cell={cell}
            row={index}
            column={at + 1}
            canWrite={rest.canWrite}
            stacked={stacked}
            active={activeColumn === at + 1}
            actionable={touched || activeColumn === at + 1 || pointed === at + 1}
            onPoint={setPointed}
            shown={shownIn === id}
            copied={copiedIn === id}
            editing={editingIn === id ? editing : undefined}
            targets={environments.others.get(id) ?? none}
            actions={rest.actions}
          />
        )
      })}
    </GridRow>
  )
})
