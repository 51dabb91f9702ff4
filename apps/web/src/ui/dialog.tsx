import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './class-names.ts'
import { useOpener } from './use-opener.ts'
import { useVeil } from './use-veil.ts'

const sizes = { sm: 'sm:max-w-sm', md: 'sm:max-w-md', lg: 'sm:max-w-2xl', xl: 'sm:max-w-4xl' } as const

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  size?: keyof typeof sizes
  role?: 'dialog' | 'alertdialog'
  /** No cross, no Esc, no click beside it: what it shows would be lost. */
  firm?: boolean
  children?: ReactNode
}

export function Dialog({ open, onOpenChange, title, description, size = 'md', role, firm, children }: Props) {
  const giveBack = useOpener(open)
  const veil = useVeil()
  const hold = (event: Event) => firm && event.preventDefault()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay
          ref={veil.ref}
          className="fixed inset-0 z-40 grid animate-appear place-items-end overflow-y-auto bg-veil sm:place-items-center sm:p-6"
        >
          <Radix.Content
            role={role ?? 'dialog'}
            onCloseAutoFocus={giveBack}
            onEscapeKeyDown={hold}
            onPointerDownOutside={firm ? hold : veil.onPointerDownOutside}
            onInteractOutside={hold}
            {...(!description && { 'aria-describedby': undefined })}
            className={cn(
              'relative grid w-full animate-rise gap-5 rounded-t-lg bg-raised p-5 shadow-high outline-none sm:rounded-lg sm:p-6',
              sizes[size],
            )}
          >
            <div className="grid gap-1.5">
              <Radix.Title className="pr-8 text-title font-semibold text-balance">{title}</Radix.Title>
              {description && (
                <Radix.Description asChild className="text-pretty text-ink-2">
                  <div>{description}</div>
                </Radix.Description>
              )}
            </div>
            {children}
            {!firm && (
              <Radix.Close
                aria-label="Close"
                className="absolute top-4 right-4 grid size-8 place-items-center rounded-md text-ink-3 transition-colors hover:bg-hover hover:text-ink"
              >
                <X className="size-4" />
              </Radix.Close>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
