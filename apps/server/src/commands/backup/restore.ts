import { resolve } from 'node:path'
import { BackupError, backupFolder, pathOf } from '../../backups/backup-folder.ts'
import { restorePostgres } from '../../backups/postgres-dump.ts'
import { requireRestorable } from '../../backups/require-restorable.ts'
import { listUnread, restoreFile } from '../../backups/restore-file.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { environment } from '../../config/env.ts'
import { loadServerSecrets } from '../../config/server-secret.ts'
import type { Context } from '../../context.ts'
import { createClock } from '../../db/clock.ts'
import { connect } from '../../db/connect.ts'
import { createNewestUsage, hasTables } from '../../db/marks/stored-heads.ts'
import { tidyFolder } from '../../features/operator/backups/backup-runner.ts'
import { findOpenBackups } from '../../features/operator/backups/backup-store.ts'
import { endInterrupted } from '../../features/operator/backups/run-requested-backup.ts'
import { openData } from '../../instance/open-data.ts'
import { startMaintenance } from '../../instance/start-maintenance.ts'
import { endLeases } from '../../jobs/task-store.ts'
import type { Replaced } from '../../reapply/read-replaced.ts'
import { openForVerifying } from '../../verify/open-for-verifying.ts'
import { verifyEverything } from '../../verify/verify-everything.ts'
import { command, type PrintLine } from '../command.ts'
import { createToolContext } from '../tool-context.ts'
import { identityOption, withBackup } from './from-place.ts'
import { reviewOptions, reviewRevocations } from './review-revocations.ts'

/** The database that a restore into PostgreSQL replaces, if it still answers; with SQLite, those not yet read. */
export async function listReplaced({ databaseUrl, dataDir }: Config): Promise<Replaced[]> {
  const { REPLACED_DATABASE_URL: replacedUrl } = environment()
  if (databaseUrl) return replacedUrl ? [{ databaseUrl: replacedUrl }] : []
  return (await listUnread(dataDir)).map((file) => ({ file }))
}

export const restore = command({
  name: 'restore',
  summary: 'Put a backup in the place of the database',
  operands: 'NAME|PATH|PLACE',
  options: { ...reviewOptions, ...identityOption },
  details:
    'Stop the server first. The backup is verified, it replaces the database, what was revoked after it was made is listed, and the result is verified. Before that nothing is replaced.\n\nSQLite: the replaced database stays in DATA_DIR/before-restore-TIME. PostgreSQL: DATABASE_URL is an empty database, and REPLACED_DATABASE_URL the replaced one, if it still answers.\n\nThe server secret is not in a backup: SERVER_SECRET, or the file in the data folder, must be that of the database.',
  examples: [
    ['envhold-server restore envhold-20261122T140000Z.db', 'A backup in the list'],
    ['envhold-server restore ./envhold-20261122T140000Z.db', 'A file, with the .json file beside it'],
    ['envhold-server restore s3://backups/envhold --identity key.txt', 'The newest one in a bucket'],
  ],
  run: ({ options: { identity, ...options }, operands: [from = ''], info }) =>
    withBackup(from, identity, info, (backup) => restoreBackup(backup, from, options, info)),
})

async function restoreBackup(
  backup: string,
  from: string,
  { log, reapply }: { readonly log: string | undefined; readonly reapply: boolean },
  info: PrintLine,
): Promise<number> {
  const config = readConfig(environment())
  const secrets = loadServerSecrets(config)
  const path = pathOfBackup(config, backup)
  await requireRestorable(secrets, config, path)
  await replace(config, path, info)
  info('The backup is restored.')
  const exitCode = await openRestored(`Restored the backup ${from}.`, async (ctx) =>
    reviewRevocations(ctx, { log, replaced: await listReplaced(config) }, reapply, info),
  )
  const problems = await openForVerifying((opened) => verifyEverything(opened, [], info))
  return problems === 0 ? exitCode : 1
}

/**
 * Accepts a restored database, as `envhold-server serve --accept-restored` does, and works on it before any server.
 * @param description is recorded if the data folder has nothing to compare the database with
 */
export async function openRestored<T>(description: string, work: (ctx: Context) => Promise<T>): Promise<T> {
  const config = readConfig(environment())
  const data = await openData(config, { restored: 'accept' })
  try {
    const ctx = await createToolContext(config, data.database, data.secrets)
    await endLeases(ctx.db)
    const accepted = { ...data, restored: data.restored ?? description }
    const maintenance = await startMaintenance(ctx, accepted, {
      clock: await createClock(data.database),
      newestUsage: createNewestUsage(),
    })
    try {
      // The backup was under way when it was copied: as long as it is, no other one can be made.
      await endInterrupted(ctx, await findOpenBackups(ctx.db))
      await tidyFolder(ctx)
      return await work(ctx)
    } finally {
      await maintenance.stop()
    }
  } finally {
    await data.database.checkpoint()
    await data.database.close()
  }
}

function pathOfBackup(config: Config, backup: string): string {
  if (/[/\\]/.test(backup)) return resolve(backup)
  try {
    return pathOf(backupFolder(config), backup)
  } catch {
    throw new BackupError(`${backup} is not the name of a backup. For a file, give a path with a slash.`)
  }
}

async function replace(config: Config, path: string, info: PrintLine): Promise<void> {
  const url = config.databaseUrl?.reveal()
  if (url !== undefined) {
    await requireEmpty(config, url)
    await restorePostgres({ path: environment().PATH }, url, path)
    return
  }
  const file = await restoreFile(config.dataDir, path, Date.now())
  if (file !== undefined) info(`The replaced database is ${file}.`)
}

async function requireEmpty({ dataDir, postgres }: Config, databaseUrl: string): Promise<void> {
  const { db, engine, close } = connect({ databaseUrl, dataDir, postgres })
  try {
    if (await hasTables(db, engine))
      throw new BackupError(
        'DATABASE_URL has an instance already. Create an empty database, and set its URL.',
      )
  } finally {
    await close()
  }
}
