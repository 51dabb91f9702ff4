import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { useNavigate } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import { ProjectActivityTab } from '../../../features/activity/project/project-activity-tab.tsx'
import { ApiKeysTab } from '../../../features/api-keys/api-keys-tab.tsx'
import { CollaboratorsTab } from '../../../features/collaborators/collaborators-tab.tsx'
import { EnvironmentsTab } from '../../../features/environments/environments-tab.tsx'
import { useSetup } from '../../../features/environments/setup/setup-draft.ts'
import { Workbench } from '../../../features/workbench/workbench.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { TabPanel } from '../../../ui/layout/tabs.tsx'
import type { ProjectAction, ProjectSearch, ProjectTab } from '../../search.ts'
import { ProjectDetails } from './project-details.tsx'
import type { useProjectPlace } from './use-project-place.ts'

interface Props extends LoadedProjectProps {
  tab: ProjectTab
  /** The tabs on a phone. */
  tabMenu: ReactNode
  place: ReturnType<typeof useProjectPlace>
}

/** One panel for each tab. */
export function ProjectPanels({ project, search, tab, tabMenu, place, action, onActionDone }: Props) {
  const navigate = useNavigate()
  const { openEnvironment, openPlace, arrangement, comparison } = place
  const { environment, view, only, q, range, kind } = search
  const panel = (value: ProjectTab, content: ReactNode) => (
    <TabPanel value={value} className="focus-visible:-outline-offset-2">
      <div className="sticky top-(--bar) z-20 flex h-(--tools) items-center bg-paper px-(--gutter) md:hidden">
        {tabMenu}
      </div>
      <div className="mx-auto max-w-operator px-(--gutter) pt-2 pb-8 md:pt-6">{content}</div>
    </TabPanel>
  )
  const apiKeys = <ApiKeysTab project={project} />
  const firstSteps = useFirstSteps(project, place, action !== undefined)
  return (
    <>
      {panel(
        'environments',
        firstSteps ?? (
          <div className="grid grid-cols-1 items-start justify-center gap-6 lg:grid-cols-[minmax(0,60rem)_12rem] min-[90rem]:grid-cols-[minmax(12rem,1fr)_60rem_minmax(12rem,1fr)]">
            <span aria-hidden="true" className="hidden min-[90rem]:block" />
            <EnvironmentsTab
              project={project}
              onOpenVariables={openEnvironment}
              createRequested={action === 'new-environment'}
              onCreateStarted={onActionDone}
            />
            <ProjectStats project={project} />
          </div>
        ),
      )}
      {firstSteps ? (
        panel('variables', firstSteps)
      ) : (
        <TabPanel value="variables" className="focus-visible:-outline-offset-2">
          <Workbench
            project={project}
            place={{
              environment,
              view,
              only,
              find: search.find,
              isHistoryOpen: search.history,
              comparison,
              onAdd: action === 'add-variable' ? onActionDone : undefined,
            }}
            onPlace={openPlace}
            tabMenu={<div className="contents md:hidden">{tabMenu}</div>}
            arrangement={arrangement}
          />
        </TabPanel>
      )}
      {panel(
        'collaborators',
        <CollaboratorsTab
          project={project}
          onLeft={() => navigate({ to: '/dashboard' })}
          inviteRequested={action === 'invite'}
          onInviteStarted={onActionDone}
        />,
      )}
      {may(project.user_role, 'own')
        ? panel('api-keys', apiKeys)
        : // Collaborators get here by a link only, and have no tab that could name this panel.
          tab === 'api-keys' && <div className="max-w-operator px-(--gutter) py-6">{apiKeys}</div>}
      {panel(
        'activity',
        <ProjectActivityTab
          project={project}
          search={{ ...(q && { q }), ...(range && { range }), ...(kind && { kind }) }}
          onSearch={(log) => place.go({ tab: 'activity', ...(environment && { environment }), ...log })}
        />,
      )}
    </>
  )
}

/** The side card of the Environments tab; below the list on narrow screens. */
const ProjectStats = ({ project }: { project: Project }) => (
  <Card className="grid gap-4 p-4">
    <h2 className="sr-only">Project stats</h2>
    <ProjectDetails project={project} />
  </Card>
)

export interface LoadedProjectProps {
  project: Project
  search: ProjectSearch
  /** An action requested by a command that is not done yet. */
  action: ProjectAction | undefined
  onActionDone: () => void
}

const ProjectSetup = deferred(
  async () => (await import('../../../features/environments/setup/project-setup.tsx')).ProjectSetup,
)

/**
 * What an empty project shows in place of its lists; null for any other.
 * @param isSkipped a command has requested a dialog of the lists
 */
function useFirstSteps(
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
