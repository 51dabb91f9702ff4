import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { version } from '../config/version.ts'
import type { Context, DbContext } from '../context.ts'
import { findNewestUsage, readStoredState } from '../db/marks/stored-heads.ts'
import {
  BackupError,
  type BackupRecord,
  backupFolder,
  createDraft,
  explainError,
  freeBytes,
  megabytes,
  publishDraft,
  removeDraft,
  writeRecord,
} from './backup-folder.ts'
import { dumpPostgres, measureDatabase } from './postgres-dump.ts'
import { copyAndHash, type Hashed, hashApart } from './run-order.ts'
import type { ProgramPath } from './run-program.ts'

type BackupContext = DbContext<'config' | 'engine' | 'clock' | 'secrets'>

interface BackupRequest extends Pick<BackupRecord, 'file' | 'origin' | 'startedBy' | 'startedAt'> {
  readonly programs: ProgramPath
  readonly signal: AbortSignal
  readonly onPercent: (percent: number) => void
}

const spareFactor = 1.2
const pollIntervalMs = 1_000

/** @throws BackupError while there is too little space for a copy of a database */
export async function requireSpace(
  ctx: { readonly config: Pick<Context['config'], 'dataDir'> },
  size: number,
): Promise<void> {
  const free = await freeBytes(ctx.config)
  const needed = size * spareFactor
  if (free >= needed) return
  throw new BackupError(
    `The disk of the data folder has too little space: the copy needs ${megabytes(needed)}, and ${megabytes(free)} are free.`,
  )
}

/**
 * Makes a backup: a complete file with its record, or nothing.
 * @returns the record, as it is stored
 * @throws BackupError, or an error that only the log explains
 */
export async function makeBackup(ctx: BackupContext, request: BackupRequest): Promise<string> {
  const { file, origin, startedBy, startedAt, programs } = request
  const { size, engineVersion, obstacle } = await measureDatabase(ctx.config, programs)
  if (obstacle) throw new BackupError(obstacle)
  await requireSpace(ctx, size)
  // Before the copy begins, so that all of this is in it.
  const state = await readStoredState(ctx.db, await findNewestUsage(ctx.db))
  const folder = backupFolder(ctx.config)
  try {
    const draft = await createDraft(folder, file)
    const hashed = await watchGrowth(draft, { ...request, size }, () => copyTo(ctx, draft, request))
    const record = writeRecord(ctx.secrets, {
      format: 1,
      file,
      node: hostname(),
      ...hashed,
      startedAt,
      finishedAt: ctx.clock(),
      origin,
      startedBy,
      engine: ctx.engine,
      engineVersion,
      version,
      state,
    })
    await publishDraft(folder, file, record)
    return record
  } catch (error) {
    await removeDraft(folder, file)
    throw explainError(error) ?? error
  }
}

async function copyTo(
  { config }: BackupContext,
  draft: string,
  { programs, signal }: BackupRequest,
): Promise<Hashed> {
  if (!config.databaseUrl) return await copyAndHash(join(config.dataDir, 'envhold.db'), draft, { signal })
  await dumpPostgres(programs, config.databaseUrl.reveal(), { to: draft, signal })
  return await hashApart(draft, { signal })
}

/** The programs that copy report no progress, but their file grows. */
async function watchGrowth<T>(
  path: string,
  { size, onPercent }: Pick<BackupRequest, 'onPercent'> & { readonly size: number },
  work: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    stat(path).then(
      (stats) => onPercent(Math.min(99, Math.floor((stats.size / Math.max(1, size)) * 100))),
      () => {},
    )
  }, pollIntervalMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
