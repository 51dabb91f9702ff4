import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useApi } from '../../connection/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { useWhenReady } from '../../ui/dialogs/after-dialog.ts'
import { Tooltip } from '../../ui/dialogs/tooltip.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { DashboardDialogs, type OpenDialog, useProjectActions } from './dashboard-dialogs.tsx'
import { DashboardNotices } from './dashboard-notices.tsx'
import { OwnedProjects, SharedProjects } from './project-lists.tsx'
import { projectsQuery, unavailableQuery } from './project-queries.ts'

/** Placeholder for a count that has not loaded. */
const unknown = '–'

type Tab = 'owned' | 'shared'

interface Props {
  /** A command requested the create dialog. */
  createRequested: boolean
  onCreateStarted: () => void
  /** Notices of other slices above the projects. */
  notices?: ReactNode
  /** Sets up the first project of an account; held while something is typed in it. */
  firstRun?: { form: ReactNode; isHeld: boolean } | undefined
}

export function DashboardPage({ createRequested, onCreateStarted, notices, firstRun }: Props) {
  const projects = useQuery(projectsQuery(useApi()))
  const { data: unavailable = [] } = useQuery(unavailableQuery(useApi()))
  const [chosen, setTab] = useState<Tab>()
  const [opened, setOpened] = useState<OpenDialog>()
  const { subscription, compliance, createBlocked, mayArchive } = useProjectActions()
  const owned = projects.data?.filter(({ user_role }) => user_role === 'owner')
  const shared = projects.data?.filter(({ user_role }) => user_role !== 'owner')
  const tab = chosen ?? (owned?.length === 0 && (shared?.length || unavailable.length) ? 'shared' : 'owned')
  const isFirstRun = firstRun && (firstRun.isHeld || (projects.data?.length === 0 && !createBlocked))
  const form = isFirstRun ? firstRun.form : undefined
  const create = () => setOpened({ what: 'create' })
  const close = () => setOpened(undefined)
  const startCreating = () => (createBlocked ? toast.info(createBlocked, { kind: 'blocked' }) : create())
  useShortcut('n', startCreating, { enabled: !opened })
  useWhenReady(createRequested && !subscription.isPending && !compliance.isPending && !opened, () => {
    onCreateStarted()
    startCreating()
  })

  return (
    <>
      <title>Projects · Envhold</title>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-title font-semibold">Projects</h1>
        <NewProjectButton blocked={createBlocked} onClick={create} />
      </div>
      <div className="grid gap-5">
        {notices}
        {projects.data && (
          <DashboardNotices
            subscription={subscription}
            compliance={compliance}
            projects={owned}
            isFirstRun={form !== undefined}
          />
        )}
        <Tabs
          label="Projects"
          className="relative gap-3"
          value={tab}
          onValueChange={(value) => setTab(value === 'shared' ? 'shared' : 'owned')}
          tabs={[
            {
              value: 'owned',
              label: `Owned Projects (${owned?.length ?? unknown})`,
              keep: form !== undefined,
              content: (
                <OwnedProjects
                  projects={owned}
                  query={projects}
                  form={form}
                  createBlocked={createBlocked}
                  onCreate={create}
                  actions={{
                    onArchive: mayArchive ? (project) => setOpened({ what: 'archive', project }) : undefined,
                    onEdit: (project) => setOpened({ what: 'edit', project }),
                    onDelete: (project) => setOpened({ what: 'delete', project }),
                  }}
                />
              ),
            },
            {
              value: 'shared',
              label: `Shared with Me (${shared?.length ?? unknown})`,
              content: <SharedProjects projects={shared} query={projects} unavailable={unavailable} />,
            },
          ]}
        />
      </div>
      {opened && <DashboardDialogs opened={opened} compliance={compliance.data} onClose={close} />}
    </>
  )
}

interface NewProjectButtonProps {
  /** Why no project can be created; undefined if one can. */
  blocked: string | undefined
  onClick: () => void
}

function NewProjectButton({ blocked, onClick }: NewProjectButtonProps) {
  return (
    <Tooltip text={blocked} blocks>
      <Button onClick={onClick}>
        <Plus />
        New Project
      </Button>
    </Tooltip>
  )
}
