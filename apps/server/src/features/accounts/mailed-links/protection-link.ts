import { protectionPurposes } from '@envhold/contract/accounts/mailed-links.ts'
import type { DbContext } from '../../../context.ts'
import { isSignedFor, parseSignedLink, type SignedLink } from '../../../mail/signed-link.ts'
import { canonical } from '../../users/canonical.ts'
import { findUser, type User } from '../../users/user-store.ts'
import { type DelayedChange, listDelayedChangesOf } from '../delayed/delayed-change-store.ts'
import { type EmailChange, listUndoableChanges } from '../email/email-change-store.ts'
import { invalidLink } from '../email/mailed-link.ts'

export interface ProtectionLink {
  readonly link: SignedLink
  readonly user: User
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
export async function findProtectionLink(
  ctx: DbContext<'clock' | 'secrets'>,
  text: string,
): Promise<ProtectionLink> {
  const purpose = protectionPurposes.find((one) => text.startsWith(`${one}.`))
  const link = purpose && parseSignedLink(ctx, text, purpose)
  const user = link && (await findUser(ctx, link.userId))
  if (!link || !user) throw invalidLink()
  const undoable = await listUndoableChanges(ctx, user.id)
  const address = [user.email_canonical, ...undoable.map(({ old_canonical }) => old_canonical)].find(
    (email) => isSignedFor(ctx, link, email),
  )
  if (address === undefined) throw invalidLink()
  const emailChange = undoable.find(
    ({ id, old_email }) => id === link.subject && canonical(old_email) === address,
  )
  const delayedChange = (await listDelayedChangesOf(ctx, user.id)).find(({ id }) => id === link.subject)
  if (purpose === 'undo-email' && !emailChange) throw invalidLink()
  if (purpose === 'stop-change' && !delayedChange) throw invalidLink()
  return { link, user, undoable, emailChange, delayedChange }
}
