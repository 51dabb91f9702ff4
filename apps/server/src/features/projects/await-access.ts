import { hash } from 'node:crypto'
import * as contract from '@envhold/contract/projects/access.ts'
import { AppError } from '../../app-error.ts'
import type { Context, DbContext } from '../../context.ts'
import { verb } from '../../http/verb.ts'
import { findSession } from '../sessions/session-store.ts'
import { requireActive } from '../users/require-active.ts'
import type { AccessWatch } from './access-watch.ts'
import { listAccess } from './project-access.ts'
import { accessTexts } from './shared-project-store.ts'

interface WatchingWorld extends Context {
  readonly accesses: AccessWatch
}

/**
 * Delays the response until what the caller owns or others share changes, so that a page forgets the values of an
 * environment as soon as the access to it ends. The response contains no secret, so nothing is recorded.
 */
export const awaitAccess = verb(contract.awaitAccess, async (world: WatchingWorld, call) => {
  const { caller, query, wait } = call
  const { userId, session } = caller
  // Read first, so that a change in between ends the wait.
  const known = (await accessTexts(world.db, [userId])).get(userId) ?? ''
  const before = await readAccess(world, userId)
  if (before.access !== query.after || query.wait === 0) return before
  await wait(world.accesses.over({ userId, sessionId: session.id, known }, query.wait * 1_000))
  await requireActive(world, userId)
  if (!(await findSession(world.db, session.id))) throw new AppError('UNAUTHENTICATED')
  return await readAccess(world, userId)
})

/** An owner who deletes or archives a project still owns it: only its transfer ends the access. */
async function readAccess(ctx: DbContext<'secrets'>, userId: number) {
  const accesses = await listAccess(ctx, userId, { withRemoved: true })
  const projects = accesses.map(({ project, role, environments }) => ({
    id: project.id,
    name: project.name,
    user_role: role,
    environments: [...(environments ?? [])],
  }))
  // A new name is not a change of access.
  const access = hash(
    'sha256',
    JSON.stringify(projects.map(({ id, user_role, environments }) => [id, user_role, environments])),
    'hex',
  )
  return { access, projects }
}
