import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { unlinkProvider as endpoint } from '@envhold/contract/sign-in-provider.ts'
import { AppError } from '../../../app-error.ts'
import type { Context } from '../../../context.ts'
import type { Call } from '../../../http/route.ts'
import { noticeVariables } from '../../../mail/origin-variables.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { readProviderSettings } from '../../../sign-in-provider/provider-settings-store.ts'
import { transact } from '../../audit-log/tx.ts'
import type { SessionDeps } from '../../sessions/session-deps.ts'
import { renewSession } from '../../sessions/start-session.ts'
import { findUser } from '../../users/user-store.ts'
import { hasOtherWayIn } from './has-other-way-in.ts'
import { deleteIdentitiesOf } from './oidc-identity-store.ts'

const onlyWay = () =>
  new AppError('FORBIDDEN', {
    message: 'This is the only way in to your account. Set a password or add a passkey first.',
  })

/** Removes the link to the provider, which may no longer be set up. The account must have another way in. */
export async function unlinkProvider(
  ctx: Context,
  { unlocked }: Pick<SessionDeps, 'unlocked'>,
  { caller, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { userId, session, verifiedAt, verifiedBy } = caller
  const settings = await readProviderSettings(ctx)
  const label = settings?.label ?? 'the identity provider'
  const token = await transact(ctx, { userId, origin }, async (tx) => {
    await tx.lock([userId])
    const user = await findUser(tx, userId)
    if (!user) throw new AppError('UNAUTHENTICATED')
    if (!(await hasOtherWayIn(tx, user, settings))) throw onlyWay()
    if ((await deleteIdentitiesOf(tx, userId)) === 0) throw new AppError('NOT_FOUND')
    tx.revoked({ kind: 'identity', userId })
    const variables = { ...noticeVariables(tx, userId, origin), provider: label }
    await queueMail(tx, 'providerUnlinked', { to: user.email, variables })
    const description = `${user.username} removed the link to ${label}`
    tx.record({ type: 'oidc_unlinked', severity: 'medium', description })
    return await renewSession(tx, session.id, { verifiedAt, proof: verifiedBy })
  })
  unlocked.dropSession(session.id)
  return { message: `Your account is no longer linked to ${label}.`, token }
}
