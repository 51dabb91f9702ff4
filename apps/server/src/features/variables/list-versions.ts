import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listVersions as endpoint } from '@envhold/contract/versions.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { wireTime } from '../../http/wire-time.ts'
import { requireEnvironment } from '../environments/environment-access.ts'
import { findOldestVersion, listVersionRows, listVersionSizes } from '../environments/version-store.ts'
import { unlock } from '../keyring/unlock.ts'
import { fittingVersions } from './fitting-versions.ts'
import { openForReading } from './open-for-reading.ts'
import { retryMoved } from './retry-moved.ts'
import type { VariableDeps } from './variable-deps.ts'
import { versionView } from './version-view.ts'

/** A page ends with the version whose names fill it. Most versions change a few names. */
const maxNameBytes = 32 * 1024

/** Lists an environment's history, newest first, with the oldest version that is still stored. */
export async function listVersions(
  ctx: Context,
  { ring, recorder }: VariableDeps,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { caller, params, query, origin } = call
  const { environment } = await requireEnvironment(ctx, caller, { id: params.id, act: 'read' })
  const holder = await unlock(ctx, ring, call)
  if (environment.rekey_pending)
    await retryMoved(() => openForReading(ctx, recorder, { holder, caller, origin }, environment.id))
  const before = Math.min(query.before ?? environment.version + 1, environment.version + 1)
  const sizes = await listVersionSizes(ctx.db, environment.id, before, query.limit + 1)
  const chosen = fittingVersions(sizes.slice(0, query.limit), ({ name_bytes }) => name_bytes, maxNameBytes)
  const [first, last] = [chosen[0], chosen.at(-1)]
  const rows = first && last ? await listVersionRows(ctx.db, environment.id, first.version, last.version) : []
  const oldest = await findOldestVersion(ctx.db, environment.id)
  return {
    versions: rows.map(versionView),
    whole_from: oldest ? { version: oldest.version, created_at: wireTime(oldest.created_at) } : null,
    hasMore: sizes.length > chosen.length,
  }
}
