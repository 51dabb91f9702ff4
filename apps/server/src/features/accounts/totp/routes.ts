/** The authenticator app of an account, and its recovery codes. */
import * as codes from '@envhold/contract/recovery-codes.ts'
import * as endpoints from '@envhold/contract/totp.ts'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { renewRecoveryCodes } from '../recovery-codes/renew-recovery-codes.ts'
import { signInWithCode } from '../second-factor/sign-in-with-code.ts'
import { confirmCode } from '../step-up/confirm-code.ts'
import { confirmTotpSetUp } from './confirm-totp-set-up.ts'
import { readTotp } from './read-totp.ts'
import { removeTotp } from './remove-totp.ts'
import { setUpTotp } from './set-up-totp.ts'

export const totpRoutes = (ctx: Context, deps: SessionDeps): Route[] => [
  route(endpoints.readTotp, async ({ caller }) => ({ json: await readTotp(ctx, caller.userId) })),
  route(endpoints.setUpTotp, async (call) => ({ json: await setUpTotp(ctx, call) })),
  route(endpoints.confirmTotpSetUp, async (call) => ({ json: await confirmTotpSetUp(ctx, deps, call) })),
  route(endpoints.removeTotp, async (call) => ({ json: await removeTotp(ctx, deps, call) })),
  route(endpoints.signInWithTotp, async (call) => ({ json: await signInWithCode(ctx, deps, 'totp', call) })),
  route(endpoints.confirmTotp, async (call) => ({ json: await confirmCode(ctx, deps, 'totp', call) })),
  route(codes.renewRecoveryCodes, async (call) => ({ json: await renewRecoveryCodes(ctx, deps, call) })),
  route(codes.signInWithRecoveryCode, async (call) => ({
    json: await signInWithCode(ctx, deps, 'recovery-code', call),
  })),
  route(codes.confirmRecoveryCode, async (call) => ({
    json: await confirmCode(ctx, deps, 'recovery-code', call),
  })),
]
