import { TamperedRowError } from '../../../app-error.ts'
import type { DbContext, SecretsContext } from '../../../context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { isUntampered, logTampered } from '../../../db/unless-tampered.ts'
import { nextTurn } from '../../../db/yield-to-event-loop.ts'
import { type Erasure, erasureMac, listErasures } from '../../audit-log/activity-chain-store.ts'
import { type StoredEntry, withoutContent } from '../../audit-log/activity-entry.ts'
import { blockOf, rangeOfBlocks, type SequenceRange } from '../../audit-log/block.ts'
import { lockHead, readHead } from '../../audit-log/chain-store.ts'
import { lockActivityMark, moveActivityMark } from '../../usage/activity-rollup-store.ts'
import {
  deleteErasures,
  listExisting,
  moveErasures,
  readErasable,
  updateErased,
} from './erasable-entry-store.ts'
import { eraseEntry, toleranceMs } from './erase-entry.ts'

type ErasureContext = DbContext<'engine' | 'clock' | 'secrets' | 'log'>

/** Accounts that are erased together, and blocks of one run: the next run goes on. */
const maxAccounts = 100
const maxBlocks = 10_000
/** In one transaction. SQLite blocks the process meanwhile. */
const maxEntries = 256

/**
 * Erases permanently deleted accounts from the activity, block by block, so that no writer waits for long. One walk
 * along the log erases all accounts that are as far as another. An interrupted run is completed by the next one.
 * @returns how many entries were erased
 */
export async function sweepErasures(ctx: ErasureContext): Promise<number> {
  let erased = 0
  let accounts = await authentic(ctx, await listErasures(ctx, maxAccounts))
  for (let blocks = 0; blocks < maxBlocks; blocks++) {
    const done = Math.min(...accounts.map((account) => account.done))
    const { sequence } = await readHead(ctx.db, 'activity')
    if (accounts.length === 0 || done >= sequence) break
    const together = accounts.filter((account) => account.done === done)
    const upTo = Math.min(rangeOfBlocks(blockOf(done + 1)).upTo, sequence)
    erased += await eraseIn(ctx, { after: done, upTo }, together)
    accounts = accounts.map((account) => (account.done === done ? { ...account, done: upTo } : account))
    await nextTurn()
  }
  await forget(ctx, accounts)
  return erased
}

/** Without what the server did not write, and accounts that exist: then somebody has put the row there. */
async function authentic(ctx: ErasureContext, erasures: readonly Erasure[]): Promise<Erasure[]> {
  const existing = await listExisting(ctx, erasures)
  return erasures.filter((erasure) =>
    isUntampered(
      () => {
        erasureMac.check(ctx.secrets, erasure)
        if (existing.has(erasure.user_id)) throw new TamperedRowError('erasures', String(erasure.user_id))
      },
      logTampered(ctx, 'sweep'),
    ),
  )
}

const idsOf = (accounts: readonly Erasure[]) => accounts.map(({ user_id }) => user_id)

async function eraseIn(
  ctx: ErasureContext,
  range: SequenceRange,
  accounts: readonly Erasure[],
): Promise<number> {
  const hasNames = (entry: StoredEntry) => accounts.some((account) => eraseEntry(entry, account))
  const read = async (from: DbContext<'engine'>, part: SequenceRange) =>
    (await readErasable(from, part, idsOf(accounts))).filter(hasNames)
  const eraseAtOnce = (part: SequenceRange) =>
    inTransaction(ctx, async (tx) => {
      const mark = await lockActivityMark(tx)
      // Appending uses the same texts.
      await lockHead(tx, 'activity')
      const entries = await read(tx, part)
      await updateErased(
        tx,
        entries.map((entry) => withoutNamesOf(ctx, entry, accounts)),
      )
      // Counts of searches are remembered for a generation.
      await moveActivityMark(tx.db, { ...mark, generation: mark.generation + 1 })
      return entries.length
    })

  const stored = await read(ctx, range)
  let erased = 0
  for (let index = 0; index < stored.length; index += maxEntries) {
    const [first, ...others] = stored.slice(index, index + maxEntries).map(({ sequence }) => sequence)
    if (first === undefined) break
    erased += await eraseAtOnce({ after: first - 1, upTo: others.at(-1) ?? first })
    await nextTurn()
  }
  await moveErasures(ctx, idsOf(accounts), range.upTo)
  return erased
}

function withoutNamesOf(
  { secrets }: SecretsContext,
  entry: StoredEntry,
  accounts: readonly Erasure[],
): StoredEntry {
  let left = entry
  for (const account of accounts) left = { ...left, ...eraseEntry(left, account) }
  return withoutContent(secrets, entry, left)
}

/** Forgets accounts of which nothing can be written any more. */
async function forget(ctx: ErasureContext, accounts: readonly Erasure[]): Promise<void> {
  const { sequence } = await readHead(ctx.db, 'activity')
  const before = ctx.clock() - toleranceMs
  const finished = accounts.filter(({ done, deleted_at }) => done >= sequence && deleted_at < before)
  if (finished.length > 0) await deleteErasures(ctx, idsOf(finished))
}
