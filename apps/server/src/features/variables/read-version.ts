import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readVersion as endpoint } from '@envhold/contract/versions.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { wireTime } from '../../http/wire-time.ts'
import { unlock } from '../keyring/unlock.ts'
import { openForReading } from './open-for-reading.ts'
import { retryMoved } from './retry-moved.ts'
import type { VariableDeps } from './variable-deps.ts'
import { variablesView } from './variables-view.ts'
import { authorView } from './version-view.ts'

export function readVersion(
  ctx: Context,
  { ring, recorder }: VariableDeps,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { caller, params, origin } = call
  return retryMoved(async () => {
    const holder = await unlock(ctx, ring, call)
    const readable = await openForReading(ctx, recorder, { holder, caller, origin }, params.id)
    const { row, variables } = await readable.version(params.version)
    const opened = await variables.reveal(`Read version ${params.version} of`)
    return {
      version: row.version,
      created_at: wireTime(row.created_at),
      author: authorView(row),
      ...variablesView(opened),
    }
  })
}
