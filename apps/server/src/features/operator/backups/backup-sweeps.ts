import { BackupError, backupFolder, isHere } from '../../../backups/backup-folder.ts'
import { measureDatabase } from '../../../backups/postgres-dump.ts'
import { environment } from '../../../config/env.ts'
import { retainedTimes } from '../../../config/retention-setting.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { daysMs } from '../../../jobs/retention-rule.ts'
import type { Sweep } from '../../../jobs/sweeper.ts'
import {
  type BackupRow,
  findEndedBackups,
  findNewestStart,
  findOpenBackups,
  latestStart,
  verificationOf,
  want,
} from './backup-store.ts'
import { requestBackup } from './request-backup.ts'
import { removeBackup } from './run-requested-backup.ts'

const failedDays = 30
const hourMs = 3_600_000
/** The hourly task is never exactly on time. */
const earlyMs = 10 * 60_000

export const backupSweeps = (ctx: Context): Sweep[] => [
  { name: 'scheduled-backup', run: () => scheduleBackup(ctx), deletesNothing: true, retention: [] },
  {
    name: 'backups',
    run: () => sweepBackups(ctx),
    retention: [
      {
        what: 'Backups beyond the newest, of which BACKUPS_RETAINED are stored (7)',
        period: 'immediately',
        after: 'a newer one is made',
      },
      { what: 'Failed backups in their list', period: { days: failedDays }, after: 'they fail' },
    ],
  },
]

/** Lets a node make a backup when it is time. */
async function scheduleBackup(ctx: Context): Promise<undefined> {
  const { everyHours } = ctx.config.backups
  if (everyHours === undefined) return
  const open = await findOpenBackups(ctx.db)
  if (open.some(({ state }) => state === 'waiting' || state === 'running')) return
  const newest = await findNewestStart(ctx)
  if (newest !== undefined && newest > ctx.clock() - everyHours * hourMs + earlyMs) return
  const { obstacle } = await measureDatabase(ctx.config, { path: environment().PATH })
  if (obstacle) throw new BackupError(obstacle)
  await requestBackup(ctx, { userId: null, origin: null }, 'schedule')
}

/**
 * Deletes backups that newer ones replace. One that proved invalid replaces none, and is deleted no earlier than a usable
 * one of its time: the verification may be wrong, not the backup.
 * @returns how many
 */
async function sweepBackups(ctx: Context): Promise<number> {
  const latest = latestStart(ctx)
  const rows = (await findEndedBackups(ctx.db)).filter(({ started_at }) => started_at <= latest)
  const rule = ctx.config.backups.retained
  const usable = rows.filter(isUsable).map(({ started_at }) => started_at)
  const retained = retainedTimes(usable, rule)
  const isRetained = (row: BackupRow) =>
    (isUsable(row) ? retained : retainedTimes([...usable, row.started_at], rule)).has(row.started_at)
  const failedBefore = ctx.clock() - daysMs(failedDays)
  const due = rows.filter((row) =>
    row.state === 'failed' ? (row.finished_at ?? 0) < failedBefore : !isRetained(row),
  )
  for (const row of due) await remove(ctx, row)
  return due.length
}

const isUsable = (row: BackupRow) => row.state === 'done' && verificationOf(row)?.result !== 'invalid'

/** Another node deletes what only it has. */
async function remove(ctx: Context, row: BackupRow): Promise<void> {
  const isOurs =
    row.state === 'failed' || ctx.engine === 'sqlite' || isHere(backupFolder(ctx.config), row.file)
  if (isOurs) await removeBackup(ctx, row)
  else await inTransaction(ctx, (tx) => want(tx, row.id, 'delete'))
}
