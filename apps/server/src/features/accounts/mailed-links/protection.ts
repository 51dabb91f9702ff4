/** The links of security mails, which protect an account without signing in. */
import * as contract from '@envhold/contract/accounts/mailed-links.ts'
import { protectionPurposes } from '@envhold/contract/accounts/mailed-links.ts'
import type { ClockContext, DbContext } from '../../../context.ts'
import { verb } from '../../../http/verb.ts'
import { isSignedFor, parseSignedLink, type SignedLink } from '../../../mail/signed-link.ts'
import { type Tx, transact } from '../../audit-log/tx.ts'
import { revokeAllTokens } from '../../personal-tokens/account-tokens.ts'
import { endAllDevices } from '../../sessions/devices.ts'
import { requireNetworkLimit, requireRateLimit } from '../../users/attempt-limits.ts'
import type { AttemptRule } from '../../users/attempt-store.ts'
import { canonical, nameIdentity } from '../../users/canonical.ts'
import { deleteEmailTokensOf } from '../../users/email-token-store.ts'
import { listUndoableChanges } from '../../users/reserved-email-store.ts'
import { findUser, hasPassword, type User } from '../../users/user-store.ts'
import type { AccountWorld } from '../account-world.ts'
import { stopChanges } from '../delayed/delay-change.ts'
import { type DelayedChange, listDelayedChangesOf } from '../delayed/delayed-change-store.ts'
import { deletePendingChange, type EmailChange } from '../email/email-change-store.ts'
import { orEmailTaken, restoreFormerEmail } from '../email/former-email.ts'
import { invalidLink, linksPerIp } from '../email/mailed-link.ts'
import { findAddedFactor } from '../factors/remove-factor.ts'
import { isOpenToOwner } from '../sign-in/start-signed-in.ts'
import { type IssuedReset, issueReset, mailReset } from './issue-reset.ts'

/** Returns what the link of a security mail does. Nothing changes: programs that scan mail open links too. */
export const openProtection = verb(contract.openProtection, async (ctx, { body, origin }) => {
  await requireNetworkLimit(ctx, linksPerIp, origin.ip)
  const { link, user, emailChange, delayedChange } = await findProtectionLink(ctx, body.token)
  const { username, email } = user
  const factor = link.purpose === 'remove-factor' && (await findAddedFactor(ctx, user, link.subject))
  const subjects = {
    'not-me': null,
    'remove-factor': factor ? factor.name : null,
    'revoke-tokens': null,
    'undo-email': emailChange?.old_email ?? null,
    'stop-change': delayedChange?.kind ?? null,
  }
  return { username, email, purpose: link.purpose, subject: subjects[link.purpose] }
})

/**
 * Such a link can be used again. Without a limit, its holder could keep the owner signed out. Each address has its own
 * count: the holder of a new address must not use up that of the former one.
 */
const notMePerEmail: AttemptRule = { kind: 'protection', limit: 10, windowMs: 24 * 3_600_000 }

interface Outcome {
  readonly message: string
  readonly reset?: IssuedReset | undefined
}

/** Does what the link of a security mail offers. Doing it twice is harmless. */
export const useProtection = verb(contract.useProtection, async (ctx: AccountWorld, { body, origin }) => {
  await requireNetworkLimit(ctx, linksPerIp, origin.ip)
  const { link: opened, user: known, mailedTo } = await findProtectionLink(ctx, body.token)
  if (opened.purpose === 'not-me' || opened.purpose === 'remove-factor')
    await requireRateLimit(ctx, notMePerEmail, `${known.id} ${nameIdentity(mailedTo)}`)
  const done = transact(ctx, { userId: known.id, origin }, async (tx): Promise<Outcome> => {
    await tx.lock([known.id])
    const link = await findProtectionLink(tx, body.token)
    switch (link.link.purpose) {
      case 'not-me':
        return await secure(tx, link)
      case 'remove-factor': {
        const factor = await findAddedFactor(tx, link.user, link.link.subject)
        await factor?.remove(tx)
        const outcome = await secure(tx, link)
        return factor ? { ...outcome, message: `We removed ${factor.name}. ${outcome.message}` } : outcome
      }
      case 'undo-email':
        return await undo(tx, link)
      case 'stop-change':
        await stopChanges(tx, link.user, link.link.subject)
        return { message: 'Your account stays as it is.' }
      case 'revoke-tokens':
        await revokeAllTokens(tx, link.user.id)
        return { message: 'Programs that used one of them have lost access.' }
    }
  })
  const { message, reset } = await orEmailTaken(done)
  ctx.unlocked.dropUser(known.id)
  // The answer does not wait for the mail server. If the mail is lost, the sign-in form sends another.
  if (reset) void mailReset(ctx, reset)
  return { message }
})

