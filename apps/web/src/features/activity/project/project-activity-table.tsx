import type { ProjectActivity } from '@envhold/contract/activity/activity.ts'
import type { EventColumns } from '../event-columns.ts'
import { EventTable } from '../event-table.tsx'

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
