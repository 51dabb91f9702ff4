import type { Variable } from '@envhold/formats/variables.ts'
import { type Token, tokenSeed } from '@envhold/integrity/token.ts'
import { openGrant } from '@envhold/vault/grant.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { TamperedRowError } from '../../app-error.ts'
import { epochOf } from '../environments/environment-store.ts'
import { openOrThrowTampered } from '../environments/open-or-throw-tampered.ts'
import { openSealedVersion } from '../environments/open-sealed-version.ts'
import type { SealedEnvironment } from '../environments/sealed-environment-store.ts'
import type { Admitted, InjectContext } from './admitted-call.ts'
import { requireGrant } from './require-grant.ts'

/**
 * The variables of an environment's newest version; none before the first write. Only a call that is counted and
 * written to the usage log can read them.
 * @throws AppError NOT_FOUND when the API key has no grant; TamperedRowError when the stored data is not what was
 * written
 */
export function openGrantedEnvironment(
  ctx: InjectContext,
  { token }: Admitted,
  environment: SealedEnvironment,
): Map<string, Variable> {
  const key = openKey(ctx, token, environment)
  const { id, epoch, version, sealed, sealed_epoch } = environment
  if (version === 0) return new Map()
  if (!sealed || sealed_epoch !== epoch)
    throw new TamperedRowError('environment_versions', `${id}/${version}`)
  return openSealedVersion(key, { ...epochOf(environment), version }, sealed)
}

function openKey({ secrets, keys }: InjectContext, token: Token<'pak'>, environment: SealedEnvironment) {
  const { sealed, at } = requireGrant({ secrets }, token, environment)
  const principal = { kind: 'api-key', id: token.id } as const
  return openOrThrowTampered('grants', `${environment.id}/api-key/${token.id}`, () =>
    keys.open(token, at, () => openGrant(keyPairFromSeed(tokenSeed(token)), at, principal, sealed)),
  )
}
