import type { ReactNode } from 'react'

/** The buttons of a dialog, with the main action last. They stay visible while the rest scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div
      data-dialog-actions=""
      className="flex flex-col-reverse gap-2 pt-1 in-data-dialog-body:-mx-5 in-data-dialog-body:bg-raised in-data-dialog-body:px-5 in-data-dialog-body:pb-5 in-data-dialog-body:tall:sticky in-data-dialog-body:tall:bottom-0 in-data-dialog-body:tall:before:pointer-events-none in-data-dialog-body:tall:before:absolute in-data-dialog-body:tall:before:inset-x-0 in-data-dialog-body:tall:before:-top-4 in-data-dialog-body:tall:before:h-4 in-data-dialog-body:tall:before:bg-linear-to-t in-data-dialog-body:tall:before:from-raised sm:flex-row sm:items-center sm:justify-end sm:in-data-dialog-body:-mx-6 sm:in-data-dialog-body:rounded-b-lg sm:in-data-dialog-body:px-6 sm:in-data-dialog-body:pb-6"
    >
      {children}
    </div>
  )
}
