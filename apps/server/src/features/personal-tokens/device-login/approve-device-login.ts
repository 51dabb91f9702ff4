import type { approveDeviceLogin as endpoint } from '@envhold/contract/device-login.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { personalTokenPermissions } from '@envhold/contract/permissions.ts'
import { sealDeviceToken } from '@envhold/vault/device-login.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import type { Keyring } from '../../keyring/keyring.ts'
import { createPersonalToken } from '../create-personal-token.ts'
import { answerDeviceLogin } from './device-login-store.ts'
import { noLongerOpen, requireReviewed } from './require-reviewed.ts'

/**
 * Creates a token for a login and seals it to the device code, in one transaction: of two approvals, one creates a
 * token.
 * @throws AppError NOT_FOUND, MASTER_PASSWORD_REQUIRED, INVALID_MASTER_PASSWORD, LIMIT_REACHED, LOCKED_OUT;
 *   TamperedRowError
 */
export async function approveDeviceLogin(
  ctx: Context,
  ring: Keyring,
  { caller, body, origin, masterPassword, passkeyUnlock }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const login = await requireReviewed(ctx, caller, body.review)
  const at = { id: login.id, user: caller.userId }
  const { id, token_name } = await createPersonalToken(ctx, ring, {
    caller,
    origin,
    reservation: undefined,
    masterPassword,
    passkeyUnlock,
    name: `CLI on ${login.device_name}`,
    permissions: personalTokenPermissions,
    expiresAt: null,
    askedBy: ' by device code',
    onCreated: async (tx, created) => {
      const sealed = sealDeviceToken(created.token, at, login.public_key)
      const approved = { status: 'approved', token_id: created.id, sealed_token: sealed } as const
      // Opening the vault took a while.
      if (login.expires_at <= tx.clock() || !(await answerDeviceLogin(tx, login, approved)))
        throw noLongerOpen()
    },
  })
  return { success: true, id, token_name, message: 'The command line is logged in.' }
}
