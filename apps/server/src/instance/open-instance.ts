import { type App, buildApp } from '../app.ts'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { createClock } from '../db/clock.ts'
import { createNewestUsage } from '../db/marks/stored-heads.ts'
import { endProcess } from '../db/storage-errors.ts'
import { createUsageDays } from '../db/usage-partitions.ts'
import type { Argon2Limiter } from '../features/users/argon2-limiter.ts'
import { createDrain, type Drain } from '../http/drain.ts'
import type { Log } from '../http/log/log.ts'
import { createContext } from './create-context.ts'
import { openData } from './open-data.ts'
import { startMaintenance } from './start-maintenance.ts'
import type { Running } from './stop.ts'

export interface Instance extends Running, App {
  readonly ctx: Context
  readonly drain: Drain
  /** The files of the database that others could read before. */
  readonly closedFiles: readonly string[]
}

interface Options {
  readonly log: Log
  readonly acceptRestored: boolean
  /** Tests pass their own. */
  readonly limiter?: Argon2Limiter
}

/** Opens what is stored and builds the application, in this order, or not at all. It does not listen yet. */
export async function openInstance(
  config: Config,
  { log, acceptRestored, limiter }: Options,
): Promise<Instance> {
  const data = await openData(config, {
    restored: acceptRestored ? 'accept' : 'refuse',
    onFault: (fault) => log.storageFailed({ fault }),
    onSyncFailure: (error) => {
      log.syncFailed({ error })
      return endProcess()
    },
  })
  const { secrets, closedFiles } = data
  const time = await createClock(data.database)
  const clock = time.now
  await createUsageDays(data.database, clock())
  const ctx = createContext({ config, database: data.database, clock, log, secrets })
  const { faults } = data.database
  const newestUsage = createNewestUsage()
  const maintenance = await startMaintenance(ctx, data, { clock: time, newestUsage })
  const drain = createDrain()
  const app = buildApp(ctx, { drain, faults, newestUsage, ...(limiter && { limiter }) })
  return {
    ...app,
    ctx,
    drain,
    log,
    closedFiles,
    // The database is closed only after its last maintenance.
    database: {
      close: async () => {
        await maintenance.stop()
        await data.database.close()
      },
    },
  }
}
