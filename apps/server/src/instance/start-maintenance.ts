import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import type { Clock } from '../db/clock.ts'
import { writeHighWaterMark } from '../db/marks/high-water-mark.ts'
import { maintainStorage } from '../db/marks/maintain-storage.ts'
import {
  findNewestUsage,
  type NewestUsage,
  readStoredState,
  type StoredState,
} from '../db/marks/stored-heads.ts'
import { explainStorageError } from '../db/storage-errors.ts'
import { groupCommit } from '../db/transaction.ts'
import { appendActivity } from '../features/audit-log/append-activity.ts'
import { raiseVersionFloor } from '../features/environments/version-floor-store.ts'
import type { Runner } from '../jobs/runner.ts'
import type { OpenedData } from './open-data.ts'

/**
 * Records that a restored database was accepted, sets the high-water mark of this start, and maintains the stored
 * data from now on.
 */
export async function startMaintenance(
  ctx: Context,
  data: OpenedData,
  { clock, newestUsage }: { readonly clock: Clock; readonly newestUsage: NewestUsage },
): Promise<Runner> {
  const { database, secrets, restored } = data
  const description = restored
  if (description)
    await groupCommit(ctx, async (tx) => {
      await appendActivity(tx, [{ type: 'database_restored', description, userId: null, origin: null }])
      await raiseVersionFloor(tx)
    })
  const stored = await groupCommit(ctx, async ({ db }) => readStoredState(db, await findNewestUsage(db)))
  const mark = await setMark(ctx, stored)
  const { dataDir } = ctx.config
  const maintenance = maintainStorage({
    database,
    dataDir,
    secrets,
    clock,
    mark,
    newestUsage,
    log: ctx.log,
  })
  maintenance.start()
  return maintenance
}

/** On PostgreSQL the data folder may be read-only: such a node keeps no mark. */
async function setMark(
  { config, engine, log, secrets }: { readonly config: Config } & Pick<Context, 'engine' | 'log' | 'secrets'>,
  stored: StoredState,
): Promise<StoredState | undefined> {
  try {
    await writeHighWaterMark(config.dataDir, secrets, stored)
    return stored
  } catch (error) {
    if (engine === 'sqlite') throw explainStorageError(error, config.dataDir)
    log.taskFailed({ task: 'high-water-mark', error })
    return undefined
  }
}
