import { readFlashToasts } from './flash-toast.ts'
import { toast } from './toast.ts'

const kinds = ['success', 'error', 'info', 'warning'] as const

/** Shows the messages of the page before this one. */
export function showCarriedToasts(): void {
  for (const [kind, text] of readFlashToasts())
    if (typeof text === 'string') toast[kinds.find((known) => known === kind) ?? 'message'](text)
}
