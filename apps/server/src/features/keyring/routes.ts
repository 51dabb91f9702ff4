/** Keyring: users' key pairs under their master passwords: set-up, change, recovery and validation. */
import { confirmRecoveryKey } from '@envhold/contract/account-security.ts'
import * as endpoints from '@envhold/contract/keyring.ts'
import { readMasterPasswordStatus } from '@envhold/contract/master-password-status.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { changeMasterPassword } from './change-master-password.ts'
import type { Keyring } from './keyring.ts'
import { passkeyUnlockRoutes } from './passkey-unlock/routes.ts'
import { recoverMasterPassword } from './recover-master-password.ts'
import { renewRecoveryKey } from './renew-recovery-key.ts'
import type { RegrantToNewKey } from './replace-key-pair.ts'
import { setUpMasterPassword } from './set-up-master-password.ts'
import { checkOffRecoveryKey, findUserKey } from './user-key-store.ts'
import { validateMasterPassword } from './validate-master-password.ts'

export const keyringRoutes = (ctx: Context, ring: Keyring, regrant: RegrantToNewKey): Route[] => [
  route(readMasterPasswordStatus, async ({ caller }) => {
    const key = await findUserKey(ctx, caller.userId)
    return { json: { hasMasterPassword: key !== undefined } }
  }),
  route(endpoints.setUpMasterPassword, async (call) => ({
    json: await setUpMasterPassword(ctx, ring, call),
  })),
  route(endpoints.validateMasterPassword, async (call) => ({
    json: await validateMasterPassword(ctx, ring, call),
  })),
  route(endpoints.changeMasterPassword, async (call) => ({
    json: await changeMasterPassword(ctx, ring, regrant, call),
  })),
  route(endpoints.recoverMasterPassword, async (call) => ({
    json: await recoverMasterPassword(ctx, ring, call),
  })),
  route(confirmRecoveryKey, async ({ caller }) => {
    await checkOffRecoveryKey(ctx, caller.userId)
    return { json: { message: 'Stored' } }
  }),
  route(endpoints.renewRecoveryKey, async (call) => ({ json: await renewRecoveryKey(ctx, ring, call) })),
  ...passkeyUnlockRoutes(ctx, ring),
]
