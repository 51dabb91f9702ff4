import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { useLocation } from '@tanstack/react-router'
import { ChevronDown, X } from 'lucide-react'
import { KeysPendingNotice } from '../../../features/collaborators/collaborator-notices.tsx'
import { ReadOnlyNotice, ReadOnlyProject } from '../../../features/projects/read-only.tsx'
import { CallsNotice } from '../../../features/subscription/calls-notice.tsx'
import { PaymentPart } from '../../../features/subscription/payment-part.tsx'
import { Button } from '../../../ui/button.tsx'
import { deferred } from '../../../ui/deferred.tsx'
import { DropdownMenu, DropdownMenuChoices } from '../../../ui/dialogs/dropdown-menu.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { TabsRoot } from '../../../ui/layout/tabs.tsx'
import { isProjectTab, type ProjectTab } from '../../search.ts'
import { ProjectBar } from './bar/project-bar.tsx'
import { type ListedTab, useProjectTabs } from './bar/project-tabs.ts'
import { type LoadedProjectProps, ProjectPanels } from './project-panels.tsx'
import { useProjectPlace } from './use-project-place.ts'

/** The bar, and below it the panel of the open tab. */
export function LoadedProject({ project, search, action, onActionDone }: LoadedProjectProps) {
  const place = useProjectPlace(project, search, onActionDone)
  const tabs = useProjectTabs(project)
  // A link can lead collaborators to a tab that is shown to owners only.
  const tab = search.tab ?? 'environments'
  const open = (value: string) => isProjectTab(value) && place.go({ ...search, tab: value })
  const shows = tab !== 'variables' ? 'none' : search.view === 'grid' ? 'all' : 'one'
  return (
    <>
      <title>{`${project.name} · Envhold`}</title>
      <ReadOnlyProject project={project}>
        <TabsRoot value={tab} onValueChange={open} className="min-w-0">
          <ProjectBar project={project} tabs={tabs} tab={tab} switcher={place.switcher} shows={shows} />
          <div className="grid gap-3 px-(--gutter) not-empty:pt-4">
            <KeysPendingNotice project={project} />
            <ReadOnlyNotice project={project} />
            {may(project.user_role, 'own') && (
              <>
                <PaymentPart part="Banner" />
                <CallsNotice />
              </>
            )}
            {shows === 'one' && (
              <JoinedCard
                project={project}
                environment={place.switcher?.current.name}
                onClose={() => place.go(search)}
              />
            )}
          </div>
          <ProjectPanels
            project={project}
            search={search}
            tab={tab}
            tabMenu={<TabMenu tabs={tabs} value={tab} onChange={open} />}
            place={place}
            action={action}
            onActionDone={onActionDone}
          />
        </TabsRoot>
      </ReadOnlyProject>
    </>
  )
}

interface Props {
  tabs: readonly ListedTab[]
  value: ProjectTab
  onChange: (value: ProjectTab) => void
}

/** The tabs on a phone. */
const TabMenu = ({ tabs, value, onChange }: Props) => (
  <DropdownMenu
    align="start"
    trigger={
      <Button
        variant="secondary"
        size="sm"
        className="min-w-0 shrink max-[22.5rem]:gap-1 max-[22.5rem]:px-1.5"
      >
        <span className="sr-only">Tab: </span>
        <span className="truncate">{tabs.find((tab) => tab.value === value)?.name}</span>
        <ChevronDown aria-hidden="true" className="text-ink-3" />
      </Button>
    }
  >
    <DropdownMenuChoices
      options={tabs.map((tab) => ({ value: tab.value, label: tab.name }))}
      value={value}
      onValueChange={onChange}
    />
  </DropdownMenu>
)

/** The room of the commands, so that nothing below them jumps. */
const CommandsSpace = () => <div className="h-38 max-md:h-49" />

const FirstCommands = deferred(
  async () => (await import('../../../features/cli/first-commands.tsx')).FirstCommands,
  CommandsSpace,
)

interface JoinedCardProps {
  project: Project
  /** The name of the environment that is shown; undefined until it is read. */
  environment: string | undefined
  onClose: () => void
}

/** After joining a project with one environment: how a program gets its variables. */
function JoinedCard({ project, environment, onClose }: JoinedCardProps) {
  const joined = useLocation({ select: ({ state }) => state.joined })
  if (!joined) return null
  return (
    <Card className="grid max-w-190 gap-4 p-4">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 className="font-semibold">Use these variables</h2>
          <p className="text-ink-2">
            Read them below, or start a program with them on your machine, without a file.
          </p>
        </div>
        <Button variant="ghost" size="icon" aria-label="Close" onClick={onClose}>
          <X />
        </Button>
      </div>
      {environment === undefined ? (
        <CommandsSpace />
      ) : (
        <FirstCommands project={project.name} environment={environment} />
      )}
    </Card>
  )
}
