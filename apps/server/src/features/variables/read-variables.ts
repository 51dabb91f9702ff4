import type { readVariables as endpoint } from '@envhold/contract/variables.ts'
import type { Context } from '../../context.ts'
import { knownVersion, versionTag } from '../../http/entity-tag.ts'
import type { Call, Reply } from '../../http/route.ts'
import { environmentView } from '../environments/environment-view.ts'
import { unlock } from '../keyring/unlock.ts'
import { openForReading, openNewest, retryingMoved } from './open-newest.ts'
import { recordRead, type VariableDeps } from './record-read.ts'

/** Every variable of an environment; 304 without decrypting when the caller has this version. */
export function readVariables(
  ctx: Context,
  { ring, recorder }: VariableDeps,
  call: Call<typeof endpoint>,
): Promise<Reply<typeof endpoint>> {
  const { caller, params, query, origin } = call
  return retryingMoved(async () => {
    const holder = await unlock(ctx, ring, {
      ...call,
      masterPassword: call.masterPassword ?? query.masterPassword,
    })
    const opened = await openForReading(ctx, holder, caller, params.id, origin)
    const { environment, access } = opened
    const headers = { etag: versionTag(environment.version) }
    if (knownVersion(call.ifNoneMatch) === environment.version) {
      await recordRead(recorder, call, access, 'Looked for changes in')
      return { status: 304, headers }
    }
    const variables = await openNewest(ctx.db, opened)
    await recordRead(recorder, call, access, 'Read')
    return {
      headers,
      json: {
        environment: environmentView(environment),
        variables: Object.fromEntries(variables),
        version: environment.version,
      },
    }
  })
}
