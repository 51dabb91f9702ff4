// Archives a project on a running server with SQLite, without the grace period that leads there.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { loadServerSecrets } from '../../apps/server/src/config/server-secret.ts'
import { sqliteDialect } from '../../apps/server/src/db/sqlite/sqlite-dialect.ts'
import type { Tables } from '../../apps/server/src/db/tables.ts'
import { inTransaction } from '../../apps/server/src/db/transaction.ts'
import { archiveProject } from '../../apps/server/src/features/archive/archived-project-store.ts'

interface Archived {
  readonly projectId: number
  readonly ownerId: number
}

const monthMs = 30 * 24 * 3_600_000

/** Archives it in the database file. */
export async function archiveOnDisk(dataDir: string, { projectId, ownerId }: Archived): Promise<void> {
  const secrets = await loadServerSecrets({ dataDir, serverSecret: undefined })
  const file = new DatabaseSync(join(dataDir, 'envhold.db'), { timeout: 10_000 })
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file, () => {}) })
  const change = { reason: 'grace_period_manual', expires: Date.now() + monthMs } as const
  try {
    await inTransaction({ db, secrets, clock: Date.now }, (tx) =>
      archiveProject(tx, { id: projectId, owner_id: ownerId }, change),
    )
  } finally {
    await db.destroy()
  }
}
