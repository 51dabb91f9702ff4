import type { ProjectActivity } from '@envhold/contract/activity.ts'
import { EventTable } from '../event-table.tsx'

interface Props {
  activities: readonly ProjectActivity[]
  isNew: (activity: ProjectActivity) => boolean
}

const about = {
  head: 'Event',
  of: ({ event_type }: ProjectActivity) => (
    <code className="font-mono break-all" title={event_type}>
      {event_type}
    </code>
  ),
}

const userOf = ({ users }: ProjectActivity) => users && { shown: users.username, email: users.email }

export const ProjectActivityTable = ({ activities, isNew }: Props) => (
  <EventTable label="Project activity" events={activities} isNew={isNew} about={about} userOf={userOf} />
)
