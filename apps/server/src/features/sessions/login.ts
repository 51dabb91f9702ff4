import type { login as endpoint } from '@envhold/contract/accounts.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { addressIdentity } from '../../http/address-identity.ts'
import type { Call } from '../../http/route.ts'
import { originVariables } from '../../mail/origin-variables.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { newSignIn } from '../../mail/templates/new-sign-in.ts'
import { canonical, isStorable } from '../accounts/canonical.ts'
import { checkPassword } from '../accounts/check-password.ts'
import { guarded, nameIdentity, signInPerAccount, signInPerAddress } from '../accounts/guarded.ts'
import { isOpenToOwner, restoreAccount } from '../accounts/restore-account.ts'
import { findUser, findUserByName, lockUser } from '../accounts/user-store.ts'
import { type ActivityEvent, appendActivity } from '../audit-log/append-activity.ts'
import { noteDevice } from './device-store.ts'
import type { SessionParts } from './session-parts.ts'
import { signedIn } from './signed-in.ts'
import { startSession } from './start-session.ts'

/** Signs in by e-mail address or username. Whether an account exists shows neither in the answer nor in its time. */
export async function login(
  ctx: Context,
  { gate, recorder }: SessionParts,
  { body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const name = canonical(body.email.trim())
  const known = isStorable(name) ? await findUserByName(ctx, ctx.db, name) : undefined
  const failed = (description: string, severity: 'medium' | 'high' = 'medium') =>
    recorder.record({ type: 'login_failed', severity, description, userId: known?.id ?? null, origin })
  const who = known?.username ?? 'an unknown account'

  const perAddress = {
    rule: signInPerAddress,
    identity: addressIdentity(origin.ip),
    shared: true,
    onLocked: () => failed('Signing in from this address was locked after too many failed attempts', 'high'),
  }
  const perAccount = {
    rule: signInPerAccount,
    identity: nameIdentity(known?.email_canonical ?? name),
    onLocked: () => failed(`Signing in was locked for ${who} after too many failed attempts`, 'high'),
  }
  const user = await guarded(ctx, perAddress, () =>
    guarded(ctx, perAccount, () => checkPassword(gate, known, body.password)),
  )
  if (!user) {
    await failed(`A sign-in failed for ${who}`)
    throw new AppError('INVALID_CREDENTIALS')
  }
  if (user.status === 'SUSPENDED') {
    await failed(`A sign-in was refused for ${who}, whose account is suspended`)
    throw new AppError('ACCOUNT_SUSPENDED')
  }
  if (!isOpenToOwner(ctx, user)) {
    await failed(`A sign-in was refused for ${who}, whose account is not active`)
    throw new AppError('INVALID_CREDENTIALS')
  }
  return await inTransaction(ctx.db, async (trx) => {
    // A password that was changed meanwhile ended every session; this one would outlive that.
    await lockUser(ctx, trx, user.id)
    const locked = await findUser(ctx, trx, user.id)
    if (locked?.password_hash !== user.password_hash) throw new AppError('INVALID_CREDENTIALS')
    const { user: present, restored } = await restoreAccount(ctx, trx, locked)
    const token = await startSession(ctx, trx, user.id, origin)
    if (await noteDevice(ctx, trx, user.id, origin.userAgent))
      await queueMail(ctx, trx, newSignIn, { to: user.email, variables: originVariables(ctx, origin) })
    const by = { severity: 'low', userId: user.id, origin } as const
    const events: ActivityEvent[] = [{ ...by, type: 'login', description: `${present.username} signed in` }]
    if (restored) {
      const description = `${present.username} brought the deleted account back`
      events.unshift({ ...by, type: 'account_restored', severity: 'high', description })
    }
    await appendActivity(ctx, trx, events)
    return { ...signedIn(token, present), ...(restored && { restored }) }
  })
}
