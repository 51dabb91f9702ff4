/** Exposure: values that a person, token, session or API key has read by the record and that are still the same. */

import * as contract from '@envhold/contract/activity/exposure.ts'
import { AppError, fieldError, notFound } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import { pauseWork } from '../../../db/charged-work.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import type { Call } from '../../../http/route.ts'
import { verb } from '../../../http/verb.ts'
import { requireApiKey } from '../../api-keys/require-api-key.ts'
import { reportTampering } from '../../audit-log/activity-recorder.ts'
import { type EnvironmentRow, environmentsByProject } from '../../environments/environment-store.ts'
import { environmentViews } from '../../environments/environment-view.ts'
import { findVersionAt } from '../../environments/version-store.ts'
import type { VaultWorld } from '../../keyring/keyring.ts'
import { unlock } from '../../keyring/unlock.ts'
import { listAccess, type ProjectAccess, sees } from '../../projects/project-access.ts'
import { checkSession, findSession } from '../../sessions/session-store.ts'
import { requireRateLimit } from '../../users/attempt-limits.ts'
import { openForReading, type Reader } from '../../variables/open-for-reading.ts'
import { retryMoved } from '../../variables/open-version.ts'
import { findLastKeyReads, findLastReads, type LastRead } from './last-reads.ts'

type ExposureCall = Call<typeof contract.readExposure>

const rule = { kind: 'exposure', limit: contract.exposureCallsPerHour, windowMs: 3_600_000 }

/** Lists the names of values to replace. Reveals no value. */
export const readExposure = verb(contract.readExposure, async (world: VaultWorld, call) => {
  requireOne(call)
  const { caller, origin } = call
  await requireRateLimit(world, rule, String(caller.userId))
  const holder = await unlock(world, call)
  const places = await placesOf(world, call)
  const reads = await findReads(world, call, places)
  const listed = reads.slice(0, contract.maxExposedEnvironments)
  const rows = listed.flatMap(({ environmentId }) => places.get(environmentId)?.environment ?? [])
  const views = new Map((await environmentViews(world, rows)).map((view) => [view.id, view]))
  const environments: contract.ExposedEnvironment[] = []
  for (const { environmentId, at, way } of listed) {
    const [place, view] = [places.get(environmentId), views.get(environmentId)]
    if (!place || !view) continue
    environments.push({
      project: { id: place.project.id, name: place.project.name },
      environment: view,
      read_at: wireTime(at),
      way,
      keys: await keysSince(world, { holder, caller, origin }, place.environment, at),
    })
    await pauseWork()
  }
  return { environments, left_out: Math.max(0, reads.length - contract.maxExposedEnvironments) }
})

/** @throws AppError VALIDATION_FAILED */
function requireOne({ query }: ExposureCall): void {
  const { user, token, session, api_key } = query
  const named = [user, token, session, api_key].filter((value) => value !== undefined)
  if (named.length === 1 && (api_key === undefined) === (query.project === undefined)) return
  throw fieldError('user', 'Pass exactly one of user, token, session, and api_key with project')
}

/** An environment that the caller can read. */
interface Place {
  readonly project: ProjectAccess['project']
  readonly environment: EnvironmentRow
}

/** The environments that an answer may be about, by id: those of a collaborator and of a key are in the caller's own projects. */
async function placesOf(ctx: Context, { caller, query }: ExposureCall): Promise<Map<number, Place>> {
  const isOwnOnly = query.user !== undefined || query.api_key !== undefined
  const accesses = (await listAccess(ctx, caller.userId)).filter(({ role }) => role === 'owner' || !isOwnOnly)
  const rows = await environmentsByProject(
    ctx,
    accesses.map(({ project }) => project.id),
  )
  const places = new Map<number, Place>()
  for (const access of accesses)
    for (const environment of rows.get(access.project.id) ?? [])
      if (sees(access, environment.id)) places.set(environment.id, { project: access.project, environment })
  return places
}

/** @throws AppError NOT_FOUND for a session that is not the caller's, or a key of another owner's project */
async function findReads(
  ctx: Context,
  { caller, query }: ExposureCall,
  places: ReadonlyMap<number, Place>,
): Promise<LastRead[]> {
  const ids = [...places.keys()]
  if (query.user !== undefined) return await findLastReads(ctx, ids, { userId: query.user })
  const { userId } = caller
  if (query.token !== undefined) return await findLastReads(ctx, ids, { userId, tokenId: query.token })
  if (query.session !== undefined) {
    const session = await findSession(ctx.db, query.session)
    if (session?.user_id !== userId) throw notFound('Session not found')
    checkSession(ctx, session)
    return await findLastReads(ctx, ids, { userId, tokenId: null, since: session.created_at })
  }
  const projectId = query.project ?? 0
  const { id: keyId } = await requireApiKey(ctx, caller, { id: projectId, keyId: query.api_key ?? '' })
  const own = [...places.values()].filter(({ project }) => project.id === projectId)
  return await findLastKeyReads(
    ctx,
    own.map(({ environment }) => environment.id),
    { projectId, keyId },
  )
}

/** The names of the values that are the same as at a time; null if the environment cannot be opened, now or ever. */
async function keysSince(
  world: VaultWorld,
  reader: Reader,
  environment: EnvironmentRow,
  at: number,
): Promise<string[] | null> {
  return await retryMoved(async () => {
    const version = await findVersionAt(world.db, environment, at)
    return version === 0
      ? []
      : await (await openForReading(world, reader, environment.id)).namesSince(version)
  }).catch(async (error: unknown) => {
    // The read is still listed.
    if (!(error instanceof AppError))
      await reportTampering(world, world.keyring.recorder, { error, origin: reader.origin })
    return null
  })
}
