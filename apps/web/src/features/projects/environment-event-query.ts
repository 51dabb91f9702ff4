import { listProjectActivity } from '@envhold/contract/activity/activity.ts'
import type { Api } from '../../connection/api/api.ts'
import { readQuery } from '../../connection/api/read-query.ts'

const maxEntries = 100

/**
 * Who deleted or renamed an environment, as far as the user may see it; null if that is unknown.
 * @param words in the description of the event: `"qa"`, or `"qa" to "trial"` for a new name
 */
export const environmentEventQuery = (
  api: Api,
  projectId: number,
  type: 'environment_deleted' | 'environment_updated',
  words: string,
) =>
  readQuery(
    api,
    listProjectActivity,
    {
      params: { id: projectId },
      query: { timeRange: '24h', category: 'project_changes', limit: maxEntries },
    },
    ({ activities }) => {
      const event = activities.find(
        ({ event_type, description }) => event_type === type && description.includes(words),
      )
      return event?.users?.username ?? null
    },
  )
