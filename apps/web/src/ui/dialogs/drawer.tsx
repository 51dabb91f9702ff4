import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useFocusReturn, useOpenDialog, useOverlayMask } from './overlay.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
}

/** A dialog at the right edge, for a list beside the page. */
export function Drawer({ open, onOpenChange, title, description, children }: Props) {
  const restoreFocus = useFocusReturn(open)
  useOpenDialog(open)
  const mask = useOverlayMask()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay ref={mask.ref} className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Radix.Content
          onCloseAutoFocus={restoreFocus}
          onPointerDownOutside={mask.onPointerDownOutside}
          {...(!description && { 'aria-describedby': undefined })}
          className="fixed inset-y-0 right-0 z-40 flex w-full animate-appear flex-col bg-raised shadow-high outline-none toasted:max-sm:top-24 sm:max-w-md toasted:sm:pb-24"
        >
          <div className="grid gap-1 border-b py-4 pr-14 pl-5">
            <Radix.Title className="text-title font-semibold">{title}</Radix.Title>
            {description && (
              <Radix.Description asChild className="text-ink-2">
                <div>{description}</div>
              </Radix.Description>
            )}
          </div>
          <Radix.Close
            aria-label="Close"
            className="absolute top-4 right-4 grid size-8 place-items-center rounded-md text-ink-3 transition-colors hover:bg-hover hover:text-ink"
          >
            <X className="size-4" />
          </Radix.Close>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
