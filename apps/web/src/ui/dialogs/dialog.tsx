import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react'
import { cn } from '../class-names.ts'
import { isFilledSearch, useFocusReturn, useOpenDialog, useOverlayMask } from './overlay.ts'

const sizes = {
  sm: 'sm:max-w-sm',
  md: 'sm:max-w-md',
  lg: 'sm:max-w-2xl',
  xl: 'sm:max-w-4xl',
  /** With a {@link DialogAside}. */
  split: 'sm:max-w-130 lg:min-h-105 lg:max-w-230 lg:pr-132',
} as const

type Opening =
  | { open: boolean; onOpenChange: (open: boolean) => void }
  /** It is open for as long as it is there. */
  | { open?: never; onClose: () => void }

type Props = Opening & {
  title: ReactNode
  description?: ReactNode
  size?: keyof typeof sizes
  role?: 'dialog' | 'alertdialog'
  /** Not closed by the close button, Esc or a click outside, since its content would be lost. */
  firm?: boolean
  children?: ReactNode
}

/** A dialog whose title and buttons stay visible while the content scrolls. */
export function Dialog({ title, description, size = 'md', role, firm, children, ...opening }: Props) {
  const { open = true } = opening
  const [busy, setBusy] = useState(false)
  const staysOpen = firm || busy
  const onOpenChange =
    'onClose' in opening ? (next: boolean) => !next && opening.onClose() : opening.onOpenChange
  const restoreFocus = useFocusReturn(open)
  useOpenDialog(open)
  const mask = useOverlayMask()
  const hold = (event: Event) => staysOpen && event.preventDefault()
  const onEscape = (event: KeyboardEvent) =>
    (staysOpen || isFilledSearch(event.target)) && event.preventDefault()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay
          ref={mask.ref}
          className="fixed inset-0 z-40 grid animate-appear place-items-end overflow-y-auto bg-veil sm:place-items-center sm:p-6"
        >
          <Radix.Content
            role={role ?? 'dialog'}
            onOpenAutoFocus={focusField}
            onCloseAutoFocus={restoreFocus}
            onEscapeKeyDown={onEscape}
            onPointerDownOutside={staysOpen ? hold : mask.onPointerDownOutside}
            onInteractOutside={hold}
            {...(!description && { 'aria-describedby': undefined })}
            className={cn(
              'relative flex w-full min-w-0 animate-rise flex-col rounded-t-lg bg-raised pt-5 shadow-high outline-none sm:rounded-lg sm:pt-6',
              'tall:max-h-[calc(100dvh-2rem)] sm:tall:max-h-[calc(100dvh-3rem)]',
              'toasted:tall:max-h-[calc(100dvh-6rem)] toasted:sm:tall:max-h-[calc(100dvh-12rem)]',
              sizes[size],
            )}
          >
            <Radix.Title className="shrink-0 px-5 pr-13 pb-1.5 text-title font-semibold text-balance sm:px-6 sm:pr-14">
              {title}
            </Radix.Title>
            <div
              data-dialog-body=""
              className="grid min-h-0 flex-auto grid-cols-[minmax(0,1fr)] gap-5 overflow-y-auto overscroll-contain px-5 pb-5 has-data-dialog-actions:pb-0 sm:px-6 sm:pb-6 sm:has-data-dialog-actions:pb-0"
            >
              {description && (
                <Radix.Description asChild className="text-pretty text-ink-2">
                  <div>{description}</div>
                </Radix.Description>
              )}
              <DialogBusy value={setBusy}>{children}</DialogBusy>
            </div>
            {!firm && (
              <Radix.Close
                aria-label="Close"
                disabled={busy}
                className="absolute top-4 right-4 grid size-8 place-items-center rounded-md text-ink-3 transition-colors hover:bg-hover hover:text-ink disabled:opacity-50"
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

/** A dialog below takes the focus back from a field that has it while it is mounted. */
function focusField(event: Event) {
  const content = event.currentTarget
  const field = content instanceof Element && content.querySelector('.takes-focus')
  if (!(field instanceof HTMLElement)) return
  event.preventDefault()
  field.focus()
}

/** Tells the dialog around that its form is being sent. */
const DialogBusy = createContext<(busy: boolean) => void>(() => {})

/** Beside the content of a dialog on a wide screen; else part of it. */
export const DialogAside = ({ label, children }: { label: string; children: ReactNode }) => (
  <aside
    aria-label={label}
    className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-md bg-sunken p-3 lg:absolute lg:inset-y-0 lg:right-0 lg:w-132 lg:overflow-y-auto lg:rounded-l-none lg:rounded-r-lg lg:border-l lg:p-6"
  >
    {children}
  </aside>
)

interface ActionsProps {
  /** A request runs that closing would not stop: the dialog stays open until it ends. */
  busy?: boolean
  children: ReactNode
}

/** The buttons of a dialog, with the main action last. They stay visible while the rest scrolls. */
export function DialogActions({ busy = false, children }: ActionsProps) {
  const setBusy = use(DialogBusy)
  useLayoutEffect(() => {
    setBusy(busy)
    return () => setBusy(false)
  }, [busy, setBusy])
  return (
    <div
      data-dialog-actions=""
      className="flex flex-col-reverse gap-2 pt-1 *:h-auto *:min-h-9 *:min-w-0 *:shrink *:py-1.5 *:whitespace-normal *:wrap-anywhere in-data-dialog-body:-mx-5 in-data-dialog-body:bg-raised in-data-dialog-body:px-5 in-data-dialog-body:pb-5 in-data-dialog-body:tall:sticky in-data-dialog-body:tall:bottom-0 in-data-dialog-body:tall:before:pointer-events-none in-data-dialog-body:tall:before:absolute in-data-dialog-body:tall:before:inset-x-0 in-data-dialog-body:tall:before:-top-4 in-data-dialog-body:tall:before:h-4 in-data-dialog-body:tall:before:bg-linear-to-t in-data-dialog-body:tall:before:from-raised sm:flex-row sm:items-center sm:justify-end sm:in-data-dialog-body:-mx-6 sm:in-data-dialog-body:rounded-b-lg sm:in-data-dialog-body:px-6 sm:in-data-dialog-body:pb-6"
    >
      {children}
    </div>
  )
}
