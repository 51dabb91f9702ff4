import type { Context } from '../../../context.ts'
import type { Origin } from '../../../http/route.ts'
import { noticeVariables } from '../../../mail/origin-variables.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { transact } from '../../audit-log/tx.ts'
import type { User } from '../../users/user-store.ts'
import type { Passkey } from './passkey-store.ts'

/** Records and mails that an authenticator has counted fewer uses than before: there may be a copy of it. */
export async function reportRegression(
  ctx: Context,
  user: User,
  { name }: Passkey,
  origin: Origin,
): Promise<void> {
  await transact(ctx, { userId: user.id, origin }, async (tx) => {
    const variables = { ...noticeVariables(tx, user.id, origin), passkey: name }
    await queueMail(tx, 'passkeyCounterRegression', { to: user.email, variables })
    const description = `The passkey ${name} of ${user.username} was rejected, because its counter went back`
    tx.record({ type: 'counter_regression', severity: 'high', description })
  })
}
