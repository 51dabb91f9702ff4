import { createUsageDaysFrom } from '../db/usage-partitions.ts'
import { readOldestUsageTime } from './oldest-usage-store.ts'
import type { Source } from './open-source.ts'
import type { PostgresCopy } from './postgres-copy-store.ts'

const maxUsageDays = 400
const dayMs = 24 * 3_600_000

/** Usage of a day without a partition could later be deleted row by row only. */
export async function createPartitions(source: Source, target: PostgresCopy): Promise<void> {
  const now = Date.now()
  const oldest = (await readOldestUsageTime(source.db)) ?? now
  await createUsageDaysFrom(target.db, Math.max(oldest, now - maxUsageDays * dayMs), now)
}
