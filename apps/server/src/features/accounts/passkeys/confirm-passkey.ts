import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type {
  confirmPasskey as endpoint,
  startPasskeyConfirmation as startEndpoint,
} from '@envhold/contract/passkey-proofs.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { confirmSession } from '../step-up/confirm-session.ts'
import { issueChallenge } from '../webauthn/issue-challenge.ts'
import { recordUse } from '../webauthn/record-use.ts'
import { requestOptionsOf } from '../webauthn/request-options.ts'
import { verifyUse } from '../webauthn/verify-use.ts'
import { listUsablePasskeys } from './usable-passkeys.ts'

export async function startPasskeyConfirmation(
  ctx: Context,
  { caller: { userId } }: Call<typeof startEndpoint>,
): Promise<OutputOf<typeof startEndpoint>> {
  const { site, passkeys } = await listUsablePasskeys(ctx, userId)
  return {
    options: requestOptionsOf(site, await issueChallenge(ctx, { purpose: 'step-up', userId }), passkeys),
  }
}

/** Confirms the signed-in user by passkey and renews the session. */
export async function confirmPasskey(
  ctx: Context,
  deps: SessionDeps,
  { caller, body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const use = { purpose: 'step-up', userId: caller.userId } as const
  const proved = await verifyUse(ctx, { use, response: body.response, origin })
  return await confirmSession(ctx, deps, { caller, origin, proof: 'passkey' }, (tx) =>
    recordUse(tx, proved, 'confirm the identity'),
  )
}
