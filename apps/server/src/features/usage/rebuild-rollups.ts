import type { AuditChain } from '@envhold/integrity/audit.ts'
import type { Context } from '../../context.ts'
import { type Inside, inTransaction } from '../../db/transaction.ts'
import { readHead, readStart } from '../audit-log/chain-store.ts'
import { advanceRollups } from './advance-rollups.ts'
import { blockLength, blockOf } from './block.ts'
import { deleteRollupsOutside, lockMark, moveMark, rollUpBlock, rollupText } from './rollup-store.ts'

/** The result of rebuilding a chain's rollups. */
export interface Rebuilt {
  readonly chain: AuditChain
  /** How many blocks were rolled up before. */
  readonly blocks: number
  /** How many rollups differed from their rows, or belonged to no block. */
  readonly differed: number
}

type Ctx = Pick<Context, 'db' | 'engine' | 'secrets'>

/** Rebuilds a chain's rollups from its rows, and returns whether they were correct. */
export async function rebuildRollups(ctx: Ctx, chain: AuditChain): Promise<Rebuilt> {
  const start = await readStart(ctx, chain)
  const first = blockOf((start?.sequence ?? 0) + 1)
  const { end, orphans } = await inTransaction(ctx, (tx) => correctMark(tx, chain, first))
  let differed = orphans
  for (let block = first; block < end; block++)
    if (await inTransaction(ctx, (tx) => rebuildBlock(tx, chain, block))) differed++
  await advanceRollups(ctx, chain)
  return { chain, blocks: Math.max(0, end - first), differed }
}

/** Corrects a mark beyond the chain's head, which would count blocks that do not exist yet. */
async function correctMark(tx: Inside<Ctx>, chain: AuditChain, first: number) {
  const mark = await lockMark(tx, chain)
  const { sequence } = await readHead(tx.db, chain)
  const end = Math.min(mark.blocks, Math.floor(sequence / blockLength))
  await moveMark(tx.db, chain, { blocks: end, generation: mark.generation + 1 })
  return { end, orphans: await deleteRollupsOutside(tx.db, chain, { first, end }) }
}

async function rebuildBlock(tx: Inside<Ctx>, chain: AuditChain, block: number): Promise<boolean> {
  await lockMark(tx, chain)
  const before = await rollupText(tx.db, chain, block)
  await rollUpBlock(tx.db, chain, block)
  return (await rollupText(tx.db, chain, block)) !== before
}
