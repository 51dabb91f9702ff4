import type { readComplianceHistory as endpoint } from '@envhold/contract/compliance.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../../context.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { selectComplianceHistory } from './compliance-history-store.ts'

export async function readComplianceHistory(
  { db }: Pick<Context, 'db'>,
  userId: number,
): Promise<OutputOf<typeof endpoint>> {
  const entries = await selectComplianceHistory(db, userId).execute()
  return {
    entries: entries.map(({ event_type, description, at }) => ({
      type: event_type,
      description,
      created_at: wireTime(at),
    })),
  }
}
