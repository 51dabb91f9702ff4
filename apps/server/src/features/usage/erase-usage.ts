import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { eraseUsageIn, readHead } from '../audit-log/chain-store.ts'
import { blockLength, rangeOfBlocks } from './block.ts'
import { lockMark, moveMark, readMark, rollUpBlock } from './rollup-store.ts'
import { blocksOfKey } from './usage-statistics-store.ts'

type Ctx = Pick<Context, 'db' | 'engine'>

export interface KeyOfProject {
  readonly projectId: number
  readonly apiKeyId: string
}

/**
 * Erases the usage of a deleted key block by block, so that no writer waits for long. An interrupted run is completed
 * by the next one.
 * @returns how many rows were erased
 */
export async function eraseUsage(ctx: Ctx, key: KeyOfProject): Promise<number> {
  // Blocks that are rolled up after the mark was read are erased as if they were not rolled up yet.
  const { blocks } = await readMark(ctx.db, 'usage')
  const { sequence } = await readHead(ctx.db, 'usage')
  const tallied = await blocksOfKey(ctx.db, key.apiKeyId)
  const rest = Array.from({ length: Math.ceil(sequence / blockLength) - blocks }, (_, n) => blocks + n)
  let erased = 0
  for (const block of new Set([...tallied, ...rest])) {
    erased += await eraseIn(ctx, key, block)
    await nextTurn()
  }
  return erased
}

const eraseIn = (ctx: Ctx, key: KeyOfProject, block: number): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const mark = await lockMark(tx, 'usage')
    const erased = await eraseUsageIn(tx.db, key, rangeOfBlocks(block))
    if (erased === 0) return 0
    if (block < mark.blocks) await rollUpBlock(tx.db, 'usage', block)
    await moveMark(tx.db, 'usage', { ...mark, generation: mark.generation + 1 })
    return erased
  })
