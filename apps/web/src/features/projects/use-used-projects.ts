import { useMemo, useReducer } from 'react'
import { useAccount } from '../../connection/session/use-session-state.ts'
import { readUsed, savePinned, type UsedProjects } from './used-projects.ts'

/** What the signed-in person opened and pinned, and the way to pin. */
export function useUsedProjects(): { used: UsedProjects; onPin: (id: number, isPinned: boolean) => void } {
  const userId = useAccount()?.id ?? 0
  const [changes, reread] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored changes with each pin.
  const used = useMemo(() => readUsed(localStorage, userId), [userId, changes])
  return {
    used,
    onPin: (id, isPinned) => {
      savePinned(localStorage, userId, id, isPinned)
      reread()
    },
  }
}
