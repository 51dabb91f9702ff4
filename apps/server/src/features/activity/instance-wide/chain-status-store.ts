import type { Db } from '../../../db/connect.ts'
import { readHead } from '../../audit-log/chain-store.ts'

/** How many chains there are, how many entries they have, and when the newest was written. */
export interface ChainStatus {
  readonly chains: number
  readonly entries: number
  readonly newestAt: number | null
}

export async function readActivityStatus(db: Db): Promise<ChainStatus> {
  const { sequence } = await readHead(db, 'activity')
  const { chains } = await db
    .selectFrom('activity_heads')
    .select(({ fn }) => fn.countAll<number>().as('chains'))
    .executeTakeFirstOrThrow()
  const newest = await db
    .selectFrom('activity')
    .select('at')
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  return { chains: Number(chains), entries: sequence, newestAt: newest?.at ?? null }
}

/** Entries that were trimmed are left out. */
export async function readUsageStatus(db: Db): Promise<ChainStatus> {
  const row = await db
    .selectFrom('usage_heads')
    .select(({ fn }) => [
      fn.countAll<number>().as('chains'),
      fn.sum<number | null>('sequence').as('entries'),
      fn.sum<number | null>('start_sequence').as('trimmed'),
      fn.max<number | null>('at').as('newestAt'),
    ])
    .where('sequence', '>', 0)
    .executeTakeFirstOrThrow()
  return {
    chains: Number(row.chains),
    entries: Number(row.entries ?? 0) - Number(row.trimmed ?? 0),
    newestAt: row.newestAt,
  }
}

/** Deleted accounts that are not erased from the activity yet. */
export async function countErasures(db: Db): Promise<number> {
  const { pending } = await db
    .selectFrom('erasures')
    .select(({ fn }) => fn.countAll<number>().as('pending'))
    .executeTakeFirstOrThrow()
  return Number(pending)
}
