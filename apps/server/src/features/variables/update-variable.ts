import type { updateVariable as endpoint } from '@envhold/contract/variables.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { unlock } from '../keyring/unlock.ts'
import { keyTaken } from './create-variable.ts'
import { noSuchVariable } from './delete-variable.ts'
import { patchDetails } from './patch-details.ts'
import type { VariableDeps } from './variable-deps.ts'
import { type Written, writeVersion } from './write-version.ts'

/** @throws AppError NOT_FOUND without such a variable, CONFLICT when the new key is taken */
export async function updateVariable(
  ctx: Context,
  { ring }: VariableDeps,
  call: Call<typeof endpoint>,
): Promise<Written> {
  const { caller, params, body, origin, reservation, ifMatch, confirmedEnvironment } = call
  const holder = await unlock(ctx, ring, call)
  const { key } = params
  const newKey = body.key ?? key
  return await writeVersion(ctx, holder, {
    environmentId: params.id,
    caller,
    origin,
    reservation,
    ifMatch,
    confirmedEnvironment,
    change: (current) => {
      const variable = current.get(key)
      if (!variable) throw noSuchVariable()
      if (newKey !== key && current.has(newKey)) throw keyTaken()
      const others = [...current].filter(([name]) => name !== key)
      const updated = patchDetails({ ...variable, value: body.value ?? variable.value }, body, caller.userId)
      return new Map([...others, [newKey, updated]])
    },
    describe: (_, { name }) => ({
      type: 'variable_updated',
      description:
        newKey === key ? `Changed ${key} in "${name}"` : `Renamed ${key} to ${newKey} in "${name}"`,
    }),
  })
}
