import type { ExternalToast } from 'sonner'
import { createStore } from './create-store.ts'

type Kind = 'message' | 'success' | 'error' | 'info' | 'warning'

const mounted = Promise.withResolvers<void>()
const isWanted = createStore(false)

/** Whether anything needs the toaster yet, and since when a message shows. */
export const toasterStore = {
  isWanted,
  want: () => isWanted.set(true),
  ready: () => mounted.resolve(),
}

const show =
  (kind: Kind) =>
  async (text: string, options?: ExternalToast): Promise<void> => {
    toasterStore.want()
    await mounted.promise
    const { toast } = await import('sonner')
    toast[kind](text, options)
  }

/** Messages for code that loads with every page. Code that comes later may use sonner itself. */
export const toast = {
  message: show('message'),
  success: show('success'),
  error: show('error'),
  info: show('info'),
  warning: show('warning'),
}
