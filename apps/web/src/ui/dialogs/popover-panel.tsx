import { Dialog, Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'
import { useIsPhone } from '../use-media.ts'
import { isFilledSearch } from './overlay.ts'

interface Props {
  label: string
  /** The button that opened it; it gets the focus back. */
  anchor: HTMLElement
  onClose: () => void
  className?: string
  children: ReactNode
}

/** What a button opens: below it, or on a phone as a sheet at the lower edge. Rendered only while it is open. */
export function PopoverPanel({ label, anchor, onClose, className, children }: Props) {
  const isPhone = useIsPhone()
  const onOpenChange = (open: boolean) => !open && onClose()
  const content = {
    'aria-label': label,
    onEscapeKeyDown: (event: KeyboardEvent) => isFilledSearch(event.target) && event.preventDefault(),
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      anchor.focus({ preventScroll: true })
    },
  }
  if (isPhone)
    return (
      <Dialog.Root open onOpenChange={onOpenChange}>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-veil" />
          <Dialog.Content
            {...content}
            aria-describedby={undefined}
            className="fixed inset-x-0 bottom-0 z-40 flex max-h-[80dvh] animate-rise flex-col rounded-t-lg bg-raised pb-[env(safe-area-inset-bottom)] shadow-high outline-none"
          >
            <Dialog.Title className="sr-only">{label}</Dialog.Title>
            {children}
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    )
  return (
    <Popover.Root open onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={{ current: anchor }} />
      <Popover.Portal>
        <Popover.Content
          {...content}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          // The button closes it by itself.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && anchor.contains(event.target)) event.preventDefault()
          }}
          className={cn(
            'z-50 flex max-h-[min(36rem,var(--radix-popover-content-available-height))] animate-appear flex-col rounded-lg bg-raised shadow-high outline-none',
            className,
          )}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
