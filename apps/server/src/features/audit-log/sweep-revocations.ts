import { retention } from '@envhold/contract/archive/archive.ts'
import type { DbContext } from '../../context.ts'
import { daysMs } from '../../jobs/retention-rule.ts'
import type { Sweep } from '../../jobs/sweeper.ts'
import { revocationText } from './revocation.ts'
import { deleteRevocationsBefore, listUnlogged, markLogged } from './revocation-store.ts'

const period = { days: retention.revocationDays }
const loggedAtOnce = 500

export const revocationSweeps = (ctx: DbContext<'clock' | 'log'>): Sweep[] => [
  { name: 'revocation-log', run: () => logRevocations(ctx), deletesNothing: true, retention: [] },
  {
    name: 'revocations',
    run: () => deleteRevocationsBefore(ctx.db, ctx.clock() - daysMs(period.days)),
    retention: [
      { what: 'What was revoked, by its ids, for a restore of a backup', period, after: 'it is revoked' },
    ],
  },
]

/** Logs each revocation once more: a command has no log, and a process can end between its commit and its line. */
async function logRevocations({ db, log }: DbContext<'log'>): Promise<number> {
  let logged = 0
  for (;;) {
    const rows = await listUnlogged(db, loggedAtOnce)
    for (const row of rows) log.revoked(revocationText(row))
    if (rows.length > 0) {
      await markLogged(
        db,
        rows.map(({ id }) => id),
      )
    }
    logged += rows.length
    if (rows.length < loggedAtOnce) return logged
  }
}
