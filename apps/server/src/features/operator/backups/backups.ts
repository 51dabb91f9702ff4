/** Backups of the database: listed here; a node that has the file does the rest (`backup-runner.ts`). */
import * as contract from '@envhold/contract/operator/backups.ts'
import { conflict } from '../../../app-error.ts'
import { BackupError, backupFolder } from '../../../backups/backup-folder.ts'
import { requireSpace } from '../../../backups/make-backup.ts'
import { placeText } from '../../../config/backup-place.ts'
import { retentionText } from '../../../config/retention-setting.ts'
import type { Context } from '../../../context.ts'
import { wireTimeOrNull } from '../../../http/responses/wire-time.ts'
import { verb } from '../../../http/verb.ts'
import { actorOf, transact } from '../../audit-log/tx.ts'
import { offsetOf, paginationOf, totalOf } from '../paging.ts'
import type { BackupRunner } from './backup-runner.ts'
import { countBackups, listBackupRows, want } from './backup-store.ts'
import { readOffsite } from './offsite-store.ts'
import { requestBackup, requestVerification, requireBackup, wireBackup } from './request-backup.ts'

export interface BackupWorld extends Context {
  readonly backups: BackupRunner
}

export const listBackups = verb(
  contract.listBackups,
  async ({ db, engine, config, backups }: BackupWorld, { query }) => {
    const rows = await listBackupRows(db, { limit: query.limit, offset: offsetOf(query) })
    const { obstacle } = await backups.measure()
    const { retained, everyHours, to } = config.backups
    const { sent, failed, cleanUpFailure } = await readOffsite(db)
    return {
      backups: rows.map(wireBackup),
      pagination: paginationOf(query, await totalOf(query, rows.length, () => countBackups(db))),
      engine,
      folder: backupFolder(config),
      data_dir: config.dataDir,
      secret_is_setting: config.serverSecret !== undefined,
      retained: retentionText(retained),
      every_hours: everyHours ?? null,
      offsite: to
        ? {
            to: placeText(to),
            sent_file: sent?.file ?? null,
            sent_at: wireTimeOrNull(sent?.at ?? null),
            failed_since: wireTimeOrNull(failed?.since ?? null),
            failure: failed?.error ?? null,
            clean_up_failure: cleanUpFailure,
          }
        : null,
      obstacle: obstacle ?? null,
    }
  },
)

/** Begins a backup, unless it is clear already that it would fail. @throws AppError CONFLICT, RATE_LIMITED */
export const createBackup = verb(contract.createBackup, async (world: BackupWorld, { caller, origin }) => {
  const { obstacle, size } = await world.backups.measure()
  if (obstacle) throw conflict(obstacle)
  await requireSpace(world, size).catch((error: unknown) => {
    throw error instanceof BackupError ? conflict(error.message) : error
  })
  const id = await requestBackup(world, actorOf(caller, origin), 'operator')
  void world.backups.runDue()
  return { backup: wireBackup(await requireBackup(world.db, id)) }
})

/** Begins to verify a backup, on the node that has it. @throws AppError NOT_FOUND, CONFLICT, RATE_LIMITED */
export const verifyBackup = verb(
  contract.verifyBackup,
  async (world: BackupWorld, { caller, origin, params: { id } }) => {
    await requestVerification(world, actorOf(caller, origin), id)
    void world.backups.runDue()
    return { backup: wireBackup(await requireBackup(world.db, id)) }
  },
)

/** Lets the node that has a backup delete it. @throws AppError NOT_FOUND, CONFLICT */
export const deleteBackup = verb(
  contract.deleteBackup,
  async (world: BackupWorld, { caller, origin, params: { id } }) => {
    const { file } = await requireBackup(world.db, id)
    await transact(world, actorOf(caller, origin), async (tx) => {
      if (!(await want(tx, id, 'delete')))
        throw conflict('This backup is being made or verified. Wait until it is done.')
      tx.record({ type: 'backup_deleted', description: `Deleted the backup ${file}` })
    })
    await world.backups.runDue()
    return { message: 'Backup deleted' }
  },
)
