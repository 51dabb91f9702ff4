import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listBackups as endpoint } from '@envhold/contract/operator/backups.ts'
import { backupFolder } from '../../../backups/backup-folder.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { offsetOf, paginationOf, totalOf } from '../paging.ts'
import type { BackupRunner } from './backup-runner.ts'
import { countBackups, listBackupRows } from './backup-store.ts'
import { wireBackup } from './wire-backup.ts'

export async function listBackups(
  { db, engine, config }: Pick<Context, 'db' | 'engine' | 'config'>,
  runner: BackupRunner,
  { query }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { limit } = query
  const rows = await listBackupRows(db, { limit, offset: offsetOf(query) })
  const { obstacle } = await runner.measure()
  const { retained, everyHours } = config.backups
  return {
    backups: rows.map(wireBackup),
    pagination: paginationOf(query, await totalOf(query, rows.length, () => countBackups(db))),
    engine,
    folder: backupFolder(config),
    data_dir: config.dataDir,
    secret_is_setting: config.serverSecret !== undefined,
    retained,
    every_hours: everyHours ?? null,
    obstacle: obstacle ?? null,
  }
}
