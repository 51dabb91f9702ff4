import type { Environment } from '@envhold/contract/environments/environments.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useReducer } from 'react'
import { useAccount } from '../../connection/session/use-session-state.ts'
import { useApi } from '../../connection/use-api.ts'
import { accessibleEnvironmentsQuery } from './project-queries.ts'
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

/** The environments of all projects; undefined until they are read, and if that fails. */
export function useEnvironmentsByProject(): ReadonlyMap<number, readonly Environment[]> | undefined {
  const { data } = useQuery(accessibleEnvironmentsQuery(useApi()))
  return useMemo(() => data && Map.groupBy(data, ({ project_id }) => project_id), [data])
}
