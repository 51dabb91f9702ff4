import type { Variable } from '@envhold/formats/variables.ts'
import { type Token, tokenSeed } from '@envhold/integrity/token.ts'
import { type GrantedEpoch, openGrant } from '@envhold/vault/grant.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { AppError, TamperedRowError } from '../../app-error.ts'
import type { SecretsContext } from '../../context.ts'
import { epochOf } from '../environments/environment-store.ts'
import { openOrThrowTampered } from '../environments/open-or-throw-tampered.ts'
import { openSealedVersion } from '../environments/open-sealed-version.ts'
import type { SealedEnvironment } from '../environments/sealed-environment-store.ts'
import { grantMac, isRevoked } from '../keyring/grant-store.ts'
import type { Admitted, InjectContext } from './admitted-call.ts'

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

/** An API key's grant of an environment's current key: checked, but not opened. */
interface Grant {
  readonly sealed: Uint8Array
  readonly at: GrantedEpoch
}

/** @throws AppError NOT_FOUND when the API key has no grant; TamperedRowError when it is not what was written */
export function requireGrant(
  { secrets }: SecretsContext,
  token: Token<'pak'>,
  environment: SealedEnvironment,
): Grant {
  const { id, epoch, key_id: keyId, grant_epoch, grant_sealed: sealed, grant_mac: mac } = environment
  if (!sealed || !mac)
    throw new AppError('NOT_FOUND', {
      message: 'There is no such environment, or this API key may not read it.',
    })
  // The environment's row and the grant come from one statement, so a grant of another epoch was restored from outside.
  if (grant_epoch !== epoch) throw new TamperedRowError('grants', `${id}/api-key/${token.id}`)
  grantMac.check(secrets, { environment_id: id, kind: 'api-key', principal: token.id, epoch, sealed, mac })
  // A deleted key's grants are revoked, but its environment keys may still be cached in memory.
  if (isRevoked({ sealed })) throw new TamperedRowError('api_keys', token.id)
  if (!keyId) throw new TamperedRowError('environment_epochs', `${id}/${epoch}`)
  return { sealed, at: { ...epochOf(environment), keyId } }
}
