import { notFound } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { type ArchivedProject, findArchived, listArchived } from '../archive/archived-project-store.ts'
import { actorOf } from '../audit-log/tx.ts'
import { type EnvironmentRow, epochOf, findEnvironment } from '../environments/environment-store.ts'
import type { WantedPage } from '../environments/version-store.ts'
import type { VaultWorld } from '../keyring/keyring.ts'
import { openEnvironmentKey } from '../keyring/open-environment-key.ts'
import { listOwnedProjects, type ProjectRow } from '../projects/project-store.ts'
import { findProjectOfUser } from '../projects/shared-project-store.ts'
import { type Reader, Unrevealed } from '../variables/open-for-reading.ts'
import { faultUnlessMoved, type OpenedVersion, openVersions } from '../variables/open-version.ts'

/** A project that its owner still has: a live or an archived one, not a deleted one. */
interface OwnProject extends Pick<ProjectRow, 'id' | 'name' | 'description' | 'created_at'> {
  /** Null while it is live. */
  readonly archived: Pick<ArchivedProject, 'archived_at' | 'expires_at'> | null
}

const live = ({ id, name, description, created_at }: ProjectRow): OwnProject => ({
  id,
  name,
  description,
  created_at,
  archived: null,
})

const archived = (row: ArchivedProject): OwnProject => {
  const { project_id: id, name, description, created_at } = row
  return { id, name, description, created_at, archived: row }
}

/** The projects of an owner, live and archived, the newest first. */
export async function listOwnProjects(ctx: DbContext<'secrets'>, ownerId: number): Promise<OwnProject[]> {
  const projects = [
    ...(await listOwnedProjects(ctx, ownerId)).map(live),
    ...(await listArchived(ctx, ownerId)).map(archived),
  ]
  return projects.sort((left, right) => right.created_at - left.created_at || right.id - left.id)
}

/** One of them. */
async function findOwnProject(
  ctx: DbContext<'secrets'>,
  ownerId: number,
  id: number,
): Promise<OwnProject | undefined> {
  const project = await findProjectOfUser(ctx, id, ownerId)
  if (project) return project.project.owner_id === ownerId ? live(project.project) : undefined
  const row = await findArchived(ctx, id)
  return row?.owner_id === ownerId ? archived(row) : undefined
}

/** An environment that its owner exports. Its key is private, so `reveal` is the only way to get values. */
interface ExportableEnvironment {
  readonly environment: EnvironmentRow
  /** @throws EpochMovedError, TamperedRowError */
  readonly versions: (page: WantedPage) => Promise<{
    readonly opened: Unrevealed<readonly OpenedVersion[]>
    /** Begins the sentence in the activity log, which says how much of the history leaves; null: nothing does. */
    readonly what: string | null
    readonly hasMore: boolean
  }>
}

/**
 * Opens an environment of the reader's own project, live or archived. A pending re-key does not run: neither a
 * suspended account nor an archived project may be written.
 * @throws AppError NOT_FOUND; EpochMovedError, see `retryMoved`
 */
export async function openOwnEnvironment(
  world: VaultWorld,
  { holder, caller, origin }: Reader,
  id: number,
): Promise<ExportableEnvironment> {
  const { project, environment } = await requireOwnEnvironment(world, caller.userId, id)
  const key = await openEnvironmentKey(world, holder, epochOf(environment)).catch(async (error) => {
    throw await faultUnlessMoved(world.db, environment, error)
  })
  const record = (what: string) =>
    world.keyring.recorder.record({
      ...actorOf(caller, origin),
      type: 'environment_exported',
      description: `${what} the environment "${environment.name}" of "${project.name}"`,
      projectId: project.id,
      environmentId: id,
    })
  return {
    environment,
    versions: async (page) => {
      const { versions, hasMore } = await openVersions(world.db, { environment, key }, page)
      return { opened: new Unrevealed(versions, record), what: describe(versions), hasMore }
    },
  }
}

function describe(versions: readonly OpenedVersion[]): string | null {
  const [newest, oldest] = [versions[0]?.version, versions.at(-1)?.version]
  if (newest === undefined) return null
  return newest === oldest ? `Exported version ${newest} of` : `Exported versions ${oldest} to ${newest} of`
}

/**
 * Returns an environment of the user's own project, which may be archived or read-only. Only an export asks this way:
 * everything else goes through `requireProject`, to which an archived project does not exist.
 * @throws AppError NOT_FOUND
 */
async function requireOwnEnvironment(
  ctx: DbContext<'secrets' | 'engine'>,
  userId: number,
  id: number,
): Promise<{ readonly project: OwnProject; readonly environment: EnvironmentRow }> {
  const environment = await findEnvironment(ctx, id)
  const project = environment && (await findOwnProject(ctx, userId, environment.project_id))
  if (!environment || !project) throw notFound('Environment not found')
  return { project, environment }
}
