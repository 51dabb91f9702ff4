import {
  backupFolder,
  findFiles,
  pathOf,
  readRecord,
  readRecordText,
  removeDraft,
} from '../../../backups/backup-folder.ts'
import { type MeasuredDatabase, measureDatabase } from '../../../backups/postgres-dump.ts'
import { removeAbandonedFolders } from '../../../backups/received-folder.ts'
import type { ProgramPath } from '../../../backups/run-program.ts'
import { environment } from '../../../config/env.ts'
import type { Context, DbContext } from '../../../context.ts'
import { readInstanceId } from '../../../db/marks/stored-heads.ts'
import { createRunner, type Runner } from '../../../jobs/runner.ts'
import { findDoneFiles, findOpenBackups, insertDone } from './backup-store.ts'
import { endInterrupted, runRequestedBackup } from './run-requested-backup.ts'
import { findUnsent, sendNewest } from './send-offsite.ts'

/** Makes, verifies, sends and deletes backups, one at a time on one of several nodes. A stop ends the one under way. */
export interface BackupRunner extends Runner {
  /** What a backup of this node would need, as of the last minute. */
  measure(): Promise<MeasuredDatabase>
}

const measureMs = 60_000
const name = 'backup'

export function createBackupRunner(
  ctx: Context,
  programs: ProgramPath = { path: environment().PATH },
): BackupRunner {
  const measure = createMeasure(ctx, programs)
  let isTidy = false
  const runner = createRunner(ctx, {
    name,
    // After the start, what a restore brought back is looked through soon.
    firstMs: 3_000,
    everyMs: 15_000,
    lease: {
      name,
      isDue: async () =>
        !isTidy || (await findOpenBackups(ctx.db)).length > 0 || (await findUnsent(ctx)) !== undefined,
    },
    run: async ({ signal }) => {
      const open = await findOpenBackups(ctx.db)
      await endInterrupted(ctx, open)
      if (!isTidy || open.some(({ state }) => state === 'running')) await tidyFolder(ctx)
      isTidy = true
      for (const row of await findOpenBackups(ctx.db))
        if (!signal.aborted) await runRequestedBackup(ctx, { programs, signal, measure }, row)
      const unsent = signal.aborted ? undefined : await findUnsent(ctx)
      if (unsent) await sendNewest(ctx, unsent, signal)
    },
  })
  return { ...runner, measure }
}

function createMeasure({ config }: Pick<Context, 'config'>, programs: ProgramPath): BackupRunner['measure'] {
  let measured: { readonly at: number; readonly facts: Promise<MeasuredDatabase> } | undefined
  return () => {
    const now = performance.now()
    if (!measured || now - measured.at > measureMs)
      measured = { at: now, facts: measureDatabase(config, programs) }
    measured.facts.catch(() => {
      measured = undefined
    })
    return measured.facts
  }
}

/**
 * Removes what killed processes left of backups that they made or received. Lists those that the database does not know:
 * after a restore it lacks the backups that were made since.
 */
export async function tidyFolder(ctx: DbContext<'config' | 'secrets'>): Promise<void> {
  const folder = backupFolder(ctx.config)
  await removeAbandonedFolders(ctx.config.dataDir)
  const { backups, drafts } = await findFiles(folder)
  for (const file of drafts) await removeDraft(folder, file)
  const known = backups.length > 0 ? await findDoneFiles(ctx.db) : new Set()
  for (const file of backups) if (!known.has(file)) await list(ctx, folder, file)
}

async function list({ db, secrets }: DbContext<'secrets'>, folder: string, file: string): Promise<void> {
  const text = await readRecordText(pathOf(folder, file))
  if (text === undefined) return
  const record = readRecord(secrets, text)
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
      // Its MAC is in the text alone.
      record: text,
    },
  )
}
