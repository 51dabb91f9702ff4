import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { validateMasterPassword as endpoint } from '@envhold/contract/keyring.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import type { Keyring } from './keyring.ts'
import { unlock } from './unlock.ts'

/** Unlocks the vault and returns whether the master password is correct. */
export async function validateMasterPassword(
  ctx: Context,
  ring: Keyring,
  { caller, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  try {
    await unlock(ctx, ring, {
      caller,
      masterPassword: body.masterPassword,
      passkeyUnlock: undefined,
      origin,
    })
    return { valid: true }
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_MASTER_PASSWORD') return { valid: false }
    throw error
  }
}
