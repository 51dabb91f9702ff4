import type { Token } from '@envhold/integrity/token.ts'
import type { GrantedEpoch } from '@envhold/vault/grant.ts'
import { AppError, TamperedRowError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { epochOf } from '../environments/environment-store.ts'
import type { SealedEnvironment } from '../environments/sealed-environment-store.ts'
import { grantMac, isRevoked } from '../keyring/grant-store.ts'

/** An API key's grant of an environment's current key: checked, but not opened. */
interface Grant {
  readonly sealed: Uint8Array
  readonly at: GrantedEpoch
}

/** @throws AppError NOT_FOUND when the API key has no grant; TamperedRowError when it is not what was written */
export function requireGrant(
  { secrets }: Pick<Context, 'secrets'>,
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
