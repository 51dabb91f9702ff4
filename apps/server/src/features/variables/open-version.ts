import type { Variable } from '@envhold/formats/variables.ts'
import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import { openPreviousKey } from '@envhold/vault/environment.ts'
import { notFound, TamperedRowError } from '../../app-error.ts'
import { pauseWork } from '../../db/charged-work.ts'
import type { Db } from '../../db/connect.ts'
import { type EnvironmentRow, epochOf, hasValidMac } from '../environments/environment-store.ts'
import { openOrThrowTampered, openSealedVersion } from '../environments/open-sealed-version.ts'
import { readVersionFloors } from '../environments/version-floor-store.ts'
import {
  findVersion,
  findVersionBefore,
  findVersionPage,
  listSealedVersions,
  type WantedPage,
} from '../environments/version-store.ts'
import type { CurrentKey } from '../grants/rekey-environment.ts'
import { listEpochs } from '../keyring/epoch-store.ts'
import { EpochMovedError } from '../keyring/open-environment-key.ts'

/** An environment's head with its key. */
export type OpenEnvironment = Pick<CurrentKey, 'environment' | 'key'>

/**
 * The variables of the newest version.
 * @throws EpochMovedError when it was re-keyed meanwhile; TamperedRowError when it was altered
 */
export async function openNewest(
  db: Db,
  { environment, key }: OpenEnvironment,
): Promise<Map<string, Variable>> {
  const { id, epoch, version } = environment
  if (version === 0) return new Map()
  const newest = await findVersion(db, id, version)
  if (newest?.epoch !== epoch) {
    const fault = new TamperedRowError('environment_versions', `${id}/${version}`)
    throw await faultUnlessMoved(db, environment, fault)
  }
  return openSealedVersion(key, { ...epochOf(environment), version }, newest.sealed)
}

/**
 * Opens one version of the history. The keys of earlier epochs are stored sealed, each under the next.
 * @throws AppError NOT_FOUND for a version that does not exist or is no longer stored; EpochMovedError;
 *   TamperedRowError when it was altered
 */
export async function openVersion(db: Db, opened: OpenEnvironment, version: number) {
  const { id, project_id: project } = opened.environment
  // A version beyond the newest is not looked up: the number may be larger than the column allows.
  const row =
    version > opened.environment.version
      ? undefined
      : ((await findVersion(db, id, version)) ?? (await findBeforeGap(db, id, version)))
  if (!row) throw notFound('This version does not exist, or is no longer stored.')
  const key = await keyOfVersion(db, opened, row)
  return {
    row,
    variables: openSealedVersion(
      key,
      { project, environment: id, epoch: row.epoch, version: row.version },
      row.sealed,
    ),
  }
}

/** A caller that asks for the version before the first one after a restore subtracts one: the last one before it. */
const findBeforeGap = async (db: Db, id: number, version: number) =>
  (await readVersionFloors(db)).includes(version + 1) ? await findVersionBefore(db, id, version) : undefined

export interface OpenedVersion {
  readonly version: number
  readonly created_at: number
  readonly author_username: string | null
  readonly variables: ReadonlyMap<string, Variable>
}

/**
 * Opens many versions of the history, newest first, and lets other calls run between two of them.
 * @returns the versions, and whether older ones are stored
 * @throws EpochMovedError; TamperedRowError when one was altered
 */
export async function openVersions(
  db: Db,
  opened: OpenEnvironment,
  { before, limit, maxBytes }: WantedPage,
): Promise<{ readonly versions: readonly OpenedVersion[]; readonly hasMore: boolean }> {
  const { id, project_id: project, version: newest } = opened.environment
  const request = { before: Math.min(before, newest + 1), limit, maxBytes }
  const page = await findVersionPage(db, id, 'content', request)
  if (!page) return { versions: [], hasMore: false }
  const rows = await listSealedVersions(db, id, page)
  const versions: OpenedVersion[] = []
  let from = { epoch: opened.environment.epoch, key: opened.key }
  for (const { epoch, version, sealed, created_at, author_username } of rows) {
    // A version is never of a later epoch than a newer version.
    from = { epoch, key: await keyOfVersion(db, opened, { version, epoch }, from) }
    const variables = openSealedVersion(from.key, { project, environment: id, epoch, version }, sealed)
    versions.push({ version, created_at, author_username, variables })
    await pauseWork()
  }
  return { versions, hasMore: page.hasMore }
}

/** A key of an environment, and the epoch that it belongs to. */
interface EpochKey {
  readonly epoch: number
  readonly key: EnvironmentKey
}

/**
 * The key of a version.
 * @param from the key to start from: that of the version's epoch or of a later one
 */
async function keyOfVersion(
  db: Db,
  { environment, key }: OpenEnvironment,
  { version, epoch }: { readonly version: number; readonly epoch: number },
  from: EpochKey = { epoch: environment.epoch, key },
): Promise<EnvironmentKey> {
  const { id, project_id: project } = environment
  if (epoch === from.epoch) return from.key
  if (epoch > from.epoch) {
    const fault = new TamperedRowError('environment_versions', `${id}/${version}`)
    throw await faultUnlessMoved(db, environment, fault)
  }
  const steps = await listEpochs(db, id, from.epoch, epoch + 1)
  if (steps.length !== from.epoch - epoch) {
    const fault = new TamperedRowError('environment_epochs', `${id}/${from.epoch}`)
    throw await faultUnlessMoved(db, environment, fault)
  }
  return steps.reduce((newer, step) => {
    const { epoch: newerEpoch, previous_key: previous } = step
    const named = `${id}/${newerEpoch}`
    if (!previous) throw new TamperedRowError('environment_epochs', named)
    return openOrThrowTampered('environment_epochs', named, () =>
      openPreviousKey(newer, { project, environment: id, epoch: newerEpoch }, previous),
    )
  }, from.key)
}

const retries = 4

/** Retries a read. A read takes no locks, so a re-key between two of its queries makes it start over. */
export async function retryMoved<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof EpochMovedError) || attempt === retries) throw error
    }
  }
}

/** Replaces an error with a retry when the environment was re-keyed, written or deleted meanwhile. */
export const faultUnlessMoved = async (
  db: Db,
  environment: EnvironmentRow,
  fault: unknown,
): Promise<unknown> => ((await hasValidMac(db, environment)) ? fault : new EpochMovedError())
