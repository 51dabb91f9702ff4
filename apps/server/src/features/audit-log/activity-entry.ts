import type { ActivityEntry } from '@envhold/integrity/activity-chain.ts'
import type { ActivityTable } from '../../db/log-tables.ts'

/** A row of the activity log as its digest sees it. */
export const activityEntry = (
  row: Omit<ActivityTable, 'chain' | 'position' | 'link' | 'mac' | 'digest' | 'erasure_mac'>,
): ActivityEntry => ({
  sequence: row.sequence,
  at: row.at,
  eventType: row.event_type,
  category: row.category,
  severity: row.severity,
  description: row.description,
  userId: row.user_id,
  tokenId: row.token_id,
  projectId: row.project_id,
  environmentId: row.environment_id,
  ip: row.ip,
  requestId: row.request_id,
})
