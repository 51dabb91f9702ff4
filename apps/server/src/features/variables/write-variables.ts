import type { writeVariables as endpoint } from '@envhold/contract/variables.ts'
import { mergeVariables, replaceVariables, toVariables, type Variables } from '@envhold/formats/variables.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { unlock } from '../keyring/unlock.ts'
import { patchAllDetails } from './patch-details.ts'
import type { VariableDeps } from './variable-deps.ts'
import { type Written, writeVersion } from './write-version.ts'

type Mode = 'merge' | 'replace'

/**
 * The content of an environment after many variables are written into it. Notes and due days of keys that stay are
 * kept.
 */
export const combined = (current: Variables, given: Variables, mode: Mode): Variables =>
  mode === 'replace' ? replaceVariables(current, given) : mergeVariables(current, given)

/** Writes many variables as one version. */
export async function writeVariables(
  ctx: Context,
  { ring }: VariableDeps,
  call: Call<typeof endpoint>,
): Promise<Written> {
  const { caller, params, body, origin, reservation, ifMatch, confirmedEnvironment } = call
  const holder = await unlock(ctx, ring, call)
  const given = toVariables(body.variables)
  const removed = new Set(body.remove)
  return await writeVersion(ctx, holder, {
    environmentId: params.id,
    caller,
    origin,
    reservation,
    ifMatch,
    confirmedEnvironment,
    change: (current) => {
      const written = [...combined(current, given, body.mode)].filter(([key]) => !removed.has(key))
      return patchAllDetails(new Map(written), body.details ?? {}, caller.userId)
    },
    describe: (changes, { name }) => ({
      type: 'variables_imported',
      description: `Wrote ${changes.added.length + changes.changed.length} and removed ${changes.removed.length} variables in "${name}"`,
    }),
  })
}
