import type { registerPasskey as endpoint } from '@envhold/contract/passkeys.ts'
import type { Context } from '../../../context.ts'
import { commitTogether } from '../../../db/transaction.ts'
import type { Call, Origin } from '../../../http/route.ts'
import { claimChallenge, hasChallenge } from '../webauthn/challenge-store.ts'
import { rejected } from '../webauthn/rejected.ts'
import { challengeOf, type NewCredential, verifyRegistration } from '../webauthn/webauthn-library.ts'
import { requireWebauthnSite } from '../webauthn/webauthn-site.ts'

/**
 * Verifies a new credential, and uses up the challenge that it answers.
 * @throws AppError INVALID_CREDENTIALS for every reason
 */
export async function verifyNewCredential(
  ctx: Context,
  { caller: { userId }, body: { response } }: Call<typeof endpoint>,
  { requestId }: Origin,
): Promise<NewCredential> {
  const site = requireWebauthnSite(ctx.config)
  const use = { purpose: 'register', userId } as const
  const challenge = challengeOf(response.response)
  if (challenge === undefined || !(await hasChallenge(ctx, challenge, use))) throw rejected()
  if (!(await commitTogether(ctx, (tx) => claimChallenge(tx, challenge, use)))) throw rejected()
  const credential = await verifyRegistration(site, response, challenge)
  if (credential) return credential
  ctx.log.passkeyRejected({ purpose: use.purpose, requestId })
  throw rejected()
}
