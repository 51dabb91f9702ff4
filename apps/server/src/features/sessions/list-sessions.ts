import type { listSessions as endpoint } from '@envhold/contract/account-settings.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../context.ts'
import type { SessionCaller } from '../../http/caller.ts'
import { wireTime } from '../../http/wire-time.ts'
import { listSessionsOf } from './session-store.ts'

const maxListed = 1_000

export async function listSessions(
  ctx: Pick<Context, 'db' | 'clock'>,
  { userId, session: current }: SessionCaller,
): Promise<OutputOf<typeof endpoint>> {
  const rows = await listSessionsOf(ctx.db, userId, { now: ctx.clock(), limit: maxListed })
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      current: row.id === current.id,
      created_at: wireTime(row.created_at),
      last_seen_at: wireTime(row.last_seen_at),
      expires_at: wireTime(row.expires_at),
      ip_address: row.ip,
      user_agent: row.user_agent,
      signed_in_by: row.signed_in_by,
    })),
  }
}
