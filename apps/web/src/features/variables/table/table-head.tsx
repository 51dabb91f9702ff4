import { cn } from '../../../ui/class-names.ts'
import { GridBody, GridColumnHead, GridRow } from '../../../ui/grid.tsx'
import type { Selection } from './selection.ts'
import { allOrNone } from './selection.ts'
import { rowColumns } from './variable-row.tsx'

interface Props {
  keys: readonly string[]
  canWrite: boolean
  selection: Selection
  onSelection: (selection: Selection) => void
}

export function TableHead({ keys, canWrite, selection, onSelection }: Props) {
  return (
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
  )
}