/** Ends everything that somebody else may have begun: sessions, devices, and changes that wait. */
async function shutOut(tx: Tx, user: User): Promise<void> {
  await endAllDevices(tx.db, user.id)
  tx.revoked({ kind: 'sessions', userId: user.id })
  await deletePendingChange(tx.db, user.id)
  await deleteEmailTokensOf(tx.db, user.id, ['confirm-email'])
  await stopChanges(tx, user)
}

async function secure(tx: Tx, { user, undoable, link }: ProtectionLink): Promise<Outcome> {
  await shutOut(tx, user)
  const to = undoable[0]?.old_email ?? user.email
  const reset = await issueReset(tx, user, originOf(tx), to)
  const mailed = reset
    ? `We sent a link for a new password to ${hint(to)}.${untilReset(user)}`
    : noReset(tx, user, 'Use the newest, or open the link of this mail again in an hour.')
  const description = `The owner of ${user.username} reported an action that was not theirs`
  tx.record({ type: 'not_me_reported', description, userId: link.userId })
  return { message: `Every device is signed out. ${mailed}`, reset }
}

async function undo(tx: Tx, { user, emailChange }: ProtectionLink): Promise<Outcome> {
  if (!emailChange) throw new Error('A link without its change was accepted')
  const restored = await restoreFormerEmail(tx, user, emailChange)
  await shutOut(tx, restored)
  const reset = await issueReset(tx, restored, originOf(tx))
  const mailed = reset
    ? `A link for a new password is on its way there.${untilReset(restored)}`
    : noReset(tx, restored, 'They no longer work. Ask for another on the sign-in page in an hour.')
  return {
    message: `The account uses ${restored.email} again. Every device is signed out. ${mailed}`,
    reset,
  }
}

/** Someone else who knows the password can sign in until then. */
const untilReset = (user: User) => (hasPassword(user) ? ' Until you set one, the old one still works.' : '')

/** Why no link was mailed. @param nextStep for a mailbox that had its mails for this hour */
const noReset = (ctx: ClockContext, user: User, nextStep: string) =>
  isOpenToOwner(ctx, user)
    ? `We sent no link for a new password: three were sent within the last hour. ${nextStep}`
    : 'The account is deleted and can no longer be restored.'

const originOf = ({ actor }: Tx) => {
  if (!actor.origin) throw new Error('A link is used by a call')
  return actor.origin
}

/** The reader may be somebody who found the mail: `a…@example.com`. */
const hint = (email: string) => email.replace(/^(.)[^@]*/u, '$1…')

interface ProtectionLink {
  readonly link: SignedLink
  readonly user: User
  /** Where the link was mailed to, in its canonical form. */
  readonly mailedTo: string
  /** The changes of address that can be undone, the oldest first. */
  readonly undoable: readonly EmailChange[]
  /** What the link undoes. */
  readonly emailChange: EmailChange | undefined
  /** What the link stops. */
  readonly delayedChange: DelayedChange | undefined
}

/**
 * Finds what the link of a security mail does. It counts if it was mailed to the present address of the account, or to
 * a former one that can still undo the change: the holder of an address that was undone has no say any more.
 * @throws AppError NOT_FOUND
 */
async function findProtectionLink(
  ctx: DbContext<'clock' | 'secrets'>,
  text: string,
): Promise<ProtectionLink> {
  const purpose = protectionPurposes.find((purpose) => text.startsWith(`${purpose}.`))
  const link = purpose && parseSignedLink(ctx, text, purpose)
  const user = link && (await findUser(ctx, link.userId))
  if (!link || !user) throw invalidLink()
  const undoable = await listUndoableChanges(ctx, user.id)
  const mailedTo = [user.email_canonical, ...undoable.map(({ old_canonical }) => old_canonical)].find(
    (email) => isSignedFor(ctx, link, email),
  )
  if (mailedTo === undefined) throw invalidLink()
  const emailChange = undoable.find(
    ({ id, old_email }) => id === link.subject && canonical(old_email) === mailedTo,
  )
  const delayedChange = (await listDelayedChangesOf(ctx, user.id)).find(({ id }) => id === link.subject)
  if (purpose === 'undo-email' && !emailChange) throw invalidLink()
  if (purpose === 'stop-change' && !delayedChange) throw invalidLink()
  return { link, user, mailedTo, undoable, emailChange, delayedChange }
}
