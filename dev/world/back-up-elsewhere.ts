import { acquireLease } from '../../apps/server/src/jobs/task-store.ts'
import type { TestApp } from './app-for-tests.ts'

/** Lets it seem that another node makes a backup, so that this node starts none. */
export async function backUpElsewhere({ ctx: { db, clock } }: Pick<TestApp, 'ctx'>): Promise<void> {
  // The runner of this node would end a backup that nobody makes.
  const lease = { name: 'backup', holder: 'another node', until: clock() + 3_600_000 }
  await acquireLease(db, lease, clock())
  const backup = { file: 'another', node: '', state: 'running', percent: 0, origin: 'command' } as const
  await db
    .insertInto('backups')
    .values({ ...backup, started_at: clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
