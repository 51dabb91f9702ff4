import type { restoreVersion as endpoint } from '@envhold/contract/versions.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { unlock } from '../keyring/unlock.ts'
import { openVersion } from './open-version.ts'
import type { VariableDeps } from './variable-deps.ts'
import { type Written, writeVersion } from './write-version.ts'

/** Writes the content of an old version as a new version, so the history stays complete. */
export async function restoreVersion(
  ctx: Context,
  { ring }: VariableDeps,
  call: Call<typeof endpoint>,
): Promise<Written> {
  const { caller, params, origin, reservation, ifMatch, confirmedEnvironment } = call
  const holder = await unlock(ctx, ring, call)
  return await writeVersion(ctx, holder, {
    environmentId: params.id,
    caller,
    origin,
    reservation,
    ifMatch,
    confirmedEnvironment,
    isRestore: true,
    change: async (_, current, trx) => (await openVersion(trx, current, params.version)).variables,
    describe: (_, { name }) => ({
      type: 'variables_restored',
      description: `Restored version ${params.version} of "${name}"`,
    }),
  })
}
