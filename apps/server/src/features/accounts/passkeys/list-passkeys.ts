import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { listPasskeys as endpoint } from '@envhold/contract/passkeys.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { listPasskeysOf, listUnlockingPasskeys } from '../webauthn/passkey-store.ts'
import { passkeyInfoOf } from './passkey-info.ts'

export async function listPasskeys(
  ctx: Context,
  { caller: { userId } }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const passkeys = await listPasskeysOf(ctx, userId)
  const unlocking = await listUnlockingPasskeys(ctx.db, userId)
  return { passkeys: passkeys.map((one) => passkeyInfoOf(ctx.config, one, unlocking.has(one.id))) }
}
