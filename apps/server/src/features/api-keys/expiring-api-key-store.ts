import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../db/transaction.ts'

const atOnce = 500

/** Live keys that expire within `noticeMs`, were created for longer, and whose owner was not mailed yet. */
export const listExpiringApiKeys = (db: Db, now: number, noticeMs: number) =>
  db
    .selectFrom('api_keys')
    .innerJoin('projects', 'projects.id', 'api_keys.project_id')
    .innerJoin('users', 'users.id', 'projects.owner_id')
    .select(['api_keys.id', 'api_keys.key_name', 'api_keys.creator_id', 'api_keys.expires_at'])
    .select(['projects.owner_id', 'projects.name as project_name'])
    .where('api_keys.is_active', '=', 1)
    .where('api_keys.expiry_told_at', 'is', null)
    .where('api_keys.expires_at', '>', now)
    .where('api_keys.expires_at', '<=', now + noticeMs)
    .where(sql<boolean>`api_keys.expires_at - api_keys.created_at > ${noticeMs}`)
    .where('projects.removed_at', 'is', null)
    .where('users.status', '=', 'ACTIVE')
    .orderBy('api_keys.expires_at')
    .limit(atOnce)
    .$narrowType<{ expires_at: number }>()
    .execute()

/** Marks a key as mailed. Returns whether it was not marked already. */
export async function markExpiryNotified(trx: Trx, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('api_keys')
    .set({ expiry_told_at: at })
    .where('id', '=', id)
    .where('expiry_told_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
