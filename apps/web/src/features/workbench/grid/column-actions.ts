/** What the head of a column offers. */
export interface ColumnActions {
  readonly onPin: (id: number, isPinned: boolean) => void
  readonly onCompact: (id: number, isCompact: boolean) => void
  readonly onHide: (id: number) => void
  readonly onMove: (id: number, step: -1 | 1) => void
  readonly canMove: (id: number, step: -1 | 1) => boolean
  readonly onOpenTable: (id: number) => void
  readonly onCompare: (id: number) => void
}
