import { useEffect, useEffectEvent } from 'react'
import { afterDialog } from '../../../ui/after-dialog.ts'
import { type KeyOrPrefix, rowIndexOf } from '../rows/fold-keys.ts'

interface Events {
  /** The key is folded away. */
  readonly onUnfold: (key: string) => void
  /** The key has a row, and no dialog covers it. */
  readonly onShown: (row: number) => void
}

/** Leads to a key once it has a row. */
export function useGoTo(rows: readonly KeyOrPrefix[], goTo: string | undefined, events: Events) {
  const unfold = useEffectEvent(events.onUnfold)
  const show = useEffectEvent(events.onShown)
  useEffect(() => {
    const at = goTo === undefined ? -1 : rowIndexOf(rows, goTo)
    if (goTo === undefined || at < 0) return
    if (rows[at]?.kind === 'prefix') return unfold(goTo)
    return afterDialog(() => show(at))
  }, [goTo, rows])
}
