import type { DbContext } from '../context.ts'
import { isDiskNearlyFull, missingMs, readFacts } from './node-facts.ts'
import { listNodes } from './node-store.ts'

/**
 * Whether what holds the database is nearly full, as the nodes last reported it: the disk of SQLite, or the size that
 * `DATABASE_MAX_GB` allows on PostgreSQL, whose disk no node sees.
 */
export async function isStorageNearlyFull({
  db,
  engine,
  clock,
  config,
}: DbContext<'engine' | 'clock' | 'config'>): Promise<boolean> {
  if (engine === 'postgres' && config.databaseMaxBytes === undefined) return false
  const nodes = await listNodes(db)
  return nodes.some(({ seen_at, facts }) => {
    const disk = seen_at > clock() - missingMs ? readFacts(facts)?.disk : null
    return disk ? isDiskNearlyFull(disk) : false
  })
}
