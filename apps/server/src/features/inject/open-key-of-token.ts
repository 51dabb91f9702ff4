import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import { type Token, tokenSeed } from '@envhold/integrity/token.ts'
import { openGrant } from '@envhold/vault/grant.ts'
import { keyPairFromSeed } from '@envhold/vault/key-pair.ts'
import { AppError, TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { openOrThrowTampered } from '../environments/open-or-throw-tampered.ts'
import { grantedEpochOf } from '../environments/open-sealed-environment.ts'
import type { SealedEnvironment } from '../environments/sealed-environment-store.ts'
import type { EnvironmentKeyCache } from '../keyring/environment-key-cache.ts'
import { grantMac, isRevoked } from '../keyring/grant-store.ts'

/**
 * The environment's key, from the grant sealed to the presented API key.
 * @throws AppError NOT_FOUND when the key has no grant; TamperedRowError when the grant is not what
 *   was given
 */
export function openKeyOfToken(
  { secrets }: Pick<Context, 'secrets'>,
  cache: EnvironmentKeyCache,
  token: Token<'pak'>,
  environment: SealedEnvironment,
): EnvironmentKey {
  const { id, epoch, grant_epoch, grant_sealed: sealed, grant_mac: mac } = environment
  if (!sealed || !mac)
    throw new AppError('NOT_FOUND', {
      message: 'There is no such environment, or this API key may not read it.',
    })
  // Head and grant are of one moment: a grant of another epoch was put back by somebody else.
  if (grant_epoch !== epoch) throw new TamperedRowError('grants', `${id}/api-key/${token.id}`)
  grantMac.check(secrets, { environment_id: id, kind: 'api-key', principal: token.id, epoch, sealed, mac })
  // Grants of API keys are taken back when the key is deleted. What was unwrapped before may still be in memory.
  if (isRevoked({ sealed })) throw new TamperedRowError('api_keys', token.id)
  const at = grantedEpochOf(environment)
  const principal = { kind: 'api-key', id: token.id } as const
  return openOrThrowTampered('grants', `${id}/api-key/${token.id}`, () =>
    cache.open(token, at, () => openGrant(keyPairFromSeed(tokenSeed(token)), at, principal, sealed)),
  )
}
