import type { ActivityEntry } from '@envhold/integrity/activity-chain.ts'
import type { Row } from '../../db/tables.ts'

/** An entry without its place in a chain. */
export type UnchainedEntry = Omit<
  Row<'activity'>,
  'chain' | 'position' | 'link' | 'mac' | 'mac_before' | 'digest' | 'erasure_mac'
>

/** A row of the activity log as its digest sees it. */
export const activityEntry = (row: UnchainedEntry): ActivityEntry => ({
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
