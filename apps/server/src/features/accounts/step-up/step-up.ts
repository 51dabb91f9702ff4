/** Confirming the identity of a signed-in user, before a sensitive action. */

import * as settings from '@envhold/contract/accounts/account-settings.ts'
import * as provider from '@envhold/contract/accounts/identity-provider.ts'
import * as passkeys from '@envhold/contract/accounts/passkey-authentication.ts'
import * as factors from '@envhold/contract/accounts/second-factors.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../../app-error.ts'
import type { DbContext } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { verb } from '../../../http/verb.ts'
import { requireUser } from '../../users/user-store.ts'
import type { AccountWorld } from '../account-world.ts'
import { readStepUpMethods } from '../factors/accepted-methods.ts'
import { requireAllowedIdentity } from '../oidc/link-identity.ts'
import { findIdentity } from '../oidc/oidc-store.ts'
import { type Finished, finishRequest, startRequest } from '../oidc/provider-request.ts'
import { listUsablePasskeys } from '../passkeys/usable-passkeys.ts'
import { type CodeMethod, withCode } from '../second-factor/with-code.ts'
import { issueChallenge, recordUse, requestOptionsOf, verifyUse } from '../webauthn/passkey-challenge.ts'
import { confirmSession, requireOwnPassword, requireSamePassword } from './confirm-session.ts'

const purpose = 'confirm the identity'

/** Confirms the signed-in user by password and renews the session. */
export const confirmPassword = verb(settings.confirmPassword, async (ctx: AccountWorld, call) => {
  const { caller, body, origin } = call
  const confirmed = await requireOwnPassword(ctx, call, { password: body.password, purpose })
  return await confirmSession(ctx, { caller, origin, method: 'password' }, async (tx) => {
    // A concurrent password change ended the other sessions. This confirmation must not outlive that.
    await requireSamePassword(tx, confirmed)
  })
})

export const confirmTotp = verb(factors.confirmTotp, (ctx: AccountWorld, call) =>
  confirmCode(ctx, 'totp', call),
)

export const confirmRecoveryCode = verb(factors.confirmRecoveryCode, (ctx: AccountWorld, call) =>
  confirmCode(ctx, 'recovery-code', call),
)

/** Confirms the signed-in user with a code of the authenticator app or a recovery code, and renews the session. */
async function confirmCode(
  ctx: AccountWorld,
  method: CodeMethod,
  { caller, body: { code }, origin }: Pick<Call<typeof factors.confirmTotp>, 'caller' | 'body' | 'origin'>,
): Promise<OutputOf<typeof factors.confirmTotp>> {
  const user = await requireUser(ctx, caller.userId)
  return await withCode(ctx, { user, method, code, by: caller, origin }, (accept) =>
    confirmSession(ctx, { caller, origin, method }, accept),
  )
}

export const startPasskeyConfirmation = verb(passkeys.startPasskeyConfirmation, async (ctx, call) => {
  const { userId } = call.caller
  const { site, passkeys } = await listUsablePasskeys(ctx, userId)
  return {
    options: requestOptionsOf(site, await issueChallenge(ctx, { purpose: 'step-up', userId }), passkeys),
  }
})

/** Confirms the signed-in user by passkey and renews the session. */
export const confirmPasskey = verb(passkeys.confirmPasskey, async (ctx: AccountWorld, call) => {
  const { caller, body, origin } = call
  const use = { purpose: 'step-up', userId: caller.userId } as const
  const proved = await verifyUse(ctx, { use, response: body.response, origin })
  return await confirmSession(ctx, { caller, origin, method: 'passkey' }, (tx) =>
    recordUse(tx, proved, 'confirm the identity'),
  )
})

export const startProviderConfirmation = verb(
  provider.startProviderConfirmation,
  async (ctx: AccountWorld, { caller: { userId, session }, body: { browserHash }, origin }) => {
    await requireProviderProof(ctx, userId)
    const caller = { userId, sessionId: session.id }
    const request = {
      purpose: 'step-up',
      browserHash,
      returnPath: '/account/security',
      asked: caller,
    } as const
    return await startRequest(ctx, origin, request)
  },
)

/** How much the clock of the provider may be behind ours. */
const toleranceMs = 60_000

const notFresh = (label: string) =>
  new AppError('INVALID_CREDENTIALS', {
    message: `${label} did not ask you to sign in again. Sign out here and in again, or add a passkey to your account.`,
  })
const otherAccount = (label: string) =>
  new AppError('INVALID_CREDENTIALS', {
    message: `That is another account at ${label}. Choose the one that is linked to your account here.`,
  })

/** Confirms the signed-in user by a sign-in at the provider that is younger than the request for it. */
export const confirmWithProvider = verb(provider.confirmWithProvider, async (ctx: AccountWorld, call) => {
  const { caller, origin } = call
  const { request, settings, identity }: Finished = await finishRequest(ctx, call, {
    purpose: 'step-up',
    caller,
  })
  const { authTime = 0 } = identity
  if (authTime < request.created_at - toleranceMs) throw notFresh(settings.label)
  requireAllowedIdentity(settings, identity)
  return await confirmSession(ctx, { caller, origin, method: 'oidc' }, async (tx) => {
    const linked = await findIdentity(tx, identity)
    if (linked?.user_id !== caller.userId) throw otherAccount(settings.label)
    await requireProviderProof(tx, caller.userId)
  })
})

/** A step-up accepts the provider only from an account without anything stronger. @throws AppError FORBIDDEN */
async function requireProviderProof(ctx: DbContext<'config' | 'secrets'>, userId: number): Promise<void> {
  if ((await readStepUpMethods(ctx)(userId)).includes('oidc')) return
  throw new AppError('FORBIDDEN', {
    message:
      'Your account cannot be confirmed at the identity provider. Use a stronger factor of your account.',
  })
}
