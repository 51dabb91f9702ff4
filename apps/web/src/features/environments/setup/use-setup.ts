import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { environmentsQuery } from '../../projects/project-queries.ts'
import { newSetupDraft, type SetupDraft } from './setup-draft.ts'

export interface SetupState {
  readonly draft: SetupDraft
  readonly onDraft: (draft: SetupDraft) => void
  /** What is done right now, while environments are created. */
  readonly progress: string | undefined
  readonly onProgress: (progress: string | undefined) => void
  readonly isShown: boolean
  /** From now on it shows until it is closed, although the project is no longer empty. */
  readonly onStart: () => void
  readonly onClose: () => void
}

/**
 * What is typed to set up an empty project. It outlives the tab that shows it.
 * @param isSkipped a command has requested a dialog of the ordinary page
 */
export function useSetup(project: Project, isSkipped: boolean): SetupState {
  const { data: environments } = useQuery(environmentsQuery(useApi(), project.id))
  const [draft, onDraft] = useState(newSetupDraft)
  const [progress, onProgress] = useState<string>()
  const [state, setState] = useState<'new' | 'started' | 'closed'>('new')
  if (isSkipped && state === 'new') setState('closed')
  const isEmpty = environments?.length === 0 && may(project.user_role, 'own') && project.read_only === null
  return {
    draft,
    onDraft,
    progress,
    onProgress,
    isShown: state === 'started' || (state === 'new' && isEmpty),
    onStart: () => setState('started'),
    onClose: () => {
      setState('closed')
      onDraft(newSetupDraft())
    },
  }
}
