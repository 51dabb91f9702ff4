import type { Db } from '../../db/connect.ts'
import { blockLength, rangeOfBlocks, type SequenceRange } from '../audit-log/block.ts'
import type { RecordedUsage } from '../audit-log/recorded-usage.ts'
import { readUsage } from './usage-rollup-store.ts'
import { readUsageState } from './usage-state-store.ts'
import { blocksOfKey, type KeyUsage } from './usage-statistics-store.ts'

/**
 * The newest `limit` entries of a key, the newest first. Only blocks that contain calls of the key are read, and no more
 * than there are entries wanted.
 */
export async function newestCalls(db: Db, key: Pick<KeyUsage, 'projectId' | 'apiKeyId'>, limit: number) {
  const { blocks, sequence, start } = await readUsageState(db, key.projectId)
  const calls: RecordedUsage[] = []
  const add = async (range: SequenceRange) => {
    const entries = await readUsage(db, key.projectId, range, { apiKeyId: key.apiKeyId, since: 0 })
    calls.push(...entries.toReversed().slice(0, limit - calls.length))
  }
  await add({ after: Math.max(blocks * blockLength, start), upTo: sequence })
  if (calls.length === limit) return calls
  const rolledUp = (await blocksOfKey(db, key)).filter((block) => block < blocks).sort((a, b) => b - a)
  for (const block of rolledUp) {
    if (calls.length === limit) break
    const { after, upTo } = rangeOfBlocks(block)
    await add({ after: Math.max(after, start), upTo })
  }
  return calls
}
