import type { Project } from '@envhold/contract/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApi } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { useWhenReady } from '../../ui/use-when-ready.ts'
import { useSubscriptionStatus } from '../subscription/subscription-status.ts'
import { DashboardNotices } from './dashboard-notices.tsx'
import { OwnedProjects, SharedProjects } from './project-lists.tsx'
import { projectsQuery } from './project-queries.ts'

const DeleteProjectDialog = deferred(
  async () => (await import('./delete-project-dialog.tsx')).DeleteProjectDialog,
)
const ProjectFormDialog = deferred(async () => (await import('./project-form-dialog.tsx')).ProjectFormDialog)

type Opened = { what: 'create' } | { what: 'edit' | 'delete'; project: Project }

/** Placeholder for a count that has not loaded. */
const unknown = '–'

type Tab = 'owned' | 'shared'

interface Props {
  /** A command requested the create dialog. */
  createRequested: boolean
  onCreateStarted: () => void
  /** Notices of other slices above the projects; they can open the shared projects. */
  notices?: (showShared: () => void) => ReactNode
}

export function DashboardPage({ createRequested, onCreateStarted, notices }: Props) {
  const projects = useQuery(projectsQuery(useApi()))
  const subscription = useSubscriptionStatus()
  const [tab, setTab] = useState<Tab>('owned')
  const [opened, setOpened] = useState<Opened>()
  const limit = subscription.data?.limitStatus.projects
  const full = limit?.atLimit === true
  const owned = projects.data?.filter(({ user_role }) => user_role === 'owner')
  const shared = projects.data?.filter(({ user_role }) => user_role !== 'owner')
  const create = () => setOpened({ what: 'create' })
  const close = () => setOpened(undefined)
  useShortcut('n', create, { enabled: !full && !opened })
  useWhenReady(createRequested && !subscription.isPending && !full && !opened, () => {
    onCreateStarted()
    create()
  })

  return (
    <>
      <title>Projects · Envhold</title>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-title font-semibold">Projects</h1>
        <Tooltip text={full && 'Upgrade to create more projects'}>
          <Button onClick={full ? undefined : create} aria-disabled={full || undefined}>
            <Plus />
            New Project
          </Button>
        </Tooltip>
      </div>
      <div className="grid gap-5">
        {notices?.(() => setTab('shared'))}
        {projects.data && <DashboardNotices subscription={subscription} />}
        <Tabs
          label="Projects"
          value={tab}
          onValueChange={(value) => setTab(value === 'shared' ? 'shared' : 'owned')}
          tabs={[
            {
              value: 'owned',
              label: `Owned Projects (${owned?.length ?? unknown})`,
              content: (
                <OwnedProjects
                  projects={owned}
                  query={projects}
                  onCreate={full ? undefined : create}
                  onEdit={(project) => setOpened({ what: 'edit', project })}
                  onDelete={(project) => setOpened({ what: 'delete', project })}
                />
              ),
            },
            {
              value: 'shared',
              label: `Shared with Me (${shared?.length ?? unknown})`,
              content: <SharedProjects projects={shared} query={projects} />,
            },
          ]}
        />
      </div>
      {opened?.what === 'create' && <ProjectFormDialog onClose={close} />}
      {opened?.what === 'edit' && <ProjectFormDialog project={opened.project} onClose={close} />}
      {opened?.what === 'delete' && <DeleteProjectDialog project={opened.project} onClose={close} />}
    </>
  )
}
