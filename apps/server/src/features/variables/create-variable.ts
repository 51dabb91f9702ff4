import type { createVariable as endpoint } from '@envhold/contract/variables.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { unlock } from '../keyring/unlock.ts'
import { patchDetails } from './patch-details.ts'
import type { VariableDeps } from './variable-deps.ts'
import { type Written, writeVersion } from './write-version.ts'

/** @throws AppError CONFLICT when the environment has a variable of this key */
export async function createVariable(
  ctx: Context,
  { ring }: VariableDeps,
  call: Call<typeof endpoint>,
): Promise<Written> {
  const { caller, params, body, origin, reservation, ifMatch, confirmedEnvironment } = call
  const holder = await unlock(ctx, ring, call)
  const { key, value, note, due } = body
  return await writeVersion(ctx, holder, {
    environmentId: params.id,
    caller,
    origin,
    reservation,
    ifMatch,
    confirmedEnvironment,
    change: (current) => {
      if (current.has(key)) throw keyTaken()
      return new Map([...current, [key, patchDetails({ value }, { note, due }, caller.userId)]])
    },
    describe: (_, { name }) => ({ type: 'variable_created', description: `Added ${key} to "${name}"` }),
  })
}

export const keyTaken = () => {
  const message = 'A variable with this key already exists in this environment'
  return new AppError('CONFLICT', { message, details: [{ path: 'key', message }] })
}
