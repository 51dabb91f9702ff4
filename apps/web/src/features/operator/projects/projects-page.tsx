import { formatBytes } from '@envhold/contract/limits.ts'
import {
  type EveryProject,
  listEveryProject,
  projectStates,
  projectsPageSize,
  restoreUserProject,
} from '@envhold/contract/operator/projects.ts'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { refetchReads } from '../../../connection/api/read-query.ts'
import { useApi } from '../../../connection/use-api.ts'
import { useRead } from '../../../connection/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { DelayedSearchField } from '../../../ui/forms/search-field.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { formatCount, formatDay } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import { useMayCall } from '../operator.ts'
import { type Column, DataTable, ResultsPager } from '../parts/data-table.tsx'
import { chosen, FilterBar, FilterSelect, optionsOf, pageFilter, useFilters } from '../parts/filters.tsx'
import { OperatorPage, PageLink, UserLink } from '../parts/operator-page.tsx'
import { QueryState } from '../parts/query-state.tsx'
import { TypedConfirmDialog } from '../parts/typed-confirm-dialog.tsx'
import { operatorPaths } from '../paths.ts'
import { TransferDialog } from './transfer-dialog.tsx'

const filterSchema = z.object({
  page: pageFilter,
  state: z.enum(['all', ...projectStates]).catch('all'),
  search: z.string().max(100).catch(''),
})

const stateNames = { live: 'Live', archived: 'Archived', deleted: 'Deleted' } as const
const stateOptions = optionsOf('All States', projectStates, (state) => stateNames[state])

export function ProjectsPage() {
  const [{ page, state, search }, setFilters, filter] = useFilters(filterSchema)
  const params = { page, limit: projectsPageSize, ...chosen({ state, search }) }
  const query = useRead(listEveryProject, { query: params }, { placeholderData: keepPreviousData })
  const [restored, setRestored] = useState<EveryProject | null>(null)
  const [transferred, setTransferred] = useState<EveryProject | null>(null)
  return (
    <OperatorPage title="Projects" queries={[query]}>
      <FilterBar>
        <DelayedSearchField
          label="Search projects, owners..."
          className="w-full sm:w-72"
          {...filter('search')}
        />
        <FilterSelect label="State" options={stateOptions} {...filter('state')} />
      </FilterBar>
      <QueryState query={query} call="listEveryProject" failure="Failed to load projects">
        {(data) => (
          <>
            <ProjectTable
              projects={data.projects}
              isStale={query.isPlaceholderData}
              onRestore={setRestored}
              onTransfer={setTransferred}
            />
            <ResultsPager
              label="Projects"
              pagination={data.pagination}
              onPage={(page, options) => setFilters({ page }, options)}
            />
          </>
        )}
      </QueryState>
      <RestoreDialog project={restored} onClose={() => setRestored(null)} />
      {transferred && <TransferDialog project={transferred} onClose={() => setTransferred(null)} />}
    </OperatorPage>
  )
}

function ProjectState({ project: { state, available_until } }: { project: EveryProject }) {
  if (state === 'live') return stateNames.live
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Badge tone={state === 'deleted' ? 'warn' : 'neutral'}>{stateNames[state]}</Badge>
      {available_until && <span className="text-small text-ink-2">until {formatDay(available_until)}</span>}
    </span>
  )
}

interface TableProps {
  readonly projects: readonly EveryProject[]
  readonly isStale: boolean
  readonly onRestore: (project: EveryProject) => void
  readonly onTransfer: (project: EveryProject) => void
}

function ProjectTable({ projects, isStale, ...acts }: TableProps) {
  const columns: readonly Column<EveryProject>[] = [
    { head: 'Project', cell: ({ name }) => <span className="font-medium break-words">{name}</span> },
    {
      head: 'Owner',
      cell: ({ owner }) => <UserLink id={owner.id}>{owner.username}</UserLink>,
    },
    { head: 'State', cell: (project) => <ProjectState project={project} /> },
    {
      head: 'Collaborators',
      cell: ({ collaborators, api_keys }) =>
        `${formatCount(collaborators, 'collaborator')}, ${formatCount(api_keys, 'API key')}`,
      className: 'tabular-nums sm:max-lg:hidden',
    },
    {
      head: 'Storage',
      cell: ({ stored_bytes }) => formatBytes(stored_bytes),
      className: 'tabular-nums whitespace-nowrap sm:max-lg:hidden',
    },
    {
      head: 'Last activity',
      cell: ({ last_activity_at: at }) => (at === null ? 'None' : <Time at={at} />),
      className: 'whitespace-nowrap',
    },
    {
      head: 'Actions',
      hidesHead: true,
      align: 'right',
      cell: (project) => <ProjectActions project={project} {...acts} />,
    },
  ]
  return (
    <DataTable
      label="Projects"
      columns={columns}
      rows={projects}
      rowKey={({ id }) => id}
      isStale={isStale}
      empty={<EmptyState icon={FolderOpen} title="No projects found" />}
    />
  )
}

interface ActionsProps extends Pick<TableProps, 'onRestore' | 'onTransfer'> {
  readonly project: EveryProject
}

function ProjectActions({ project, onRestore, onTransfer }: ActionsProps) {
  const mayRestore = useMayCall('restoreUserProject')
  const mayTransfer = useMayCall('startUserTransfer')
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
      <PageLink
        to={operatorPaths.audit()}
        call="listAuditEntries"
        search={{ project: String(project.id) }}
        label={`Audit log of ${project.name}`}
      >
        Audit log
      </PageLink>
      {mayRestore && project.state === 'deleted' && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Restore ${project.name}`}
          onClick={() => onRestore(project)}
        >
          Restore
        </Button>
      )}
      {mayTransfer && project.state === 'live' && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Transfer ${project.name}`}
          onClick={() => onTransfer(project)}
        >
          Transfer
        </Button>
      )}
    </span>
  )
}

function RestoreDialog({ project, onClose }: { project: EveryProject | null; onClose: () => void }) {
  const api = useApi()
  const client = useQueryClient()
  return (
    <TypedConfirmDialog
      open={project !== null}
      onOpenChange={onClose}
      title="Restore Project"
      description={`“${project?.name}” comes back for ${project?.owner.username}, with its collaborators. Its API keys work again. You cannot read its variables.`}
      confirmText="Restore Project"
      tone="primary"
      reason={{ hint: 'The owner reads this, in the account and in an e-mail.' }}
      errors={{ fallback: 'Failed to restore the project' }}
      onConfirm={async (reason) => {
        if (!project) return
        const { message } = await api.call(restoreUserProject, {
          params: { id: project.id },
          body: { reason },
        })
        toast.success(message)
        await refetchReads(client, listEveryProject)
      }}
    />
  )
}
