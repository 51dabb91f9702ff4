import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type {
  startPasskeyUnlock as startEndpoint,
  startPasskeyUnlockSetUp as startSetUpEndpoint,
} from '@envhold/contract/passkey-unlock.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { noSuchPasskey } from '../../accounts/passkeys/no-such-passkey.ts'
import { listUsablePasskeys } from '../../accounts/passkeys/usable-passkeys.ts'
import { issueChallenge } from '../../accounts/webauthn/issue-challenge.ts'
import { listUnlockingPasskeys, type Passkey } from '../../accounts/webauthn/passkey-store.ts'
import { requestOptionsOf } from '../../accounts/webauthn/request-options.ts'

/** Answers what a browser needs to have one passkey compute an unlock secret for the first time. */
export const startPasskeyUnlockSetUp = (
  ctx: Context,
  { caller: { userId }, params: { id } }: Call<typeof startSetUpEndpoint>,
): Promise<OutputOf<typeof startSetUpEndpoint>> => start(ctx, userId, (passkey) => passkey.id === id)

/** Answers what a browser needs to open the vault with one of the passkeys that do. */
export async function startPasskeyUnlock(
  ctx: Context,
  { caller: { userId } }: Call<typeof startEndpoint>,
): Promise<OutputOf<typeof startEndpoint>> {
  const unlocking = await listUnlockingPasskeys(ctx.db, userId)
  return await start(ctx, userId, ({ id }) => unlocking.has(id))
}

async function start(ctx: Context, userId: number, isWanted: (passkey: Passkey) => boolean) {
  const { site, passkeys } = await listUsablePasskeys(ctx, userId)
  const wanted = passkeys.filter(isWanted)
  if (wanted.length === 0) throw noSuchPasskey()
  const challenge = await issueChallenge(ctx, { purpose: 'unlock', userId })
  const salts = wanted.map(({ id, prf_salt }) => ({ id, salt: Buffer.from(prf_salt).toString('base64url') }))
  return { options: requestOptionsOf(site, challenge, wanted), salts }
}
