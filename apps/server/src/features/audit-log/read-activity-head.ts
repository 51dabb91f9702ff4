import type { readActivityHead as endpoint } from '@envhold/contract/activity.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { wireTime } from '../../http/wire-time.ts'
import { readActivityAt, readHead } from './chain-store.ts'

const hex = (mac: Uint8Array | null) => Buffer.from(mac ?? []).toString('hex')

/** The newest link of the activity chain and, on request, an older one to compare with a noted head. */
export async function readActivityHead(
  ctx: Pick<Context, 'db'>,
  at: number | undefined,
): Promise<OutputOf<typeof endpoint>> {
  const { sequence, mac } = await readHead(ctx.db, 'activity')
  const newest = await readActivityAt(ctx.db, sequence)
  const remembered = at === undefined ? undefined : await readActivityAt(ctx.db, at)
  return {
    head: { sequence, mac: hex(mac), created_at: newest ? wireTime(newest.at) : null },
    remembered: remembered ? { sequence: remembered.sequence, mac: hex(remembered.mac) } : null,
  }
}
