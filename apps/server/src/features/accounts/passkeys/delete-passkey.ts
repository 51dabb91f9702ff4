import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { deletePasskey as endpoint } from '@envhold/contract/passkeys.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { transact } from '../../audit-log/tx.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { renewSession } from '../../sessions/start-session.ts'
import { readFactors } from '../factors/factor-store.ts'
import { deletePasskeyRow, findPasskey, passkeyHash } from '../webauthn/passkey-store.ts'
import { noSuchPasskey } from './no-such-passkey.ts'
import { notifyOwner } from './notify-owner.ts'

const onlyWayIn = () =>
  new AppError('CONFLICT', {
    message: 'This passkey is the only way to sign in to your account. Add another one first.',
  })

/** Removes a passkey. What it opened is deleted with it, and dropped from memory. */
export async function deletePasskey(
  ctx: Context,
  { unlocked }: Pick<SessionDeps, 'unlocked'>,
  { caller, params, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { userId, username, session, verifiedAt, verifiedBy } = caller
  const token = await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const passkey = await findPasskey(tx, params.id)
    if (passkey?.user_id !== userId) throw noSuchPasskey()
    const { password, identities, passkeys } = await readFactors(tx, userId)
    const isUsable = passkey.rp_id === new URL(ctx.config.publicUrl).hostname
    if (isUsable && !password && identities === 0 && passkeys <= 1) throw onlyWayIn()
    tx.revoked({ kind: 'passkey', userId, subject: passkeyHash(passkey.id) })
    const opened = await deletePasskeyRow(tx.db, passkey.id)
    await notifyOwner(tx, { userId, origin, passkey: passkey.name }, 'passkeyRemoved')
    const description = `${username} removed the passkey ${passkey.name}`
    tx.record({ type: 'passkey_removed', severity: 'high', description })
    if (opened)
      tx.record({
        type: 'passkey_unlock_removed',
        severity: 'high',
        description: `The passkey ${passkey.name} of ${username} opens the vault no more`,
      })
    return await renewSession(tx, session.id, { verifiedAt, proof: verifiedBy })
  })
  unlocked.dropUser(userId)
  return { message: 'Passkey removed', token }
}
