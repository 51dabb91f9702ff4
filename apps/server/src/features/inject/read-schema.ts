import type { readSchema as endpoint } from '@envhold/contract/inject.ts'
import { requireKeyPermissions } from '../api-keys/api-key-auth.ts'
import { findNamesByName } from '../environments/sealed-environment-store.ts'
import type { AdmittedCall, InjectContext, Served } from './admitted-call.ts'
import { findGrantedEnvironment } from './find-granted-environment.ts'
import { readGrantedNames } from './read-granted-names.ts'

/** The names of an environment's variables, without values. */
export async function readSchema(
  ctx: InjectContext,
  call: AdmittedCall<typeof endpoint>,
): Promise<Served<typeof endpoint>> {
  const { key, params } = call
  requireKeyPermissions(key, ['read_schema'])
  const { environment, isKnown, headers } = await findGrantedEnvironment(
    ctx,
    call,
    params.environment,
    findNamesByName,
  )
  const { id: environmentId, name, version } = environment
  if (isKnown) return { reply: { status: 304, headers }, environmentId, variables: 0 }

  const json = {
    project: { id: key.project_id, name: key.project_name },
    environment: { id: environmentId, name },
    version,
    keys: readGrantedNames(ctx, call, environment),
  }
  return { reply: { json, headers }, environmentId, variables: 0 }
}
