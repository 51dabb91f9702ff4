import type { ExternalToast } from 'sonner'

type Kind = 'message' | 'success' | 'error' | 'info' | 'warning'

const listeners = new Set<() => void>()
const mounted = Promise.withResolvers<void>()
let isWanted = false

/** Whether anything needs the toaster yet, and since when a message shows. */
export const toasterStore = {
  isWanted: () => isWanted,
  want() {
    isWanted = true
    for (const listener of listeners) listener()
  },
  ready: () => mounted.resolve(),
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
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
