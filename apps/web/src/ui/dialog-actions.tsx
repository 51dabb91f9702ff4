import type { ReactNode } from 'react'

/** The row of buttons at a dialog's end: the one that does it comes last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-2 pt-1 sm:flex-row sm:items-center sm:justify-end">
      {children}
    </div>
  )
}
