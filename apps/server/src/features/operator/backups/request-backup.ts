import { AppError } from '../../../app-error.ts'
import { fileNameAt } from '../../../backups/backup-folder.ts'
import type { Context } from '../../../context.ts'
import { type Actor, transact } from '../../audit-log/tx.ts'
import { requireRateLimit } from '../../users/require-rate-limit.ts'
import { type BackupRow, insertBackup } from './backup-store.ts'

/** Of the whole instance. */
const rule = { kind: 'backup', limit: 10, windowMs: 3_600_000 }

const words: Record<BackupRow['origin'], string> = {
  operator: 'Started a backup of the database',
  schedule: 'A scheduled backup of the database was started',
  command: 'A backup of the database was started on the server',
}

/**
 * Lets a node make a backup.
 * @returns its id
 * @throws AppError CONFLICT while another one is made, RATE_LIMITED
 */
export async function requestBackup(
  ctx: Context,
  actor: Actor,
  origin: BackupRow['origin'],
): Promise<number> {
  // The schedule has a limit of its own.
  if (origin !== 'schedule') await requireRateLimit(ctx, rule, 'instance')
  const file = fileNameAt(ctx.clock(), ctx.engine)
  return await transact(ctx, actor, async (tx) => {
    const id = await insertBackup(tx, { file, origin, started_by: actor.userId })
    if (id === undefined)
      throw new AppError('CONFLICT', { message: 'A backup is being made already. Wait until it is done.' })
    tx.record({ type: 'backup_started', severity: 'high', description: `${words[origin]}: ${file}` })
    return id
  })
}
