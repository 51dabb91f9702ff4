import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { type startPasskeyRegistration as endpoint, maxPasskeys } from '@envhold/contract/passkeys.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { findUser } from '../../users/user-store.ts'
import { challengeTtlMs, issueChallenge } from '../webauthn/issue-challenge.ts'
import { listPasskeysOf } from '../webauthn/passkey-store.ts'
import { descriptorOf } from '../webauthn/request-options.ts'
import { userHandleOf } from '../webauthn/user-handle.ts'
import { algorithms } from '../webauthn/webauthn-library.ts'
import { requireWebauthnSite } from '../webauthn/webauthn-site.ts'

export const tooManyPasskeys = () =>
  new AppError('CONFLICT', {
    message: `An account can have ${maxPasskeys} passkeys at most. Remove one that you no longer use.`,
  })

/** Answers what a browser needs to create a passkey for the signed-in account. */
export async function startRegistration(
  ctx: Context,
  { caller: { userId } }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { rpId } = requireWebauthnSite(ctx.config)
  const user = await findUser(ctx, userId)
  if (!user) throw new AppError('UNAUTHENTICATED')
  const passkeys = await listPasskeysOf(ctx, userId)
  if (passkeys.length >= maxPasskeys) throw tooManyPasskeys()
  const challenge = await issueChallenge(ctx, { purpose: 'register', userId })
  return {
    options: {
      rp: { id: rpId, name: 'Envhold' },
      user: { id: userHandleOf(userId), name: user.email, displayName: user.username },
      challenge,
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: challengeTtlMs,
      excludeCredentials: passkeys.filter((one) => one.rp_id === rpId).map(descriptorOf),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  }
}
