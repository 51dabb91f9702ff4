import type { DbContext, SecretsContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import type { Trx } from '../../db/transaction.ts'
import { type Invitation, invitationMac } from '../projects/membership-store.ts'

type NewInvitation = Omit<Invitation, 'id' | 'mac'>

const select = (db: Db) => db.selectFrom('invitations').selectAll()

function checked({ secrets }: SecretsContext, row: Invitation | undefined): Invitation | undefined {
  if (row) invitationMac.check(secrets, row)
  return row
}

/** Finds an invitation by the handle that the invitee answers with. */
export const findInvitation = async (ctx: DbContext<'secrets'>, token: string) =>
  checked(ctx, await select(ctx.db).where('token', '=', token).executeTakeFirst())

/**
 * Finds the invitation of a link. The caller compares the secret before checking the MAC, so that an unknown id costs
 * the same work.
 */
export const findInvitationOfLink = (db: Db, linkId: string): Promise<Invitation | undefined> =>
  select(db).where('link_id', '=', linkId).executeTakeFirst()

/** @throws TamperedRowError */
export const checkInvitation = ({ secrets }: SecretsContext, row: Invitation): void =>
  invitationMac.check(secrets, row)

export const findInvitationTo = async (
  ctx: DbContext<'secrets'>,
  projectId: number,
  emailCanonical: string,
) =>
  checked(
    ctx,
    await select(ctx.db)
      .where('project_id', '=', projectId)
      .where('email_canonical', '=', emailCanonical)
      .executeTakeFirst(),
  )

/** A project's open invitations, the oldest first. */
export async function listInvitationsOf(
  ctx: DbContext<'secrets'>,
  projectId: number,
  now: number,
): Promise<Invitation[]> {
  const rows = await select(ctx.db)
    .where('project_id', '=', projectId)
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute()
  for (const row of rows) checkInvitation(ctx, row)
  return rows
}

/** The open invitations to an e-mail address whose project and owner's account still exist, the newest first. */
export async function listInvitationsTo(ctx: DbContext<'secrets'>, emailCanonical: string, now: number) {
  const rows = await ctx.db
    .selectFrom('invitations')
    .innerJoin('projects', 'projects.id', 'invitations.project_id')
    .innerJoin('users as owners', 'owners.id', 'projects.owner_id')
    .selectAll('invitations')
    .select(['projects.name as project_name', 'owners.username as inviter_username'])
    .where('invitations.email_canonical', '=', emailCanonical)
    .where('invitations.expires_at', '>', now)
    .where('projects.removed_at', 'is', null)
    .where('owners.status', '=', 'ACTIVE')
    .orderBy('invitations.id', 'desc')
    .execute()
  for (const row of rows) checkInvitation(ctx, row)
  return rows
}

/** The open invitations whose keys are sealed to a user's own key pair. */
export async function listSealedInvitations(
  ctx: DbContext<'secrets'>,
  userId: number,
): Promise<Invitation[]> {
  const rows = await select(ctx.db).where('sealed_to', '=', userId).execute()
  for (const row of rows) checkInvitation(ctx, row)
  return rows
}

export const listExpiredInvitations = (db: Db, now: number): Promise<Invitation[]> =>
  select(db).where('expires_at', '<=', now).orderBy('id').execute()

const emptyMac = new Uint8Array(0)

export async function insertInvitation(
  tx: TrxContext<'secrets'>,
  invitation: NewInvitation,
): Promise<Invitation> {
  const row = await tx.db
    .insertInto('invitations')
    .values({ ...invitation, mac: emptyMac })
    .returningAll()
    .executeTakeFirstOrThrow()
  const mac = invitationMac.of(tx.secrets, row)
  await tx.db.updateTable('invitations').set({ mac }).where('id', '=', row.id).execute()
  return { ...row, mac }
}

export async function changeInvitation(
  tx: TrxContext<'secrets'>,
  { mac: _, ...row }: Invitation,
  change: Pick<Invitation, 'role' | 'environments'>,
): Promise<Invitation> {
  const changed = { ...row, ...change }
  const mac = invitationMac.of(tx.secrets, changed)
  await tx.db
    .updateTable('invitations')
    .set({ role: changed.role, environments: changed.environments, mac })
    .where('id', '=', row.id)
    .execute()
  return { ...changed, mac }
}

export async function deleteInvitation(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('invitations').where('id', '=', id).execute()
}
