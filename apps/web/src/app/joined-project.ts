import type { Project } from '@envhold/contract/projects/projects.ts'
import { useNavigate } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** An invitation to the project was accepted just now. */
    joined?: true
  }
}

/** Opens a project that was joined just now: its only environment, or the list of them. */
export function useOpenJoined(): (project: Project) => void {
  const navigate = useNavigate()
  return ({ id, environment_count }) =>
    void navigate({
      to: '/project/$id',
      params: { id: String(id) },
      search: { tab: environment_count === 1 ? 'variables' : 'environments' },
      state: { joined: true },
      replace: true,
    })
}
