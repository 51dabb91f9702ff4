import { backupFolder, isHere, removeBackupFile } from '../../../backups/backup-folder.ts'
import type { DbContext } from '../../../context.ts'
import { type BackupRow, deleteBackupRow } from './backup-store.ts'

/** Deletes a backup: first its file, so that a crash leaves nothing that is not listed. */
export async function removeBackup(
  { config, db }: DbContext<'config'>,
  { id, file }: Pick<BackupRow, 'id' | 'file'>,
): Promise<void> {
  const folder = backupFolder(config)
  if (isHere(folder, file)) await removeBackupFile(folder, file)
  await deleteBackupRow(db, id)
}
