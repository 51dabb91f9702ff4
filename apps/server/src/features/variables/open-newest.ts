import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import { openEnvironment } from '@envhold/vault/environment.ts'
import { TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Origin } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transact } from '../audit-log/tx.ts'
import { type EnvironmentAccess, requireEnvironment } from '../environments/environment-access.ts'
import { type EnvironmentRow, epochOf, hasValidMac } from '../environments/environment-store.ts'
import { openOrThrowTampered } from '../environments/open-or-throw-tampered.ts'
import { findVersion } from '../environments/version-store.ts'
import { ensureCurrentKey } from '../grants/ensure-current-key.ts'
import { explainMissingGrant, hasGrant } from '../grants/explain-missing-grant.ts'
import type { KeyHolder } from '../keyring/key-holder.ts'
import { EpochMovedError, openEnvironmentKey } from '../keyring/open-environment-key.ts'
import { mayDo } from '../projects/project-access.ts'

/** An environment that this call may read, with its key. */
export interface OpenEnvironment {
  readonly access: EnvironmentAccess
  readonly environment: EnvironmentRow
  readonly key: EnvironmentKey
}

const retries = 4

/** A read takes no locks: what was re-keyed between two of its queries is read again. */
export async function retryingMoved<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof EpochMovedError) || attempt === retries) throw error
    }
  }
}

/** What looks wrong while somebody re-keys, writes or deletes the environment is no fault yet: it is read again. */
export const faultUnlessMoved = async (
  db: Db,
  environment: EnvironmentRow,
  fault: unknown,
): Promise<unknown> => ((await hasValidMac(db, environment)) ? fault : new EpochMovedError())

/**
 * Opens an environment for reading. Where a re-key is pending and the reader may write, it is done first.
 * @throws AppError NOT_FOUND, FORBIDDEN; EpochMovedError, see `retryingMoved`
 */
export async function openForReading(
  ctx: Context,
  holder: KeyHolder,
  caller: UserCaller,
  environmentId: number,
  origin: Origin,
): Promise<OpenEnvironment> {
  const access = await requireEnvironment(ctx, caller, { id: environmentId, need: 'read' })
  const { environment } = access
  if (environment.rekey_pending && mayDo(access.role, 'write'))
    return await transact(ctx, actedBy(caller, origin), async (tx) => {
      const held = await requireEnvironment(tx, caller, { id: environmentId, need: 'write', hold: true })
      const current = await ensureCurrentKey(tx, holder, held.environment)
      return { access, environment: current.environment, key: current.key }
    })
  const at = epochOf(environment)
  try {
    return { access, environment, key: await openEnvironmentKey(ctx, holder, at) }
  } catch (error) {
    throw await faultUnlessMoved(ctx.db, environment, await missingKey(ctx, caller, access, holder, error))
  }
}

/**
 * A member who was given the keys and has none is somebody whose membership was put back into the database, unless it
 * ends at this very moment.
 */
async function missingKey(
  ctx: Context,
  caller: UserCaller,
  access: EnvironmentAccess,
  holder: KeyHolder,
  error: unknown,
): Promise<unknown> {
  const fault = explainMissingGrant(access, holder, error)
  if (fault === error) return error
  const { environment } = await requireEnvironment(ctx, caller, { id: access.environment.id, need: 'read' })
  return (await hasGrant(ctx, environment.id, holder)) ? new EpochMovedError() : fault
}

/**
 * The variables of the newest version.
 * @throws EpochMovedError when it was sealed anew meanwhile; TamperedRowError when it is not what was written
 */
export async function openNewest(
  db: Db,
  { environment, key }: Pick<OpenEnvironment, 'environment' | 'key'>,
): Promise<Map<string, string>> {
  const { id, project_id: project, epoch, version } = environment
  if (version === 0) return new Map()
  const newest = await findVersion(db, id, version)
  const row = `${id}/${version}`
  if (newest?.epoch !== epoch)
    throw await faultUnlessMoved(db, environment, new TamperedRowError('environment_versions', row))
  return openOrThrowTampered('environment_versions', row, () =>
    openEnvironment(key, { project, environment: id, epoch, version }, newest.sealed),
  )
}
