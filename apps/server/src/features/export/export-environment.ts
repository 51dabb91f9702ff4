import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { type exportEnvironment as endpoint, exportBytes } from '@envhold/contract/export.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { wireTime } from '../../http/wire-time.ts'
import { openVault } from '../keyring/unlock.ts'
import { retryMoved } from '../variables/retry-moved.ts'
import type { VariableDeps } from '../variables/variable-deps.ts'
import { variablesView } from '../variables/variables-view.ts'
import { countExport } from './export-limit.ts'
import { openOwnEnvironment } from './open-own-environment.ts'

/**
 * Reads versions of an environment for its owner, newest first. It only reads: no pending key work runs.
 * @throws AppError NOT_FOUND for an environment of somebody else's project or of a deleted one, RATE_LIMITED; what
 *   unlocking throws
 */
export async function exportEnvironment(
  ctx: Context,
  { ring, recorder }: VariableDeps,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { caller, params, query, origin } = call
  await countExport(ctx, caller.userId)
  const holder = await openVault(ctx, ring, call)
  return await retryMoved(async () => {
    const own = await openOwnEnvironment(ctx, recorder, { holder, caller, origin }, params.id)
    const { before = own.environment.version + 1, limit } = query
    const { opened, what, hasMore } = await own.versions({ before, limit, maxBytes: exportBytes })
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
