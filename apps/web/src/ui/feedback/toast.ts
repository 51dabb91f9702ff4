import type { ExternalToast } from 'sonner'
import { createStore } from '../create-store.ts'

type Kind = 'message' | 'success' | 'error' | 'info' | 'warning'

const mounted = Promise.withResolvers<void>()
const isWanted = createStore(false)

/** Whether the toaster is needed yet, and whether a message is shown. */
export const toasterStore = { isWanted, want: () => isWanted.set(true), ready: () => mounted.resolve() }

/** Why something failed takes longer to read than that it worked. */
const lasting = { duration: 10_000 }

const show =
  (kind: Kind) =>
  async (text: string, options?: ExternalToast): Promise<void> => {
    toasterStore.want()
    await mounted.promise
    const { toast } = await import('sonner')
    toast[kind](text, { ...((kind === 'error' || kind === 'warning') && lasting), ...options })
  }

/** Toasts for code that loads with every page. Deferred code may use sonner directly. */
export const toast = {
  message: show('message'),
  success: show('success'),
  error: show('error'),
  info: show('info'),
  warning: show('warning'),
}
