import { sameBytes } from '@envhold/integrity/bytes.ts'
import type { EnvironmentKey } from '@envhold/integrity/key.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import type { EnvironmentEpoch } from '@envhold/vault/environment.ts'
import { openGrant } from '@envhold/vault/grant.ts'
import { AppError, TamperedRowError } from '../../app-error.ts'
import type { DbContext } from '../../context.ts'
import { findEpoch } from './epoch-store.ts'
import { findGrant, inactiveStateOf, isOpenable, isRevoked, requireEpoch } from './grant-store.ts'
import type { KeyHolder } from './keyring.ts'
import { findPrincipal } from './principal-store.ts'

/** The environment was re-keyed after its head was read. Read the head again. */
export class EpochMovedError extends AppError {
  constructor() {
    super('UNAVAILABLE', { retryAfter: 1 })
  }
}

/** The caller has access to the environment but no grant of its key. */
export class MissingGrantError extends AppError {
  constructor(message: string) {
    super('FORBIDDEN', { message })
  }
}

const openable =
  'You have not been granted the key of this environment. Ask a member of the project who can open it to grant it to you.'
const closed =
  'Nobody can open this environment: everyone who had its key has lost it or left. Delete the environment.'
const waitingToken =
  'This token waits for the key of this environment. Open the project in the web app with your master password, and try again.'

/**
 * Opens an environment's key with the holder's own grant. Nothing is cached, so a revocation takes effect at once.
 * @param db the transaction, when called inside one. Outside a transaction, a re-key between reading the head and
 *   reading the grant looks like tampering: check whether the head has moved before reporting it
 * @throws MissingGrantError; AppError INVALID_MASTER_PASSWORD when the key pair was replaced; TamperedRowError when the
 *   grant was altered, or is not of the epoch of `at`
 */
export async function openEnvironmentKey(
  ctx: DbContext<'secrets'>,
  holder: Pick<KeyHolder, 'principal' | 'keyPair'>,
  at: EnvironmentEpoch,
): Promise<EnvironmentKey> {
  const grant = await findGrant(ctx, at.environment, holder.principal)
  if (grant && inactiveStateOf(grant) === 'reserved' && grant.kind === 'personal-token')
    throw new MissingGrantError(waitingToken)
  if (!grant || isRevoked(grant))
    throw new MissingGrantError((await isOpenable(ctx.db, at.environment)) ? openable : closed)
  requireEpoch(grant, at.epoch)
  const epoch = await findEpoch(ctx.db, at.environment, at.epoch)
  if (!epoch) throw new TamperedRowError('environment_epochs', `${at.environment}/${at.epoch}`)
  try {
    return openGrant(holder.keyPair, { ...at, keyId: epoch.key_id }, holder.principal, grant.sealed)
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    const principal = await findPrincipal(ctx, holder.principal)
    // The key pair was replaced after this call unlocked it: the grant is valid, and the master password is an old one.
    if (principal && !sameBytes(principal.public_key, holder.keyPair.publicKey))
      throw new AppError('INVALID_MASTER_PASSWORD')
    throw new TamperedRowError('grants', `${at.environment}/${grant.kind}/${grant.principal}`)
  }
}
