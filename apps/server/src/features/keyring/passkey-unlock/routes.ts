/** Opening the vault with a passkey. */
import * as endpoints from '@envhold/contract/passkey-unlock.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Keyring } from '../keyring.ts'
import { setUpPasskeyUnlock } from './set-up-passkey-unlock.ts'
import { startPasskeyUnlock, startPasskeyUnlockSetUp } from './start-unlock.ts'
import { unlockWithPasskey } from './unlock-with-passkey.ts'

export const passkeyUnlockRoutes = (ctx: Context, ring: Keyring): Route[] => [
  route(endpoints.startPasskeyUnlockSetUp, async (call) => ({
    json: await startPasskeyUnlockSetUp(ctx, call),
  })),
  route(endpoints.setUpPasskeyUnlock, async (call) => ({ json: await setUpPasskeyUnlock(ctx, ring, call) })),
  route(endpoints.startPasskeyUnlock, async (call) => ({ json: await startPasskeyUnlock(ctx, call) })),
  route(endpoints.unlockWithPasskey, async (call) => ({ json: await unlockWithPasskey(ctx, ring, call) })),
]
