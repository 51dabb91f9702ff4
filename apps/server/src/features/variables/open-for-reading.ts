import { may } from '@envhold/contract/projects/projects.ts'
import type { Variable, Variables } from '@envhold/formats/variables.ts'
import type { Context } from '../../context.ts'
import { charged } from '../../db/charged-work.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'
import { actorOf, transact } from '../audit-log/tx.ts'
import { type EnvironmentAccess, requireEnvironment } from '../environments/environment-access.ts'
import { type EnvironmentRow, epochOf } from '../environments/environment-store.ts'
import { quotedNames } from '../environments/environment-view.ts'
import { explainMissingGrant, hasGrant } from '../grants/explain-missing-grant.ts'
import { ensureCurrentKey } from '../grants/rekey-environment.ts'
import type { KeyHolder, VaultWorld } from '../keyring/keyring.ts'
import { EpochMovedError, openEnvironmentKey } from '../keyring/open-environment-key.ts'
import { faultUnlessMoved, type OpenEnvironment, openNewest, openVersion } from './open-version.ts'

/** Records a read. `what` begins the sentence: 'Read', 'Downloaded'. */
export type RecordRead = (what: string) => Promise<void>

/** Values that were opened for a reader. The only way to get them also records an entry in the activity log. */
export class Unrevealed<Values> {
  readonly #values: Values
  readonly #record: RecordRead

  constructor(values: Values, record: RecordRead) {
    this.#values = values
    this.#record = record
  }

  /** Returns the values once the entry is durable. */
  async reveal(what: string): Promise<Values> {
    await this.#record(what)
    return this.#values
  }

  /** Returns the values of several once their one entry is durable. */
  static async revealTogether<Values>(
    several: readonly Unrevealed<Values>[],
    record: () => Promise<void>,
  ): Promise<Values[]> {
    await record()
    return several.map((one) => one.#values)
  }
}

/** Who reads, with the vault unlocked. */
export interface Reader {
  readonly holder: KeyHolder
  readonly caller: UserCaller
  readonly origin: Origin
}

/** An environment that a reader may read. Its key is private, so `reveal` is the only way to get values. */
export interface ReadableEnvironment extends Pick<EnvironmentAccess, 'project' | 'environment'> {
  /** Records that the reader checked for changes and found none. */
  readonly recordUnchanged: () => Promise<void>
  /** The variables of the newest version. @throws EpochMovedError, TamperedRowError */
  readonly newest: () => Promise<Unrevealed<Map<string, Variable>>>
  /** The names of those variables. Reveals no value, so it records nothing. @throws EpochMovedError, TamperedRowError */
  readonly newestNames: () => Promise<string[]>
  /**
   * The names of variables whose values an old version has, too: under the same name or, from eight characters on, under
   * any. Reveals no value, so it records nothing.
   * @throws AppError NOT_FOUND; EpochMovedError, TamperedRowError
   */
  readonly namesSince: (version: number) => Promise<string[]>
  /** One version of the history. @throws AppError NOT_FOUND; EpochMovedError, TamperedRowError */
  readonly version: (version: number) => Promise<{
    readonly row: Awaited<ReturnType<typeof openVersion>>['row']
    readonly variables: Unrevealed<Map<string, Variable>>
  }>
}

/** Shorter values, such as `true` or a port, are the same in many variables. */
const isTelling = (value: string) => value.length >= 8

/**
 * Opens an environment for reading. If a re-key is pending and the reader may write, it runs first.
 * @throws AppError NOT_FOUND, FORBIDDEN; EpochMovedError, see `retryMoved`
 */
export async function openForReading(
  world: VaultWorld,
  reader: Reader,
  environmentId: number,
): Promise<ReadableEnvironment> {
  const access = await requireEnvironment(world, reader.caller, { id: environmentId, operation: 'read' })
  const opened = await openAccessible(world, reader, access)
  const { project } = access
  const { environment } = opened
  const record: RecordRead = (what) =>
    world.keyring.recorder.record({
      ...actorOf(reader.caller, reader.origin),
      type: 'variables_read',
      description: `${what} the environment "${environment.name}" of "${project.name}"`,
      projectId: project.id,
      environmentId: environment.id,
    })
  return {
    project,
    environment,
    recordUnchanged: () => record('Checked for changes in'),
    newest: async () => new Unrevealed(await openNewest(world.db, opened), record),
    newestNames: async () => [...(await openNewest(world.db, opened)).keys()],
    namesSince: async (version) => {
      const newest = await openNewest(world.db, opened)
      if (version >= opened.environment.version) return [...newest.keys()]
      const { variables } = await openVersion(world.db, opened, version)
      return charged(() => {
        const values = new Set([...variables.values()].map(({ value }) => value).filter(isTelling))
        const isSame = ([name, { value }]: readonly [string, Variable]) =>
          values.has(value) || variables.get(name)?.value === value
        return [...newest]
          .filter(isSame)
          .map(([name]) => name)
          .sort()
      })
    },
    version: async (version) => {
      const { row, variables } = await openVersion(world.db, opened, version)
      return { row, variables: new Unrevealed(variables, record) }
    },
  }
}

/** An environment with its newest variables, before anyone reads them. */
export interface OpenedForSearch {
  readonly readable: ReadableEnvironment
  readonly newest: Unrevealed<Map<string, Variable>>
}

/** Returns the variables of environments of one project, for which the project gets one entry. */
export async function revealForSearch(
  world: VaultWorld,
  { caller, origin }: Reader,
  opened: readonly OpenedForSearch[],
): Promise<{ readonly environment: EnvironmentRow; readonly variables: Variables }[]> {
  const [first] = opened
  if (!first) return []
  const { project, environment } = first.readable
  const names = quotedNames(opened.map(({ readable }) => readable.environment))
  const revealed = await Unrevealed.revealTogether(
    opened.map(({ newest }) => newest),
    () =>
      world.keyring.recorder.record({
        ...actorOf(caller, origin),
        type: 'variables_read',
        description: `Looked for equal values in ${names} of "${project.name}"`,
        projectId: project.id,
        environmentId: opened.length === 1 ? environment.id : null,
      }),
  )
  return revealed.map((variables, at) => ({
    environment: opened[at]?.readable.environment ?? environment,
    variables,
  }))
}

async function openAccessible(
  ctx: Context,
  { holder, caller, origin }: Reader,
  access: EnvironmentAccess,
): Promise<OpenEnvironment> {
  const { environment } = access
  const { id } = environment
  if (environment.rekey_pending && may(access.role, 'write'))
    return await transact(ctx, actorOf(caller, origin), async (tx) => {
      const access = await requireEnvironment(tx, caller, { id, operation: 're-key', hold: true })
      return await ensureCurrentKey(tx, holder, access.environment)
    })
  try {
    return { environment, key: await openEnvironmentKey(ctx, holder, epochOf(environment)) }
  } catch (error) {
    const fault = explainMissingGrant(access, holder, error)
    if (fault !== error) await requireStillMissing(ctx, { holder, caller }, id)
    throw await faultUnlessMoved(ctx.db, environment, fault)
  }
}

/**
 * A collaborator who has no grant although the keys were granted is a sign of a restored membership row, unless the
 * membership ends or the grant is made at this very moment. Reads both again to rule that out.
 */
async function requireStillMissing(
  ctx: Context,
  { holder, caller }: Pick<Reader, 'holder' | 'caller'>,
  id: number,
): Promise<void> {
  await requireEnvironment(ctx, caller, { id, operation: 'read' })
  if (await hasGrant(ctx, id, holder)) throw new EpochMovedError()
}
