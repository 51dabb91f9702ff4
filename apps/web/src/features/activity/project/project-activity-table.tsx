import type { ProjectActivity } from '@envhold/contract/activity/activity.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { Link2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { deferred } from '../../../ui/deferred.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../../ui/dialogs/dropdown-menu.tsx'
import type { EventColumns } from '../event-line.tsx'
import { EventTable } from '../event-table.tsx'
import { ExportMenu } from '../export-menu.tsx'

interface Props {
  activities: readonly ProjectActivity[]
  isNew: (activity: ProjectActivity) => boolean
}

const columns: EventColumns<ProjectActivity> = {
  head: 'Event',
  of: ({ event_type }) => (
    <code className="font-mono break-all" title={event_type}>
      {event_type}
    </code>
  ),
  textOf: ({ event_type }) => event_type,
  projectOf: () => null,
  userOf: ({ users }) => users && { shown: users.username, email: users.email },
}

export const ProjectActivityTable = ({ activities, isNew }: Props) => (
  <EventTable label="Project activity" events={activities} isNew={isNew} columns={columns} />
)

const DownloadLogDialog = deferred(async () => (await import('./download-log-dialog.tsx')).DownloadLogDialog)

interface ProjectExportsProps extends Pick<ComponentProps<typeof ExportMenu>, 'ask'> {
  project: Project
}

/** The list as a file and, for the owner, the log that can be verified. */
export function ProjectExports({ project, ask }: ProjectExportsProps) {
  const [isOpen, setOpen] = useState(false)
  const name = `project-${project.id}-activity`
  if (project.user_role !== 'owner') return <ExportMenu name={name} ask={ask} />
  return (
    <>
      <ExportMenu name={name} ask={ask}>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => setOpen(true)}>
          <Link2 />
          Download log…
        </DropdownMenuItem>
      </ExportMenu>
      {isOpen && <DownloadLogDialog project={project} onClose={() => setOpen(false)} />}
    </>
  )
}
