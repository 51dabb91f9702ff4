import { rootDigest, rootMac } from '@envhold/integrity/audit.ts'
import type { DbContext } from '../../context.ts'
import type { Engine } from '../../db/connect.ts'
import type { Row } from '../../db/tables.ts'
import { inTransaction, type WithTrx } from '../../db/transaction.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { appendActivity } from './append-activity.ts'
import { headText } from './report-heads.ts'
import {
  deleteAllPoints,
  deletePoints,
  insertRoot,
  moveActivityPoints,
  moveUsagePoints,
  readNewestRoot,
  readPointsAfter,
} from './root-store.ts'
import { findRootFindings, type RootFindings } from './verify-roots.ts'

type RootContext = DbContext<'engine' | 'clock' | 'secrets' | 'log'>

/**
 * Writes a root over the ends of all chains. Before, it verifies that every chain still passes through its point of the
 * newest root. A chain that does not was cut off or replaced: that is recorded once, and the new root covers what is
 * there now.
 */
export async function writeRoot(ctx: RootContext): Promise<undefined> {
  const before = await readNewestRoot(ctx.db)
  const faults = await findRootFindings(ctx, before)
  const root = await inTransaction(ctx, (tx) => writeAfter(tx, before, faults))
  if (!root) return undefined
  for (const chain of changedIn(faults).slice(0, maxNamed)) ctx.log.chainChanged({ chain })
  ctx.log.auditHead(headText({ chain: 'root', sequence: root.number, link: root.mac }))
  return undefined
}

/** @returns undefined if another node has written a root meanwhile */
async function writeAfter(
  tx: WithTrx<RootContext>,
  before: Row<'audit_roots'> | undefined,
  faults: RootFindings,
): Promise<Row<'audit_roots'> | undefined> {
  const newest = await readNewestRoot(tx.db)
  if (newest?.number !== before?.number) return undefined
  if (faults.isChanged) await deleteAllPoints(tx)
  else await deletePoints(tx, faults.lost)
  await movePoints(tx)
  const root = { number: (before?.number ?? 0) + 1, at: tx.clock(), ...(await digestPoints(tx)) }
  const mac = rootMac(tx.secrets, { ...root, previousMac: before?.mac ?? null })
  await insertRoot(tx, { ...root, mac })
  const changed = changedIn(faults)
  if (changed.length > 0)
    await appendActivity(tx, [
      {
        type: 'security_violation',
        description: `The audit log was changed from outside since root ${before?.number ?? 0}: ${named(changed)} cut off, removed or replaced`,
        userId: null,
        origin: null,
      },
    ])
  return { ...root, mac }
}

const pageLength = 1_000

/** SQLite blocks the process during a statement. PostgreSQL reads all points for each, so there are few. */
const movedAtOnce: Readonly<Record<Engine, number>> = { sqlite: 1_000, postgres: 100_000 }

/** Other work of this process goes on between the pages, except that it waits for SQLite's only connection. */
async function movePoints(tx: WithTrx<RootContext>): Promise<void> {
  for (let project: number | undefined = 0; project !== undefined; await nextTurn())
    project = await moveUsagePoints(tx, project, movedAtOnce[tx.engine])
  for (let chain: string | undefined = ''; chain !== undefined; await nextTurn())
    chain = await moveActivityPoints(tx, chain, movedAtOnce[tx.engine])
}

async function digestPoints({ db }: Pick<WithTrx<RootContext>, 'db'>) {
  const digest = rootDigest()
  let chains = 0
  for (let chain = ''; ; await nextTurn()) {
    const points = await readPointsAfter(db, chain, pageLength)
    for (const point of points) digest.add(point)
    chains += points.length
    const last = points.at(-1)
    if (!last || points.length < pageLength) return { chains, digest: digest.finish() }
    chain = last.chain
  }
}

/** The chains that were changed; the root stands for its points, which say what the chains were. */
const changedIn = ({ isChanged, lost }: RootFindings) => (isChanged ? ['root', ...lost] : lost)

const maxNamed = 10

function named(chains: readonly string[]): string {
  const others = chains.length - maxNamed
  const list = chains.slice(0, maxNamed).join(', ')
  const verb = chains.length === 1 ? 'was' : 'were'
  return others > 0 ? `${list} and ${others} more ${verb}` : `${list} ${verb}`
}
