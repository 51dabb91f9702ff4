import type { deleteVariable as endpoint } from '@envhold/contract/variables.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { unlock } from '../keyring/unlock.ts'
import type { VariableDeps } from './variable-deps.ts'
import { type Written, writeVersion } from './write-version.ts'

/** @throws AppError NOT_FOUND without such a variable */
export async function deleteVariable(
  ctx: Context,
  { ring }: VariableDeps,
  call: Call<typeof endpoint>,
): Promise<Written> {
  const { caller, params, origin, reservation, ifMatch, confirmedEnvironment } = call
  const holder = await unlock(ctx, ring, call)
  const { key } = params
  return await writeVersion(ctx, holder, {
    environmentId: params.id,
    caller,
    origin,
    reservation,
    ifMatch,
    confirmedEnvironment,
    change: (current) => {
      if (!current.has(key)) throw noSuchVariable()
      return new Map([...current].filter(([name]) => name !== key))
    },
    describe: (_, { name }) => ({ type: 'variable_deleted', description: `Deleted ${key} from "${name}"` }),
  })
}

export const noSuchVariable = () => new AppError('NOT_FOUND', { message: 'Variable not found' })
