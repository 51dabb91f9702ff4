import type { AuditChain } from '@envhold/vault/audit.ts'
import type { Context } from '../../context.ts'
import { nextTurn } from '../../db/quiet-turn.ts'
import { inTransaction } from '../../db/transaction.ts'
import { blockLength } from './block.ts'
import { readHead } from './chain-store.ts'
import { moveMark, takeMark, tallyBlock } from './tally-store.ts'

type Ctx = Pick<Context, 'db' | 'engine'>

/** Tallies every block that is full, each in a transaction of its own, so that writers wait for milliseconds at most. */
export async function advanceTallies(ctx: Ctx, chain: AuditChain): Promise<void> {
  while (await tallyNext(ctx, chain)) await nextTurn()
}

const tallyNext = (ctx: Ctx, chain: AuditChain): Promise<boolean> =>
  inTransaction(ctx.db, async (trx) => {
    const mark = await takeMark(ctx, trx, chain)
    const { sequence } = await readHead(trx, chain)
    if (sequence < (mark.blocks + 1) * blockLength) return false
    await tallyBlock(trx, chain, mark.blocks)
    await moveMark(trx, chain, { ...mark, blocks: mark.blocks + 1 })
    return true
  })
