import type { DbContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { invitations } from '../../db/schema/projects.ts'
import { signedRows } from '../../db/signed-rows.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Invitation } from '../projects/membership-store.ts'
import { listUndoableChanges } from '../users/reserved-email-store.ts'
import type { User } from '../users/user-store.ts'

const stored = signedRows(invitations)

/** Finds an invitation by the handle that the invitee answers with. */
export const findInvitation = (ctx: DbContext<'secrets'>, token: string) => stored.find(ctx, { token })

/**
 * Finds the invitation of a link. The caller compares the secret before checking the MAC, so that an unknown id costs
 * the same work.
 */
export const findInvitationOfLink = (db: Db, linkId: string) =>
  stored.findUnchecked({ db }, { link_id: linkId })

/** @throws TamperedRowError */
export const checkInvitation = stored.check

export const findInvitationTo = (ctx: DbContext<'secrets'>, projectId: number, emailCanonical: string) =>
  stored.find(ctx, { project_id: projectId, email_canonical: emailCanonical })

/** A project's open invitations, the oldest first. */
export const listInvitationsOf = (ctx: DbContext<'secrets'>, projectId: number, now: number) =>
  stored.list(ctx, [{ project_id: projectId }, (is) => is('expires_at', '>', now)], { orderBy: ['id'] })

/**
 * The open invitations to an account whose project and owner's account still exist, and who neither owns nor shares the
 * project; the newest first, up to a limit. An invitation that is sealed to it may have been sent to an e-mail address
 * that it has changed since: the change can be undone for as long as an invitation is open.
 */
export async function listInvitationsTo(
  ctx: DbContext<'secrets' | 'clock'>,
  { id, email_canonical }: Pick<User, 'id' | 'email_canonical'>,
  limit: number,
) {
  const undoable = await listUndoableChanges(ctx, id)
  const emails = [email_canonical, ...undoable.map(({ old_canonical }) => old_canonical)]
  const rows = await ctx.db
    .selectFrom('invitations')
    .innerJoin('projects', 'projects.id', 'invitations.project_id')
    .innerJoin('users as owners', 'owners.id', 'projects.owner_id')
    .selectAll('invitations')
    .select(['projects.name as project_name', 'owners.username as inviter_username'])
    .where('invitations.email_canonical', 'in', emails)
    .where(({ eb, or, and }) =>
      or([
        eb('sealed_to', '=', id),
        and([eb('sealed_to', 'is', null), eb('invitations.email_canonical', '=', email_canonical)]),
      ]),
    )
    .where('invitations.expires_at', '>', ctx.clock())
    .where('projects.removed_at', 'is', null)
    .where('projects.owner_id', '!=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships')
            .select('user_id')
            .whereRef('memberships.project_id', '=', 'projects.id')
            .where('user_id', '=', id),
        ),
      ),
    )
    .where('owners.status', '=', 'ACTIVE')
    .orderBy('invitations.id', 'desc')
    .limit(limit)
    .execute()
  for (const row of rows) checkInvitation(ctx, row)
  return rows
}

/** The invitations to a project that were sent to an e-mail address, or that are sealed to an account. */
export const listInvitationsOfInvitee = (
  ctx: DbContext<'secrets'>,
  projectId: number,
  emailCanonical: string,
  userId = 0,
) =>
  stored.list(ctx, [
    { project_id: projectId },
    (is) => is.or([is('email_canonical', '=', emailCanonical), is('sealed_to', '=', userId)]),
  ])

/** The open invitations whose keys are sealed to a user's own key pair. */
export const listSealedInvitations = (ctx: DbContext<'secrets'>, userId: number, limit: number) =>
  stored.list(ctx, { sealed_to: userId }, { orderBy: ['id'], limit })

export const listExpiredInvitations = (db: Db, now: number) =>
  tableRows('invitations').list({ db }, (is) => is('expires_at', '<=', now), { orderBy: ['id'] })

export const insertInvitation = stored.insert

export async function changeInvitation(
  tx: TrxContext<'secrets'>,
  invitation: Invitation,
  change: Pick<Invitation, 'role' | 'environments'>,
): Promise<Invitation> {
  return (await stored.change(tx, invitation, change)) ?? { ...invitation, ...change }
}

export const deleteInvitation = (db: Db, id: number) => stored.remove({ db }, { id })
