import {
  backupFolder,
  findFiles,
  pathOf,
  readRecordText,
  removeDraft,
} from '../../../backups/backup-folder.ts'
import { readRecord } from '../../../backups/backup-record.ts'
import type { Context } from '../../../context.ts'
import { readInstanceId } from '../../../db/stored-heads.ts'
import { findDoneFiles, insertDone } from './backup-store.ts'

/**
 * Removes what is left of backups that were not completed, and lists those that the database does not know: after a
 * restore it lacks the backups that were made since.
 */
export async function tidyFolder(ctx: Pick<Context, 'config' | 'db' | 'secrets'>): Promise<void> {
  const folder = backupFolder(ctx.config)
  const { backups, drafts } = await findFiles(folder)
  for (const file of drafts) await removeDraft(folder, file)
  const known = backups.length > 0 ? await findDoneFiles(ctx.db) : new Set()
  for (const file of backups) if (!known.has(file)) await list(ctx, folder, file)
}

async function list(
  { db, secrets }: Pick<Context, 'db' | 'secrets'>,
  folder: string,
  file: string,
): Promise<void> {
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
