import type { ActivityLog } from '@envhold/contract/activity.ts'
import { EventTable } from './event-table.tsx'
import { ProjectLink } from './project-link.tsx'

interface Props {
  logs: readonly ActivityLog[]
  isNew: (log: ActivityLog) => boolean
}

const about = {
  head: 'Project',
  of: ({ project_id, project_name }: ActivityLog) =>
    project_name && <ProjectLink id={project_id} name={project_name} />,
}

const userOf = ({ user_email: email }: ActivityLog) => (email === null ? null : { shown: email, email })

export const ActivityTable = ({ logs, isNew }: Props) => (
  <EventTable label="Activity" events={logs} isNew={isNew} about={about} userOf={userOf} />
)
