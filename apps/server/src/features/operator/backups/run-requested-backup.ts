import { hostname } from 'node:os'
import { backupFolder, explainError, isHere, removeBackupFile } from '../../../backups/backup-folder.ts'
import { makeBackup } from '../../../backups/make-backup.ts'
import type { MeasuredDatabase } from '../../../backups/postgres-dump.ts'
import type { ProgramPath } from '../../../backups/run-program.ts'
import type { Context, DbContext } from '../../../context.ts'
import {
  type BackupRow,
  deleteBackupRow,
  markDone,
  markFailed,
  markRunning,
  markVerified,
  markVerifying,
  setPercent,
} from './backup-store.ts'
import { verifyStored } from './verify-stored.ts'

/** What a node needs for its work. */
export interface Worker {
  readonly programs: ProgramPath
  /** The process stops. */
  readonly signal: AbortSignal
  readonly measure: () => Promise<MeasuredDatabase>
}

/** The node that has the file answers within this time, or none has it. */
const waitMs = 60_000
const unknownFailure = 'The backup failed. The log of the server says why.'
const interrupted = 'The server or command that made this backup was stopped.'

/** Does what is to be done with a backup, unless that is for another node. */
export async function runRequestedBackup(ctx: Context, worker: Worker, row: BackupRow): Promise<void> {
  if (await isForOther(ctx, worker, row)) return
  if (row.state === 'waiting') await make(ctx, worker, row)
  else if (row.wanted === 'verify') await verify(ctx, worker, row)
  else if (row.wanted === 'delete') await removeBackup(ctx, row)
}

/** For the holder of the lease: what seems to be under way has ended with its process. */
export async function endInterrupted(ctx: Context, rows: readonly BackupRow[]): Promise<void> {
  for (const { id, state } of rows) {
    if (state === 'running') await markFailed(ctx, id, interrupted)
    if (state === 'verifying') await markVerified(ctx.db, id, undefined)
  }
}

async function isForOther(ctx: Context, { measure }: Worker, row: BackupRow): Promise<boolean> {
  if (ctx.engine === 'sqlite' || ctx.clock() - (row.wanted_at ?? row.started_at) > waitMs) return false
  if (row.state === 'waiting') return (await measure()).obstacle !== undefined
  return !isHere(backupFolder(ctx.config), row.file)
}

async function make(ctx: Context, worker: Worker, row: BackupRow): Promise<void> {
  if (!(await markRunning(ctx, row.id, hostname()))) return
  try {
    const record = await makeBackup(ctx, {
      file: row.file,
      origin: row.origin,
      startedBy: row.started_by,
      startedAt: row.started_at,
      ...following(ctx, worker, row.id),
    })
    await markDone(ctx, row.id, record)
  } catch (error) {
    const isStopping = worker.signal.aborted
    const explained = explainError(error)
    if (!explained && !isStopping) ctx.log.taskFailed({ task: 'backup', error })
    await markFailed(ctx, row.id, isStopping ? interrupted : (explained?.message ?? unknownFailure))
  }
}

async function verify(ctx: Context, worker: Worker, row: BackupRow): Promise<void> {
  await markVerifying(ctx.db, row.id)
  await markVerified(ctx.db, row.id, await verifyStored(ctx, row, following(ctx, worker, row.id)))
}

/** Stores progress, without waiting and without failing. */
function following({ db }: Context, { programs, signal }: Worker, id: number) {
  let last = 0
  const onPercent = (percent: number) => {
    if (percent === last) return
    last = percent
    setPercent(db, id, percent).catch(() => {})
  }
  return { programs, signal, onPercent }
}

/** Deletes a backup: first its file, so that a crash leaves nothing that is not listed. */
export async function removeBackup(
  { config, db }: DbContext<'config'>,
  { id, file }: Pick<BackupRow, 'id' | 'file'>,
): Promise<void> {
  const folder = backupFolder(config)
  if (isHere(folder, file)) await removeBackupFile(folder, file)
  await deleteBackupRow(db, id)
}
