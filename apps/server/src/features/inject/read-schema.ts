import type { readSchema as endpoint } from '@envhold/contract/inject.ts'
import { TamperedRowError } from '../../app-error.ts'
import { requireKeyPermissions } from '../api-keys/api-key-auth.ts'
import { decodeNames } from '../environments/environment-names.ts'
import { findNamesByName, type NamedEnvironment } from '../environments/sealed-environment-store.ts'
import type { Admitted, AdmittedCall, InjectContext, Served } from './admitted-call.ts'
import { findGrantedEnvironment } from './find-granted-environment.ts'
import { openGrantedEnvironment } from './open-granted-environment.ts'
import { requireGrant } from './require-grant.ts'

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

/**
 * The names of an environment's variables, in ascending order. The API key's grant is checked but not opened. Only an
 * environment that was last written before names were stored is decrypted.
 * @throws AppError NOT_FOUND when the API key has no grant; TamperedRowError when what is stored is not what was written
 */
function readGrantedNames(ctx: InjectContext, admitted: Admitted, environment: NamedEnvironment): string[] {
  requireGrant(ctx, admitted.token, environment)
  const { id, epoch, version, sealed_epoch } = environment
  if (version > 0 && sealed_epoch !== epoch)
    throw new TamperedRowError('environment_versions', `${id}/${version}`)
  return (
    decodeNames(environment, environment.names) ?? [
      ...openGrantedEnvironment(ctx, admitted, environment).keys(),
    ]
  )
}
