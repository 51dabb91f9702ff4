import * as contract from '@envhold/contract/environments/environments.ts'
import type { Context } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import { verb } from '../../http/verb.ts'
import { countCall } from '../usage/count-call.ts'
import { requireActive } from '../users/require-active.ts'
import { requireEnvironment } from './environment-access.ts'
import type { VersionWatch } from './version-watch.ts'

interface WatchingWorld extends Context {
  readonly versions: VersionWatch
}

/** A wait of at least this many seconds that ends without a change does not count towards the rate limit. */
const minFreeSeconds = 10

const count = async (ctx: Context, caller: UserCaller) => {
  if (caller.kind === 'personal-token') await countCall(ctx, caller.token.id)
}

/**
 * Delays the response until the environment's version changes. The response is a number and no secret, so nothing is
 * recorded. Access is checked again at the end, because it may have been revoked meanwhile.
 */
export const awaitVersion = verb(contract.awaitVersion, async (world: WatchingWorld, call) => {
  const { caller, params, query, wait } = call
  const readVersion = async () =>
    (await requireEnvironment(world, caller, { id: params.id, operation: 'read' })).environment.version
  let isUnchanged = false
  try {
    const version = await readVersion()
    if (version !== query.after || query.wait === 0) return { version }
    const { userId } = caller
    await wait(world.versions.over({ userId, environmentId: params.id, known: version }, query.wait * 1_000))
    await requireActive(world, caller.userId)
    const now = await readVersion()
    isUnchanged = now === version && query.wait >= minFreeSeconds
    return { version: now }
  } finally {
    if (!isUnchanged) await count(world, caller)
  }
})
