import { neighbourColumn, withMoved, withPinned, withWidth } from '../columns/column-settings.ts'
import type { ColumnActions } from './column-actions.ts'
import type { useColumns } from './use-columns.ts'

interface Ways {
  onOpenTable: (id: number) => void
  onCompare: (id: number) => void
}

/** What the menus of the columns do. */
export function useColumnActions(
  { settings, arranged, change }: ReturnType<typeof useColumns>,
  { onOpenTable, onCompare }: Ways,
): ColumnActions {
  const neighbour = (id: number, step: -1 | 1) => neighbourColumn(arranged, id, step)
  return {
    onPin: (id, isPinned) => change(withPinned(settings, id, isPinned)),
    onCompact: (id, isCompact) => change(withWidth(settings, [id], isCompact ? 'compact' : 'wide')),
    onHide: (id) => change(withWidth(settings, [id], 'hidden')),
    canMove: (id, step) => neighbour(id, step) !== undefined,
    onMove: (id, step) => {
      const to = neighbour(id, step)
      if (to !== undefined) change(withMoved(settings, arranged, id, to))
    },
    onOpenTable,
    onCompare,
  }
}
