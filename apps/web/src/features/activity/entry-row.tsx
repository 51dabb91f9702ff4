import type { ReactNode } from 'react'
import { cn } from '../../ui/class-names.ts'
import { TableRow } from '../../ui/table.tsx'

/** An entry of a list; on a phone two lines: what and how bad, then the rest and when. */
export function EntryRow({ isNew, children }: { isNew: boolean; children: ReactNode }) {
  return (
    <TableRow
      className={cn(
        'max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-y-0.5',
        isNew && 'animate-appear bg-accent-soft/50',
      )}
    >
      {children}
    </TableRow>
  )
}
