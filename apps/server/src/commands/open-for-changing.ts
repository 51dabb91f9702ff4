import { readConfig } from '../config/config.ts'
import { environment } from '../config/env.ts'
import { loadServerSecrets } from '../config/server-secret.ts'
import type { Context } from '../context.ts'
import { connect } from '../db/connect.ts'
import { checkRestored } from '../db/marks/check-restored.ts'
import { requireNotMoved } from '../db/marks/move-mark.ts'
import { openData } from '../instance/open-data.ts'
import { openForVerifying } from '../verify/open-for-verifying.ts'

import { createToolContext } from './tool-context.ts'

type Work<T> = (ctx: Context) => Promise<T>

/** Longer than a server waits for a lock: nobody waits for the answer of a tool but the operator. */
const minLockMs = 30_000

/**
 * Opens the stored data to change it, with everything that a transaction needs. On PostgreSQL this works beside running
 * servers. A SQLite folder belongs to one process: a server that uses it must be stopped first.
 * @throws ConfigError, DataDirLockedError, StorageRejection, or a database error
 */
export async function openForChanging<T>(work: Work<T>): Promise<T> {
  // Before anything is opened for writing: a database of another version is not migrated by a tool.
  await openForVerifying(async () => {})
  const config = readConfig(environment())
  const { database, secrets } = await openData(config)
  try {
    return await work(await createToolContext(config, database, secrets))
  } finally {
    await database.checkpoint()
    await database.close()
  }
}

/**
 * Opens the stored data for short transactions beside running servers, on both engines. Use it only for changes of which
 * a server caches nothing: on SQLite, too, it does not notice them otherwise.
 * @throws ConfigError, StorageRejection, or a database error
 */
export async function openBesideServer<T>(work: Work<T>): Promise<T> {
  await openForVerifying(async () => {})
  const config = readConfig(environment())
  const { dataDir, databaseUrl, postgres } = config
  const secrets = loadServerSecrets(config)
  const database = connect({
    databaseUrl: databaseUrl?.reveal(),
    dataDir,
    postgres: { ...postgres, lockMs: Math.max(postgres.lockMs, minLockMs) },
    besideServer: true,
  })
  try {
    await requireNotMoved(database.db)
    await checkRestored(database, { dataDir, secrets }, false)
    return await work(await createToolContext(config, database, secrets))
  } finally {
    await database.close()
  }
}
