import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type {
  signInWithPasskey as endpoint,
  startPasskeySignIn as startEndpoint,
} from '@envhold/contract/passkey-proofs.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { transactTogether } from '../../audit-log/tx.ts'
import { findKnownDevice } from '../../sessions/devices.ts'
import { startSignedIn } from '../sign-in/start-signed-in.ts'
import { issueChallenge } from '../webauthn/issue-challenge.ts'
import { recordUse } from '../webauthn/record-use.ts'
import { requestOptionsOf } from '../webauthn/request-options.ts'
import { verifyUse } from '../webauthn/verify-use.ts'
import { requireWebauthnSite } from '../webauthn/webauthn-site.ts'

const use = { purpose: 'sign-in' } as const

/** The answer depends on nobody's account: the browser offers the passkeys that it has. */
export async function startPasskeySignIn(
  ctx: Context,
  { origin }: Call<typeof startEndpoint>,
): Promise<OutputOf<typeof startEndpoint>> {
  const site = requireWebauthnSite(ctx.config)
  return { options: requestOptionsOf(site, await issueChallenge(ctx, use, origin.ip)) }
}

/** Signs in with a passkey alone. Its owner has the device and was verified by it, so it counts as two factors. */
export async function signInWithPasskey(
  ctx: Context,
  { body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const proved = await verifyUse(ctx, { use, response: body.response, origin })
  const { user } = proved
  const device = await findKnownDevice(ctx, user.id, body.deviceToken)
  return await transactTogether(ctx, { userId: user.id, origin }, async (tx) => {
    await tx.lock([user.id])
    await recordUse(tx, proved, 'sign in')
    return await startSignedIn(tx, { user, proof: 'passkey', device, origin })
  })
}
