import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import {
  changeMembership,
  type Invitation,
  invitationMac,
  membershipMac,
} from '../projects/membership-store.ts'

type PausedFilter = { readonly held: boolean }

const membershipsOf = (db: Db, ownerId: number, email: string, { held }: PausedFilter) =>
  db
    .selectFrom('memberships')
    .innerJoin('projects', 'projects.id', 'memberships.project_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .selectAll('memberships')
    .where('projects.owner_id', '=', ownerId)
    .where('users.email_canonical', '=', email)
    .where('memberships.held_at', held ? 'is not' : 'is', null)

const invitationsOf = (db: Db, ownerId: number, email: string, { held }: PausedFilter) =>
  db
    .selectFrom('invitations')
    .innerJoin('projects', 'projects.id', 'invitations.project_id')
    .selectAll('invitations')
    .where('projects.owner_id', '=', ownerId)
    .where('invitations.email_canonical', '=', email)
    .where('invitations.held_at', held ? 'is not' : 'is', null)

async function setInvitationHeld(
  { db, secrets }: TrxContext<'secrets'>,
  { mac, ...invitation }: Invitation,
  held_at: number | null,
): Promise<void> {
  invitationMac.check(secrets, { ...invitation, mac })
  await db
    .updateTable('invitations')
    .set({ held_at, mac: invitationMac.of(secrets, { ...invitation, held_at }) })
    .where('id', '=', invitation.id)
    .execute()
}

/**
 * Pauses a person's access to all live projects of an owner, because the plan does not allow as many people. Grants
 * stay sealed, so that releasing the person needs no vault. The owner's account is locked.
 * @param email canonical
 */
export async function pauseAccess(
  tx: TrxContext<'secrets' | 'clock'>,
  ownerId: number,
  email: string,
): Promise<void> {
  const now = tx.clock()
  const isLive = ['projects.removed_at', 'is', null] as const
  for (const membership of await membershipsOf(tx.db, ownerId, email, { held: false })
    .where(...isLive)
    .execute()) {
    membershipMac.check(tx.secrets, membership)
    await changeMembership(tx, membership, { held_at: now })
  }
  for (const invitation of await invitationsOf(tx.db, ownerId, email, { held: false })
    .where(...isLive)
    .execute())
    await setInvitationHeld(tx, invitation, now)
}

/**
 * Gives a person back the access to everything of an owner, archived projects included. The owner's account is locked.
 * @param email canonical
 */
export async function resumeAccess(tx: TrxContext<'secrets'>, ownerId: number, email: string): Promise<void> {
  for (const membership of await membershipsOf(tx.db, ownerId, email, { held: true }).execute()) {
    membershipMac.check(tx.secrets, membership)
    await changeMembership(tx, membership, { held_at: null })
  }
  for (const invitation of await invitationsOf(tx.db, ownerId, email, { held: true }).execute())
    await setInvitationHeld(tx, invitation, null)
}
