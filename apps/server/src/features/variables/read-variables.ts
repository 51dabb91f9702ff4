import type { readVariables as endpoint } from '@envhold/contract/variables.ts'
import type { Context } from '../../context.ts'
import { isKnownTag, versionTag } from '../../http/entity-tag.ts'
import type { Call, Reply } from '../../http/route.ts'
import { environmentView } from '../environments/environment-view.ts'
import { unlock } from '../keyring/unlock.ts'
import { openForReading } from './open-for-reading.ts'
import { retryMoved } from './retry-moved.ts'
import type { VariableDeps } from './variable-deps.ts'
import { variablesView } from './variables-view.ts'

/** Returns every variable of an environment; 304, without decrypting, when the caller has this version. */
export function readVariables(
  ctx: Context,
  { ring, recorder }: VariableDeps,
  call: Call<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { caller, params, query, origin } = call
  return retryMoved(async () => {
    const holder = await unlock(ctx, ring, {
      ...call,
      masterPassword: call.masterPassword ?? query.masterPassword,
    })
    const readable = await openForReading(ctx, recorder, { holder, caller, origin }, params.id)
    const { environment } = readable
    const { version } = environment
    const headers = { etag: versionTag(version) }
    if (isKnownTag(call.ifNoneMatch, headers.etag)) {
      await readable.recordUnchanged()
      return { status: 304, headers }
    }
    const variables = await (await readable.newest()).reveal('Read')
    const json = {
      environment: environmentView(environment),
      ...variablesView(variables),
      version,
    }
    return { headers, json }
  })
}
