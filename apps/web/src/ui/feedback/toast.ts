import { createStore } from '../create-store.ts'
import type { ToastOptions, Tone } from './sonner-toaster.tsx'

const mounted = Promise.withResolvers<void>()
const isWanted = createStore(false)

/** Whether the toaster is needed yet, and whether a message is shown. */
export const toasterStore = { isWanted, want: () => isWanted.set(true), ready: () => mounted.resolve() }

/** The last message: a page that is left for another takes it along. */
export const lastToast = createStore<readonly [Tone, string] | null>(null)

const load = async () => {
  toasterStore.want()
  await mounted.promise
  return import('./sonner-toaster.tsx')
}

const show =
  (tone: Tone) =>
  (text: string, options: ToastOptions = {}): void => {
    lastToast.set([tone, text])
    void load().then(({ showToast }) => showToast(tone, text, options))
  }

/**
 * Messages about what the screen does not show. They are past participles and names, and end without a period if they
 * are no sentence: 'Passkey removed'. What was written and can be taken back offers Undo.
 */
export const toast = {
  message: show('message'),
  success: show('success'),
  error: show('error'),
  info: show('info'),
  warning: show('warning'),
  /** Removes the message of a kind. */
  dismiss: (kind: string): void => {
    if (isWanted.read()) void load().then(({ dismissToast }) => dismissToast(kind))
  },
  /** Removes the messages that hold values, such as those that Undo would write. */
  dismissWithValues: (): void => {
    if (isWanted.read()) void load().then(({ dismissToastsWithValues }) => dismissToastsWithValues())
  },
}
