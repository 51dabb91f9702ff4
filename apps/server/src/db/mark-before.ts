import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from './connect.ts'

/** The mark of versions in which all activity was one chain, and all usage another. */
const head = z.object({ sequence: z.int().min(0), mac: z.string().max(200) })
export const markFileBefore = z.object({
  version: z.literal(1),
  instanceId: z.string().max(100),
  heads: z.object({ activity: head, usage: head }),
  mac: z.string().max(200),
})

export type MarkBefore = Omit<z.output<typeof markFileBefore>, 'mac'>

/** The fields of its row MAC. */
export const fieldsBefore = ({ instanceId, heads: { activity, usage } }: MarkBefore) => ({
  instance_id: instanceId,
  activity_sequence: activity.sequence,
  activity_mac: activity.mac,
  usage_sequence: usage.sequence,
  usage_mac: usage.mac,
})

const hex = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('hex')

/**
 * Compares a database with such a mark, whether it is divided into chains or not. Afterwards the entries of activity
 * keep their former MACs, and nothing is left of the chain of usage.
 */
export async function compareWithMarkBefore(
  db: Db,
  { heads: { activity, usage } }: MarkBefore,
  isDivided: boolean,
): Promise<'behind' | 'another history' | undefined> {
  const mac = isDivided ? sql`mac_before` : sql`mac`
  const found = await compare(db, 'activity', activity, sql`select ${mac} as mac from activity`)
  if (found || isDivided) return found
  return await compare(db, 'usage', usage, sql`select mac from usage`)
}

async function compare(
  db: Db,
  chain: 'activity' | 'usage',
  seen: z.output<typeof head>,
  entries: RawBuilder<unknown>,
): Promise<'behind' | 'another history' | undefined> {
  const stored = await db
    .selectFrom('chain_heads')
    .select('sequence')
    .where('chain', '=', chain)
    .executeTakeFirst()
  if ((stored?.sequence ?? 0) < seen.sequence) return 'behind'
  if (seen.sequence === 0) return undefined
  const { rows } = await sql<{
    mac: Uint8Array | null
  }>`${entries} where sequence = ${seen.sequence}`.execute(db)
  // Usage older than 90 days is not stored any more.
  return rows[0] && hex(rows[0].mac) !== seen.mac ? 'another history' : undefined
}
