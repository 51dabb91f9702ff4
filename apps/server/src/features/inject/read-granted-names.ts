import { TamperedRowError } from '../../app-error.ts'
import { decodeNames } from '../environments/environment-names.ts'
import type { NamedEnvironment } from '../environments/sealed-environment-store.ts'
import type { Admitted, InjectContext } from './admitted-call.ts'
import { openGrantedEnvironment } from './open-granted-environment.ts'
import { requireGrant } from './require-grant.ts'

/**
 * The names of an environment's variables, in ascending order. The API key's grant is checked but not opened. Only an
 * environment that was last written before names were stored is decrypted.
 * @throws AppError NOT_FOUND when the API key has no grant; TamperedRowError when what is stored is not what was written
 */
export function readGrantedNames(
  ctx: InjectContext,
  admitted: Admitted,
  environment: NamedEnvironment,
): string[] {
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
