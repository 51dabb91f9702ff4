import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { verifyBackup as endpoint } from '@envhold/contract/operator/backups.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { actedBy } from '../../audit-log/acted-by.ts'
import { type Actor, transact } from '../../audit-log/tx.ts'
import { requireRateLimit } from '../../users/require-rate-limit.ts'
import type { BackupRunner } from './backup-runner.ts'
import { want } from './backup-store.ts'
import { requireBackup } from './require-backup.ts'
import { wireBackup } from './wire-backup.ts'

/** Of the whole instance. */
const rule = { kind: 'backup-verification', limit: 30, windowMs: 3_600_000 }

/** Begins to verify a backup, on the node that has it. @throws AppError NOT_FOUND, CONFLICT, RATE_LIMITED */
export async function verifyBackup(
  ctx: Context,
  runner: BackupRunner,
  { caller, origin, params: { id } }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requestVerification(ctx, actedBy(caller, origin), id)
  void runner.runDue()
  return { backup: wireBackup(await requireBackup(ctx.db, id)) }
}

/** @throws AppError NOT_FOUND, CONFLICT, RATE_LIMITED */
export async function requestVerification(ctx: Context, actor: Actor, id: number): Promise<void> {
  const { file } = await requireBackup(ctx.db, id)
  await requireRateLimit(ctx, rule, 'instance')
  await transact(ctx, actor, async (tx) => {
    if (!(await want(tx, id, 'verify')))
      throw new AppError('CONFLICT', {
        message: 'Only a finished backup can be verified, and only once at a time.',
      })
    tx.record({
      type: 'backup_verification_started',
      severity: 'medium',
      description: `Started to verify the backup ${file}`,
    })
  })
}
