// Archives projects and pauses access directly, without the grace period that leads there.

import {
  type ArchivedProject,
  archiveProject,
  listArchived,
  restoreArchived,
} from '../../apps/server/src/features/archive/archived-project-store.ts'
import { pauseAccess, resumeAccess } from '../../apps/server/src/features/archive/paused-access-store.ts'
import { transact } from '../../apps/server/src/features/audit-log/tx.ts'
import type { TestApp } from './app-for-tests.ts'
import type { Person } from './sign-up.ts'

type App = Pick<TestApp, 'ctx'>
type Owner = Pick<Person, 'userId'>

const byServer = { userId: null, origin: null }
const monthMs = 30 * 24 * 3_600_000

/** @param change by hand and for 30 days, by default */
export async function putInArchive(
  { ctx }: App,
  { userId }: Owner,
  projectId: number,
  change: Partial<Parameters<typeof archiveProject>[2]> = {},
): Promise<ArchivedProject> {
  return await transact(ctx, byServer, async (tx) => {
    await tx.lock([userId])
    const expires = ctx.clock() + monthMs
    await archiveProject(
      tx,
      { id: projectId, owner_id: userId },
      { reason: 'grace_period_manual', expires, ...change },
    )
    const archived = (await listArchived(tx, userId)).find(({ project_id }) => project_id === projectId)
    if (!archived) throw new Error('The project is not in the archive')
    return archived
  })
}

export const restoreFromArchive = ({ ctx }: App, archived: ArchivedProject): Promise<void> =>
  transact(ctx, byServer, async (tx) => {
    await tx.lock([archived.owner_id])
    await restoreArchived(tx, archived)
  })

/** Pauses a person's access to the projects of an owner, or gives it back. */
export const setHeld = (
  { ctx }: App,
  { userId }: Owner,
  { email }: Pick<Person, 'email'>,
  isPaused: boolean,
): Promise<void> =>
  transact(ctx, byServer, async (tx) => {
    await tx.lock([userId])
    await (isPaused ? pauseAccess : resumeAccess)(tx, userId, email)
  })
