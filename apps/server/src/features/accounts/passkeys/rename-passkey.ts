import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { renamePasskey as endpoint } from '@envhold/contract/passkeys.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Call } from '../../../http/route.ts'
import { renamePasskeyOf } from '../webauthn/passkey-store.ts'
import { noSuchPasskey } from './no-such-passkey.ts'

export async function renamePasskey(
  ctx: Context,
  { caller: { userId }, params: { id }, body: { name } }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  if (!(await inTransaction(ctx, (tx) => renamePasskeyOf(tx.db, userId, { id, name })))) throw noSuchPasskey()
  return { message: 'Passkey renamed' }
}
