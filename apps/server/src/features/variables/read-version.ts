import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { readVersion as endpoint } from '@envhold/contract/versions.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { wireTime } from '../../http/wire-time.ts'
import { unlock } from '../keyring/unlock.ts'
import { openForReading, retryingMoved } from './open-newest.ts'
import { openVersion } from './open-version.ts'
import { recordRead, type VariableDeps } from './record-read.ts'
import { authorView } from './version-view.ts'

export function readVersion(
  ctx: Context,
  { ring, recorder }: VariableDeps,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { caller, params, origin } = call
  return retryingMoved(async () => {
    const holder = await unlock(ctx, ring, call)
    const opened = await openForReading(ctx, holder, caller, params.id, origin)
    const { row, variables } = await openVersion(ctx.db, opened, params.version)
    await recordRead(recorder, call, opened.access, `Read version ${params.version} of`)
    return {
      version: row.version,
      created_at: wireTime(row.created_at),
      author: authorView(row),
      variables: Object.fromEntries(variables),
    }
  })
}
