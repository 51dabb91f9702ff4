import type { ActivityHead } from '@envhold/contract/activity/activity.ts'
import type { DbContext } from '../../context.ts'
import { wireTime } from '../../http/wire-time.ts'
import { readActivityAt, readHead } from './chain-store.ts'

const hex = (mac: Uint8Array | null) => Buffer.from(mac ?? []).toString('hex')

/** The newest entry of the activity log and, on request, an older one to compare with a noted one. */
export async function readActivityHead(ctx: DbContext, at: number | undefined): Promise<ActivityHead> {
  const { sequence } = await readHead(ctx.db, 'activity')
  const newest = await readActivityAt(ctx.db, sequence)
  const remembered = at === undefined ? undefined : await readActivityAt(ctx.db, at)
  return {
    head: { sequence, mac: hex(newest?.mac ?? null), created_at: newest ? wireTime(newest.at) : null },
    remembered: remembered ? { sequence: remembered.sequence, mac: hex(remembered.mac) } : null,
  }
}
