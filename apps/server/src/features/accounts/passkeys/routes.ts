/** Passkeys: adding and removing them, and what they prove. */
import * as proofs from '@envhold/contract/passkey-proofs.ts'
import * as endpoints from '@envhold/contract/passkeys.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { completeWithPasskey, startPasskeySecondFactor } from './complete-with-passkey.ts'
import { confirmPasskey, startPasskeyConfirmation } from './confirm-passkey.ts'
import { deletePasskey } from './delete-passkey.ts'
import { listPasskeys } from './list-passkeys.ts'
import { registerPasskey } from './register-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'
import { signInWithPasskey, startPasskeySignIn } from './sign-in-with-passkey.ts'
import { startRegistration } from './start-registration.ts'

export const passkeyRoutes = (ctx: Context, deps: SessionDeps): Route[] => [
  route(endpoints.listPasskeys, async (call) => ({ json: await listPasskeys(ctx, call) })),
  route(endpoints.startPasskeyRegistration, async (call) => ({ json: await startRegistration(ctx, call) })),
  route(endpoints.registerPasskey, async (call) => ({ json: await registerPasskey(ctx, deps, call) })),
  route(endpoints.renamePasskey, async (call) => ({ json: await renamePasskey(ctx, call) })),
  route(endpoints.deletePasskey, async (call) => ({ json: await deletePasskey(ctx, deps, call) })),
  route(proofs.startPasskeySignIn, async (call) => ({ json: await startPasskeySignIn(ctx, call) })),
  route(proofs.signInWithPasskey, async (call) => ({ json: await signInWithPasskey(ctx, call) })),
  route(proofs.startPasskeyConfirmation, async (call) => ({
    json: await startPasskeyConfirmation(ctx, call),
  })),
  route(proofs.confirmPasskey, async (call) => ({ json: await confirmPasskey(ctx, deps, call) })),
  route(proofs.startPasskeySecondFactor, async (call) => ({
    json: await startPasskeySecondFactor(ctx, call),
  })),
  route(proofs.completeWithPasskey, async (call) => ({ json: await completeWithPasskey(ctx, call) })),
]
