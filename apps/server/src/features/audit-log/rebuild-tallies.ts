import type { AuditChain } from '@envhold/vault/audit.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { advanceTallies } from './advance-tallies.ts'
import { blockLength, blockOf } from './block.ts'
import { readHead, readStart } from './chain-store.ts'
import { dropTalliesOutside, moveMark, takeMark, tallyBlock, tallyText } from './tally-store.ts'

/** What making the tallies of a chain anew came to. */
export interface Rebuilt {
  readonly chain: AuditChain
  /** How many blocks were tallied before. */
  readonly blocks: number
  /** How many of them said something else than their rows; and tallies of no block at all. */
  readonly differed: number
}

type Ctx = Pick<Context, 'db' | 'engine' | 'secrets'>

/** Makes the tallies of a chain anew from its rows, and says whether they were what they should be. */
export async function rebuildTallies(ctx: Ctx, chain: AuditChain): Promise<Rebuilt> {
  const start = await readStart(ctx, chain)
  const first = blockOf((start?.sequence ?? 0) + 1)
  const { end, strays } = await inTransaction(ctx.db, (trx) => settleMark(ctx, trx, chain, first))
  let differed = strays
  for (let block = first; block < end; block++)
    if (await inTransaction(ctx.db, (trx) => rebuildBlock(ctx, trx, chain, block))) differed++
  await advanceTallies(ctx, chain)
  return { chain, blocks: Math.max(0, end - first), differed }
}

type Trx = Parameters<typeof takeMark>[1]

/** A mark beyond the chain's head would count blocks that are still to come. */
async function settleMark(ctx: Ctx, trx: Trx, chain: AuditChain, first: number) {
  const mark = await takeMark(ctx, trx, chain)
  const { sequence } = await readHead(trx, chain)
  const end = Math.min(mark.blocks, Math.floor(sequence / blockLength))
  await moveMark(trx, chain, { blocks: end, generation: mark.generation + 1 })
  return { end, strays: await dropTalliesOutside(trx, chain, { first, end }) }
}

async function rebuildBlock(ctx: Ctx, trx: Trx, chain: AuditChain, block: number): Promise<boolean> {
  await takeMark(ctx, trx, chain)
  const before = await tallyText(trx, chain, block)
  await tallyBlock(trx, chain, block)
  return (await tallyText(trx, chain, block)) !== before
}
