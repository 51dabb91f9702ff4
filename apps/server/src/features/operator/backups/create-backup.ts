import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { createBackup as endpoint } from '@envhold/contract/operator/backups.ts'
import { AppError } from '../../../app-error.ts'
import { BackupError } from '../../../backups/backup-error.ts'
import { requireSpace } from '../../../backups/make-backup.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { actedBy } from '../../audit-log/acted-by.ts'
import type { BackupRunner } from './backup-runner.ts'
import { requestBackup } from './request-backup.ts'
import { requireBackup } from './require-backup.ts'
import { wireBackup } from './wire-backup.ts'

/** Begins a backup, unless it is clear already that it would fail. @throws AppError CONFLICT, RATE_LIMITED */
export async function createBackup(
  ctx: Context,
  runner: BackupRunner,
  { caller, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { obstacle, size } = await runner.measure()
  if (obstacle) throw new AppError('CONFLICT', { message: obstacle })
  await requireSpace(ctx, size).catch((error: unknown) => {
    throw error instanceof BackupError ? new AppError('CONFLICT', { message: error.message }) : error
  })
  const id = await requestBackup(ctx, actedBy(caller, origin), 'operator')
  void runner.runDue()
  return { backup: wireBackup(await requireBackup(ctx.db, id)) }
}
