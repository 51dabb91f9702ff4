import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { deleteBackup as endpoint } from '@envhold/contract/operator/backups.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { actedBy } from '../../audit-log/acted-by.ts'
import { transact } from '../../audit-log/tx.ts'
import type { BackupRunner } from './backup-runner.ts'
import { want } from './backup-store.ts'
import { requireBackup } from './require-backup.ts'

/** Lets the node that has a backup delete it. @throws AppError NOT_FOUND, CONFLICT */
export async function deleteBackup(
  ctx: Context,
  runner: BackupRunner,
  { caller, origin, params: { id } }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { file } = await requireBackup(ctx.db, id)
  await transact(ctx, actedBy(caller, origin), async (tx) => {
    if (!(await want(tx, id, 'delete')))
      throw new AppError('CONFLICT', {
        message: 'This backup is being made or verified. Wait until it is done.',
      })
    tx.record({ type: 'backup_deleted', severity: 'high', description: `Deleted the backup ${file}` })
  })
  await runner.runDue()
  return { message: 'Backup deleted' }
}
