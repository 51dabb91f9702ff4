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
  /** How many blocks had rollups before. */
  readonly blocks: number
  /** How many of them differed from their rows, including rollups without a block. */
  readonly differed: number
}

type Ctx = Pick<Context, 'db' | 'engine' | 'secrets'>

/** Rebuilds the rollups of a chain from its rows, and reports whether they were right. */
export async function rebuildRollups(ctx: Ctx, chain: AuditChain): Promise<Rebuilt> {
  const start = await readStart(ctx, chain)
  const first = blockOf((start?.sequence ?? 0) + 1)
  const { end, strays } = await inTransaction(ctx, (tx) => settleMark(tx, chain, first))
  let differed = strays
  for (let block = first; block < end; block++)
    if (await inTransaction(ctx, (tx) => rebuildBlock(tx, chain, block))) differed++
  await advanceRollups(ctx, chain)
  return { chain, blocks: Math.max(0, end - first), differed }
}

/** A mark beyond the chain's head would count future blocks. */
async function settleMark(tx: Inside<Ctx>, chain: AuditChain, first: number) {
  const mark = await lockMark(tx, chain)
  const { sequence } = await readHead(tx.db, chain)
  const end = Math.min(mark.blocks, Math.floor(sequence / blockLength))
  await moveMark(tx.db, chain, { blocks: end, generation: mark.generation + 1 })
  return { end, strays: await deleteRollupsOutside(tx.db, chain, { first, end }) }
}

async function rebuildBlock(tx: Inside<Ctx>, chain: AuditChain, block: number): Promise<boolean> {
  await lockMark(tx, chain)
  const before = await rollupText(tx.db, chain, block)
  await rollUpBlock(tx.db, chain, block)
  return (await rollupText(tx.db, chain, block)) !== before
}
