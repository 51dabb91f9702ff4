import { environment } from '../../config/env.ts'
import type { Context } from '../../context.ts'
import { type BackupRunner, createBackupRunner } from '../../features/operator/backups/backup-runner.ts'
import { openBesideServer } from '../open-for-changing.ts'
import { withCleanUp } from '../with-clean-up.ts'

/** Makes and verifies backups in this process. A signal ends the one under way, and removes what it has written. */
export const withRunner = (work: (ctx: Context, runner: BackupRunner) => Promise<number>) =>
  openBesideServer(async (ctx) => {
    const runner = createBackupRunner(ctx, { path: environment().PATH })
    return await withCleanUp(
      () => work(ctx, runner),
      () => runner.stop(),
    )
  })
