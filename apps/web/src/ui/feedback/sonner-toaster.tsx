import { useEffect, useState } from 'react'
import { Toaster as Sonner, toast as sonner, useSonner } from 'sonner'
import 'sonner/dist/styles.css'
import { useStore } from '../create-store.ts'
import { openDialogs } from '../dialogs/overlay.ts'
import { useMedia } from '../use-media.ts'

export type Tone = 'message' | 'success' | 'error' | 'info' | 'warning'

export interface ToastOptions {
  readonly description?: string
  /** One message of a kind shows at a time. Without a kind, it is the tone, or that it can be undone. */
  readonly kind?: string
  /** Takes back what the message reports. */
  readonly undo?: () => unknown
  /** Another answer to the message. One that holds values ends when the vault is locked, as Undo does. */
  readonly action?: { readonly label: string; readonly holdsValues?: true; readonly onClick: () => unknown }
  /** Called once it no longer shows and was not replaced by one of its kind. */
  readonly onEnd?: () => void
}

/**
 * Shows sonner's toasts; rendered once, at the root. Not at the top, where it would cover titles, except above a dialog
 * on a narrow screen, whose buttons are at the bottom.
 */
export function SonnerToaster({ onReady }: { onReady: () => void }) {
  // Runs after sonner's own effect, from which on a message shows.
  useEffect(onReady, [onReady])
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (!isMessage(target)) focusedBefore = target
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  const isNarrow = useMedia('(width < 40rem)')
  const hasDialog = useStore(openDialogs, (count) => count > 0)
  const narrowPosition = hasDialog ? 'top-center' : 'bottom-center'
  return (
    <Sonner
      position={isNarrow ? narrowPosition : 'bottom-right'}
      gap={8}
      style={{ marginBottom: useLift() }}
      containerAriaLabel="Messages"
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-2.5 rounded-md bg-raised px-4 py-3 text-base text-ink shadow-high [&_[data-icon]]:mt-[3px] [&_[data-icon]_svg]:size-4',
          success: '[&_[data-icon]]:text-good',
          error: '[&_[data-icon]]:text-bad',
          warning: '[&_[data-icon]]:text-warn',
          description: 'text-ink-2',
          actionButton: 'ml-auto shrink-0 whitespace-nowrap font-medium text-accent hover:underline',
        },
      }}
    />
  )
}

/**
 * How far messages rise, in pixels: none covers the row that was just made, or that has the focus. A list marks rows
 * that it did not begin with.
 */
function useLift(): number {
  const { toasts } = useSonner()
  const [lift, setLift] = useState(0)
  useEffect(() => {
    if (toasts.length === 0) return setLift(0)
    let frame = 0
    const measure = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setLift(measureLift))
    }
    measure()
    document.addEventListener('focusin', measure)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', measure)
    }
  }, [toasts])
  return lift
}

const clearance = 8

function measureLift(lift: number): number {
  const list = document.querySelector('[data-sonner-toaster]')
  const front = list?.querySelector<HTMLElement>('[data-front=true]')
  if (!list || !front) return lift
  const { left, right, bottom } = list.getBoundingClientRect()
  const floor = bottom + lift
  const ceiling = floor - front.offsetHeight - 2 * clearance
  const rows = [
    ...document.querySelectorAll('[data-made]'),
    document.activeElement?.closest('[role=row], tr'),
  ]
  const tops = rows.flatMap((row) => {
    const box = row?.getBoundingClientRect()
    const isBelow = box && box.right > left && box.left < right && box.bottom > ceiling && box.top < floor
    return isBelow ? [box.top] : []
  })
  return tops.length === 0 ? 0 : floor - Math.min(...tops) + clearance
}

/** The element outside of the messages that had the focus last. */
let focusedBefore: EventTarget | null = null

const isMessage = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-sonner-toaster]') !== null

/** The button that was pressed disappears with its message. */
function returnFocus() {
  if (!isMessage(document.activeElement)) return
  const isThere = focusedBefore instanceof HTMLElement && focusedBefore.isConnected
  const place = isThere ? focusedBefore : document.querySelector('main')
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}

/** Why something failed takes longer to read than that it worked. */
const readMs = { message: 4_000, success: 4_000, info: 4_000, error: 10_000, warning: 10_000 }
const undoMs = 10_000
const answerMs = 20_000

/** The message of each kind that shows. Each has a new id: sonner loses what arrives while the one before fades. */
const messages = new Map<string, string | number>()

/** What the buttons of messages do. Sonner remembers messages that ended, so it does not get what Undo would write. */
const buttons = new Map<string | number, { readonly holdsValues: boolean; readonly onClick: () => unknown }>()

export function showToast(
  tone: Tone,
  text: string,
  { description, undo, action, kind = undo ? 'undo' : tone, onEnd }: ToastOptions,
): void {
  const former = messages.get(kind)
  if (former !== undefined) sonner.dismiss(former)
  const end = () => {
    buttons.delete(id)
    if (messages.get(kind) !== id) return
    messages.delete(kind)
    onEnd?.()
  }
  const button = undo ? { label: 'Undo', onClick: undo } : action
  const press = () => {
    const pressed = buttons.get(id)
    end()
    returnFocus()
    void pressed?.onClick()
  }
  const id = sonner[tone](text, {
    description,
    duration: undo ? undoMs : action ? answerMs : readMs[tone],
    ...(button && { action: { label: button.label, onClick: press } }),
    onAutoClose: end,
    onDismiss: end,
  })
  messages.set(kind, id)
  const holdsValues = undo !== undefined || action?.holdsValues === true
  if (button) buttons.set(id, { holdsValues, onClick: button.onClick })
}

export const dismissToasts = (): void => void sonner.dismiss()

export function dismissToast(kind: string): void {
  const id = messages.get(kind)
  if (id !== undefined) sonner.dismiss(id)
}

/** Removes the messages that hold values. A page that is not visible shows them until it is, but they do nothing. */
export function dismissToastsWithValues(): void {
  for (const [id, { holdsValues }] of buttons)
    if (holdsValues) {
      buttons.delete(id)
      sonner.dismiss(id)
    }
}
