// Suspends an account on a running server with SQLite, as an operator would.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { loadServerSecrets } from '../../apps/server/src/config/server-secret.ts'
import type { User } from '../../apps/server/src/features/users/user-store.ts'
import { userMac } from '../../apps/server/src/features/users/user-store.ts'

interface Suspended {
  readonly userId: number
  /** Null: no longer suspended. */
  readonly reason: string | null
}

/** Changes an account's row in the database file, with its MAC. */
export async function suspendPerson(dataDir: string, { userId, reason }: Suspended): Promise<void> {
  const secrets = await loadServerSecrets({ dataDir, serverSecret: undefined })
  const file = new DatabaseSync(join(dataDir, 'envhold.db'), { timeout: 10_000 })
  try {
    const row = file.prepare('select * from users where id = ?').get(userId)
    if (!row) throw new Error(`There is no account ${userId}`)
    const status = reason === null ? ('ACTIVE' as const) : ('SUSPENDED' as const)
    const mac = userMac.of(secrets, { ...(row as unknown as User), status })
    file
      .prepare('update users set status = ?, suspended_reason = ?, mac = ? where id = ?')
      .run(status, reason, mac, userId)
  } finally {
    file.close()
  }
}
