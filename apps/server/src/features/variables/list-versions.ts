import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listVersions as endpoint } from '@envhold/contract/versions.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { wireTime } from '../../http/wire-time.ts'
import { requireEnvironment } from '../environments/environment-access.ts'
import { findOldestVersion, findVersionPage, listVersionRows } from '../environments/version-store.ts'
import { unlock } from '../keyring/unlock.ts'
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
  const wanted = { before, limit: query.limit, maxBytes: maxNameBytes }
  const page = await findVersionPage(ctx.db, environment.id, 'names', wanted)
  const rows = page ? await listVersionRows(ctx.db, environment.id, page) : []
  const oldest = await findOldestVersion(ctx.db, environment.id)
  return {
    versions: rows.map(versionView),
    whole_from: oldest ? { version: oldest.version, created_at: wireTime(oldest.created_at) } : null,
    hasMore: page?.hasMore ?? false,
  }
}
