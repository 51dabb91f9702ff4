import type { Project } from '@envhold/contract/projects/projects.ts'
import type { ReactElement } from 'react'
import { useSetup } from '../../../features/environments/setup/setup-draft.ts'
import { deferred } from '../../../ui/deferred.tsx'
import type { useProjectPlace } from './use-project-place.ts'

const ProjectSetup = deferred(
  async () => (await import('../../../features/environments/setup/project-setup.tsx')).ProjectSetup,
)

/**
 * What an empty project shows in place of its lists; null for any other.
 * @param isSkipped a command has requested a dialog of the lists
 */
export function useFirstSteps(
  project: Project,
  { go, openEnvironment }: Pick<ReturnType<typeof useProjectPlace>, 'go' | 'openEnvironment'>,
  isSkipped: boolean,
): ReactElement | null {
  const setup = useSetup(project, isSkipped)
  if (!setup.isShown) return null
  return (
    <ProjectSetup
      project={project}
      setup={setup}
      onDone={(id) => (id === undefined ? go({ tab: 'environments' }) : openEnvironment(id))}
    />
  )
}
