import type { DbContext } from '../../context.ts'
import { requireRateLimit } from '../users/attempt-limits.ts'
import { type AttemptRule, raiseAttempts } from '../users/attempt-store.ts'
import { nameIdentity } from '../users/canonical.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Limits an inviter, because each invitation mails a person who may not have asked for it. */
const perInviter: AttemptRule = { kind: 'invite', limit: 60, windowMs: hourMs }
const perPair: AttemptRule = { kind: 'invite-address', limit: 10, windowMs: dayMs }
/** Mails to one invitee, from all inviters together. */
const perInvited: AttemptRule = { kind: 'invited', limit: 50, windowMs: dayMs }

/**
 * Counts an invitation to an e-mail address.
 * @param emailCanonical canonical
 * @returns whether it may be mailed. Strangers who invite a person many times stop the mails, and nobody's invitation.
 * @throws AppError RATE_LIMITED
 */
export async function requireInviteRate(
  ctx: DbContext<'clock'>,
  inviterId: number,
  emailCanonical: string,
): Promise<boolean> {
  const invited = nameIdentity(emailCanonical)
  await requireRateLimit(ctx, perInviter, String(inviterId))
  await requireRateLimit(ctx, perPair, `${inviterId}/${invited}`)
  return (await raiseAttempts(ctx, perInvited, invited)).count <= perInvited.limit
}
