import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { compareEnvironments as endpoint } from '@envhold/contract/variables.ts'
import { difference } from '@envhold/formats/difference.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { environmentView } from '../environments/environment-view.ts'
import { unlock } from '../keyring/unlock.ts'
import { openForReading, openNewest, retryingMoved } from './open-newest.ts'
import { recordRead, type VariableDeps } from './record-read.ts'

/** Which names two environments of a project share, and which of those have the same value. */
export function compareEnvironments(
  ctx: Context,
  { ring, recorder }: VariableDeps,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { caller, params, query, origin } = call
  return retryingMoved(async () => {
    const holder = await unlock(ctx, ring, call)
    const side = async (id: number) => {
      const opened = await openForReading(ctx, holder, caller, id, origin)
      if (opened.environment.project_id !== params.projectId)
        throw new AppError('NOT_FOUND', { message: 'Environment not found' })
      return { ...opened, variables: await openNewest(ctx.db, opened) }
    }
    const left = await side(query.left)
    const right = await side(query.right)
    for (const { access } of [left, right]) await recordRead(recorder, call, access, 'Compared')
    const { added, changed, removed, unchanged } = difference(left.variables, right.variables)
    return {
      left: environmentView(left.environment),
      right: environmentView(right.environment),
      only_left: removed,
      only_right: added,
      different: changed,
      same: unchanged,
    }
  })
}
