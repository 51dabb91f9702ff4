/** Accounts: registration, sign-in, passwords, the profile, e-mail verification and account deletion. */
import { readAccountSecurity as securityEndpoint } from '@envhold/contract/account-security.ts'
import * as settings from '@envhold/contract/account-settings.ts'
import * as endpoints from '@envhold/contract/accounts.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import type { AccountDeps } from './account-deps.ts'
import { changePassword } from './change-password.ts'
import { delayedChangeRoutes } from './delayed/routes.ts'
import { deleteAccount } from './delete-account.ts'
import { emailRoutes } from './email/routes.ts'
import { oidcRoutes } from './oidc/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { protectionRoutes } from './protection/routes.ts'
import { readUserStatus } from './read-user-status.ts'
import { register } from './register/register.ts'
import { resetRoutes } from './reset/routes.ts'
import { createWorkAfterAnswer } from './reset/work-after-answer.ts'
import { readAccountSecurity } from './security/read-account-security.ts'
import { login } from './sign-in/login.ts'
import { confirmPassword } from './step-up/confirm-password.ts'
import { totpRoutes } from './totp/routes.ts'
import { updateProfile } from './update-profile.ts'

export const accountRoutes = (
  ctx: Context,
  deps: AccountDeps,
  afterAnswer = createWorkAfterAnswer(ctx, 'sign-in-link'),
): Route[] => [
  route(endpoints.register, async (call) => ({ json: await register(ctx, deps, call) })),
  route(endpoints.login, async (call) => ({ json: await login(ctx, { ...deps, afterAnswer }, call) })),
  route(endpoints.changePassword, async (call) => ({ json: await changePassword(ctx, deps, call) })),
  route(settings.confirmPassword, async (call) => ({ json: await confirmPassword(ctx, deps, call) })),
  route(settings.deleteAccount, async (call) => ({ json: await deleteAccount(ctx, deps, call) })),
  route(endpoints.readUserStatus, async ({ caller }) => ({ json: await readUserStatus(ctx, caller.userId) })),
  route(securityEndpoint, async ({ caller }) => ({ json: await readAccountSecurity(ctx, caller) })),
  route(settings.updateProfile, async (call) => ({ json: await updateProfile(ctx, call) })),
  ...emailRoutes(ctx),
  ...resetRoutes(ctx, deps),
  ...protectionRoutes(ctx, deps),
  ...delayedChangeRoutes(ctx),
  ...totpRoutes(ctx, deps),
  ...oidcRoutes(ctx, deps),
  ...passkeyRoutes(ctx, deps),
]
