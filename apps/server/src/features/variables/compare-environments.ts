import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { compareEnvironments as endpoint } from '@envhold/contract/variables.ts'
import { difference } from '@envhold/formats/difference.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { environmentView } from '../environments/environment-view.ts'
import { unlock } from '../keyring/unlock.ts'
import { openForReading } from './open-for-reading.ts'
import { retryMoved } from './retry-moved.ts'
import type { VariableDeps } from './variable-deps.ts'

/** Compares two environments of a project: which names they share, and which of those have the same value. */
export function compareEnvironments(
  ctx: Context,
  { ring, recorder }: VariableDeps,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { caller, params, query, origin } = call
  return retryMoved(async () => {
    const holder = await unlock(ctx, ring, call)
    const side = async (id: number) => {
      const readable = await openForReading(ctx, recorder, { holder, caller, origin }, id)
      if (readable.project.id !== params.projectId)
        throw new AppError('NOT_FOUND', { message: 'Environment not found' })
      return { environment: readable.environment, variables: await readable.newest() }
    }
    const left = await side(query.left)
    const right = await side(query.right)
    const { added, changed, removed, unchanged } = difference(
      await left.variables.reveal('Compared'),
      await right.variables.reveal('Compared'),
    )
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
