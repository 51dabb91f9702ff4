import type { ActivityLog } from '@envhold/contract/activity/activity.ts'
import type { EventColumns } from './event-columns.ts'
import { EventTable } from './event-table.tsx'
import { ProjectLink } from './project-link.tsx'

interface Props {
  logs: readonly ActivityLog[]
  isNew: (log: ActivityLog) => boolean
}

const columns: EventColumns<ActivityLog> = {
  head: 'Project',
  of: ({ project_id, project_name }) => project_name && <ProjectLink id={project_id} name={project_name} />,
  textOf: ({ project_name }) => project_name,
  projectOf: ({ project_name }) => project_name,
  userOf: ({ user_email: email }) => (email === null ? null : { shown: email, email }),
}

export const ActivityTable = ({ logs, isNew }: Props) => (
  <EventTable label="Activity" events={logs} isNew={isNew} columns={columns} />
)
