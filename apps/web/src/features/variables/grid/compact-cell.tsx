import { Check } from 'lucide-react'
import { cellIcon } from './cell-badge.tsx'
import { type CellContentProps, WideCell } from './wide-cell.tsx'

/** The sign of a cell. While it is revealed or edited, its content lies over the cells beside it. */
export function CompactCell(props: CellContentProps) {
  const { cell, shown, editing, copied, buttons } = props
  if (shown || editing)
    return (
      <span className="flex w-72 shrink-0 items-start gap-2 rounded-md bg-raised px-2 py-0.5 shadow-high">
        <WideCell {...props} />
      </span>
    )
  if (copied) return <Check aria-hidden="true" className="size-4 shrink-0 text-good" />
  return buttons || cellIcon(cell)
}
