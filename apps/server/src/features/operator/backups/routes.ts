import * as backups from '@envhold/contract/operator/backups.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import type { BackupRunner } from './backup-runner.ts'
import { createBackup } from './create-backup.ts'
import { deleteBackup } from './delete-backup.ts'
import { listBackups } from './list-backups.ts'
import { verifyBackup } from './verify-backup.ts'

export const backupRoutes = (ctx: Context, runner: BackupRunner): Route[] => [
  route(backups.listBackups, async (call) => ({ json: await listBackups(ctx, runner, call) })),
  route(backups.createBackup, async (call) => ({ json: await createBackup(ctx, runner, call) })),
  route(backups.verifyBackup, async (call) => ({ json: await verifyBackup(ctx, runner, call) })),
  route(backups.deleteBackup, async (call) => ({ json: await deleteBackup(ctx, runner, call) })),
]
