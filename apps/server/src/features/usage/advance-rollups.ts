import type { AuditChain } from '@envhold/integrity/audit.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { readHead } from '../audit-log/chain-store.ts'
import { blockLength } from './block.ts'
import { lockMark, moveMark, rollUpBlock } from './rollup-store.ts'

type Ctx = Pick<Context, 'db' | 'engine'>

/** Rolls up every full block, each in its own transaction, so that writers wait for milliseconds at most. */
export async function advanceRollups(ctx: Ctx, chain: AuditChain): Promise<void> {
  while (await rollUpNext(ctx, chain)) await nextTurn()
}

const rollUpNext = (ctx: Ctx, chain: AuditChain): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const mark = await lockMark(tx, chain)
    const { sequence } = await readHead(tx.db, chain)
    if (sequence < (mark.blocks + 1) * blockLength) return false
    await rollUpBlock(tx.db, chain, mark.blocks)
    await moveMark(tx.db, chain, { ...mark, blocks: mark.blocks + 1 })
    return true
  })
