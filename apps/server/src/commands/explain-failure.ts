import { AppError } from '../app-error.ts'
import { BackupError } from '../backups/backup-folder.ts'
import { readConfig } from '../config/config.ts'
import { environment } from '../config/env.ts'
import { explainStorageError } from '../db/storage-errors.ts'
import { explainStartFailure, type StartFailure } from '../instance/start-failure.ts'
import { isDamage } from '../verify/finding.ts'

/** Damage to the schema leaves nothing that can be queried. */
const damaged = { exitCode: 1, lines: ['BROKEN envhold.db *: cannot be read: its pages are damaged'] }

/** Why a command failed, for the operator. */
export function explainFailure(error: unknown): StartFailure {
  if (error instanceof AppError || error instanceof BackupError)
    return { exitCode: 1, lines: [error.message] }
  return isDamage(error) ? damaged : explainStartFailure(explainOfSqlite(error))
}

/** A command opens no other SQLite file in this process than the one in the data folder. */
function explainOfSqlite(error: unknown): unknown {
  if (!(error instanceof Error && 'errcode' in error)) return error
  return explainStorageError(error, readConfig(environment()).dataDir)
}
