import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { unlockWithPasskey as endpoint } from '@envhold/contract/passkey-unlock.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { recordUse } from '../../accounts/webauthn/record-use.ts'
import { rejected } from '../../accounts/webauthn/rejected.ts'
import { verifyUse } from '../../accounts/webauthn/verify-use.ts'
import { transactTogether } from '../../audit-log/tx.ts'
import type { Keyring } from '../keyring.ts'
import { unlock } from '../unlock.ts'

/**
 * Opens the vault with the secret that a passkey gave, and verifies the passkey's own answer, so that a copied
 * authenticator is noticed and the list of passkeys says when each was used.
 */
export async function unlockWithPasskey(
  ctx: Context,
  ring: Keyring,
  call: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { caller, passkeyUnlock, body, origin } = call
  const { userId } = caller
  if (!passkeyUnlock) throw new AppError('MASTER_PASSWORD_REQUIRED')
  const use = { purpose: 'unlock', userId } as const
  const proved = await verifyUse(ctx, { use, response: body.response, origin })
  if (proved.passkey.id !== passkeyUnlock.credentialId) throw rejected()
  await unlock(ctx, ring, call)
  await transactTogether(ctx, { userId, origin }, (tx) => recordUse(tx, proved, 'open the vault'))
  return { message: 'The vault is open.' }
}
