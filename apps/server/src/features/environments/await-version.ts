import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { awaitVersion as endpoint } from '@envhold/contract/environments.ts'
import type { Context } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Call } from '../../http/route.ts'
import { countCall } from '../usage/count-call.ts'
import { requireEnvironment } from './environment-access.ts'
import type { VersionWatch } from './version-watch.ts'

/** Calls that wait for less than this are counted: a short wait is polling. */
const freeFromSeconds = 10

const count = async (ctx: Context, caller: UserCaller) => {
  if (caller.kind === 'personal-token') await countCall(ctx, caller.token.id)
}

/**
 * Responds when the environment changes. It returns a number and no secret, so nothing is recorded; access is checked
 * again at the end, because it may have been revoked meanwhile.
 */
export async function awaitVersion(
  ctx: Context,
  watch: VersionWatch,
  { caller, params, query, wait }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const look = async () =>
    (await requireEnvironment(ctx, caller, { id: params.id, need: 'read' })).environment.version
  let inVain = false
  try {
    const version = await look()
    if (version !== query.after || query.wait === 0) return { version }
    await wait(watch.moved(caller.userId, { environmentId: params.id, known: version }, query.wait * 1_000))
    const now = await look()
    inVain = now === version && query.wait >= freeFromSeconds
    return { version: now }
  } finally {
    if (!inVain) await count(ctx, caller)
  }
}
