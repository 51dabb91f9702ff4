import { randomBytes } from 'node:crypto'
import {
  backupFolder,
  findFiles,
  pathOf,
  readRecordText,
  removeDraft,
} from '../../../backups/backup-folder.ts'
import { readRecord } from '../../../backups/backup-record.ts'
import { type MeasuredDatabase, measureDatabase } from '../../../backups/measure-database.ts'
import type { ProgramPath } from '../../../backups/run-program.ts'
import { environment } from '../../../config/env.ts'
import type { Context, DbContext } from '../../../context.ts'
import { readInstanceId } from '../../../db/stored-heads.ts'
import { acquireLease, extendLease } from '../../../jobs/lease-store.ts'
import { findDoneFiles, findOpenBackups, insertDone } from './backup-store.ts'
import { endInterrupted, runRequestedBackup } from './run-requested-backup.ts'

/** Makes, verifies and deletes backups, one at a time on one of several nodes. */
export interface BackupRunner {
  /** Does what is there to do, and not being done by another node. Never rejects. */
  runDue(): Promise<void>
  /** What a backup of this node would need, as of the last minute. */
  measure(): Promise<MeasuredDatabase>
  /** Ends what is being done. */
  stop(): Promise<void>
}

const leaseName = 'backup'
/** A node that dies is replaced after this time. */
const leaseMs = 60_000
const extendEveryMs = 20_000
const pollIntervalMs = 15_000
/** After the start, what a restore brought back is looked through soon. */
const firstLookMs = 3_000
const measureMs = 60_000

const task = 'backup'
export function createBackupRunner(
  ctx: Context,
  programs: ProgramPath = { path: environment().PATH },
): BackupRunner {
  const holder = randomBytes(8).toString('hex')
  const stopping = new AbortController()
  let isTidy = false
  let underWay: Promise<void> | undefined
  let measured: { readonly at: number; readonly facts: Promise<MeasuredDatabase> } | undefined

  const lease = (ms: number) => ({ name: leaseName, holder, until: ctx.clock() + ms })
  const extend = () =>
    extendLease(ctx.db, lease(leaseMs)).catch(() => {
      // The next attempt extends it.
    })
  const measure = () => {
    const now = performance.now()
    if (!measured || now - measured.at > measureMs)
      measured = { at: now, facts: measureDatabase(ctx.config, programs) }
    measured.facts.catch(() => {
      measured = undefined
    })
    return measured.facts
  }

  const workThrough = async () => {
    await endInterrupted(ctx, await findOpenBackups(ctx.db))
    if (!isTidy) await tidyFolder(ctx)
    isTidy = true
    for (const row of await findOpenBackups(ctx.db)) {
      if (stopping.signal.aborted) return
      await runRequestedBackup(ctx, { programs, signal: stopping.signal, measure }, row)
    }
  }

  const round = async (): Promise<void> => {
    if (stopping.signal.aborted || (isTidy && (await findOpenBackups(ctx.db)).length === 0)) return
    if (!(await acquireLease(ctx.db, lease(leaseMs), ctx.clock()))) return
    const extending = setInterval(() => void extend(), extendEveryMs)
    try {
      await workThrough()
    } finally {
      clearInterval(extending)
      await extendLease(ctx.db, lease(0))
    }
  }

  const runDue = async (): Promise<void> => {
    await underWay
    underWay ??= round()
      .catch((error: unknown) => ctx.log.taskFailed({ task, error }))
      .finally(() => {
        underWay = undefined
      })
    await underWay
  }

  const look = () => {
    if (!underWay) void runDue()
  }
  const first = setTimeout(look, firstLookMs).unref()
  const timer = setInterval(look, pollIntervalMs).unref()
  return {
    runDue,
    measure,
    stop: async () => {
      stopping.abort()
      clearTimeout(first)
      clearInterval(timer)
      await underWay
    },
  }
}

/**
 * Removes what is left of backups that were not completed, and lists those that the database does not know: after a
 * restore it lacks the backups that were made since.
 */
async function tidyFolder(ctx: DbContext<'config' | 'secrets'>): Promise<void> {
  const folder = backupFolder(ctx.config)
  const { backups, drafts } = await findFiles(folder)
  for (const file of drafts) await removeDraft(folder, file)
  const known = backups.length > 0 ? await findDoneFiles(ctx.db) : new Set()
  for (const file of backups) if (!known.has(file)) await list(ctx, folder, file)
}

async function list({ db, secrets }: DbContext<'secrets'>, folder: string, file: string): Promise<void> {
  const text = await readRecordText(pathOf(folder, file))
  const record = text === undefined ? undefined : readRecord(secrets, text)
  if (record?.file !== file || record.state.instanceId !== (await readInstanceId(db))) return
  await insertDone(
    { db },
    {
      file,
      node: record.node,
      origin: record.origin,
      started_by: record.startedBy,
      started_at: record.startedAt,
      finished_at: record.finishedAt,
      record: JSON.stringify(record),
    },
  )
}
