/** Exporting everything of an owner's own projects. */
import type { LastChange } from '@envhold/contract/environments/environments.ts'
import * as contract from '@envhold/contract/export.ts'
import type { DbContext } from '../../context.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import type { Call } from '../../http/route.ts'
import { verb } from '../../http/verb.ts'
import { type EnvironmentRow, environmentsByProject } from '../environments/environment-store.ts'
import { lastChanges } from '../environments/environment-view.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { openVault } from '../keyring/unlock.ts'
import { requireRateLimit } from '../users/attempt-limits.ts'
import { retryMoved } from '../variables/open-version.ts'
import { variablesView } from '../variables/variables-view.ts'
import type { ExportTurns } from './export-turns.ts'
import { listOwnProjects, openOwnEnvironment } from './own-environments.ts'

interface ExportWorld extends VaultWorld {
  readonly exportTurns: ExportTurns
}

export const listExport = verb(contract.listExport, async (world: ExportWorld, { caller: { userId } }) => ({
  projects: await world.exportTurns.take(userId, () => readList(world, userId)),
}))

export const exportEnvironment = verb(contract.exportEnvironment, (world: ExportWorld, call) =>
  world.exportTurns.take(call.caller.userId, () => readPart(world, call)),
)

const rule = { kind: 'export', limit: contract.exportCallsPerHour, windowMs: 3_600_000 }

/** Bounds what an account can export. @throws AppError RATE_LIMITED */
const countExport = (ctx: DbContext<'clock'>, userId: number): Promise<void> =>
  requireRateLimit(ctx, rule, String(userId))

/** Everything that the caller can export. @throws AppError RATE_LIMITED */
async function readList(
  ctx: DbContext<'secrets' | 'clock' | 'engine'>,
  userId: number,
): Promise<contract.ExportedProject[]> {
  await countExport(ctx, userId)
  const projects = await listOwnProjects(ctx, userId)
  const environments = await environmentsByProject(
    ctx,
    projects.map(({ id }) => id),
  )
  const changes = await lastChanges(ctx, [...environments.values()].flat())
  return projects.map(({ id, name, description, created_at, archived }) => ({
    id,
    name,
    description,
    created_at: wireTime(created_at),
    archived_at: archived && wireTime(archived.archived_at),
    expires_at: archived && wireTime(archived.expires_at),
    environments: (environments.get(id) ?? []).map((row) =>
      environmentView(row, changes.get(row.id) ?? null),
    ),
  }))
}

const environmentView = (row: EnvironmentRow, last_change: LastChange): contract.ExportedEnvironment => ({
  id: row.id,
  name: row.name,
  version: row.version,
  oldest_version: row.oldest_version,
  variable_count: row.variable_count,
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
  last_change,
})

/**
 * Reads versions of an environment for its owner, newest first. It only reads: no pending key work runs.
 * @throws AppError NOT_FOUND for an environment of somebody else's project or of a deleted one, RATE_LIMITED; what
 *   unlocking throws
 */
async function readPart(world: VaultWorld, call: Call<typeof contract.exportEnvironment>) {
  const { caller, params, query, origin } = call
  await countExport(world, caller.userId)
  const holder = await openVault(world, call)
  return await retryMoved(async () => {
    const own = await openOwnEnvironment(world, { holder, caller, origin }, params.id)
    const { before = own.environment.version + 1, limit } = query
    const { opened, what, hasMore } = await own.versions({ before, limit, maxBytes: contract.exportBytes })
    if (what === null) return { versions: [], next: null }
    const versions = await opened.reveal(what)
    return {
      versions: versions.map(({ version, created_at, author_username, variables }) => ({
        version,
        created_at: wireTime(created_at),
        author: author_username,
        ...variablesView(variables),
      })),
      next: hasMore ? (versions.at(-1)?.version ?? null) : null,
    }
  })
}
