import type { Project } from '@envhold/contract/projects.ts'
import type { ProjectAction, ProjectSearch } from '../../project-search.ts'

export interface LoadedProjectProps {
  project: Project
  search: ProjectSearch
  /** An action requested by a command that is not done yet. */
  action: ProjectAction | undefined
  onActionDone: () => void
}
