import type { UnavailableReason } from '@envhold/contract/projects/transfers.ts'
import type { DbContext, TrxContext } from '../../../context.ts'
import { invitations, projectTransfers } from '../../../db/schema/projects.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import type { Row } from '../../../db/tables.ts'
import { listEnvironmentRows } from '../../environments/environment-store.ts'
import { isLive } from '../../keyring/grant-store.ts'
import { storeHolders } from '../../keyring/holders-store.ts'
import {
  type CollaboratorRow,
  changeMembership,
  findMembership,
  keysPending,
  listMemberships,
  sharedIn,
} from '../../projects/membership-store.ts'

export type Transfer = Row<'project_transfers'>

export const transferRows = signedRows(projectTransfers)

/** The open transfer of a project. @throws TamperedRowError */
export async function findOpenTransfer(
  ctx: DbContext<'secrets' | 'clock'>,
  projectId: number,
): Promise<Transfer | undefined> {
  const transfer = await transferRows.find(ctx, { project_id: projectId })
  if (!transfer || transfer.expires_at <= ctx.clock()) return undefined
  return (await isToCollaborator(ctx, transfer)) ? transfer : undefined
}

/** Whether the person has been a collaborator since the offer: it is not for one who was removed and invited again. */
export async function isToCollaborator(
  ctx: DbContext<'secrets'>,
  { project_id, to_id, created_at }: Transfer,
): Promise<boolean> {
  const membership = await findMembership(ctx, project_id, to_id)
  return membership !== undefined && membership.accepted_at <= created_at
}

/** Projects whose transfer has ended, or can be accepted now and was not announced; the oldest first. */
export async function listDueTransfers({ db, clock }: DbContext<'clock'>, limit: number): Promise<number[]> {
  const now = clock()
  const due = await db
    .selectFrom('project_transfers')
    .select('project_id as id')
    .where((eb) =>
      eb.or([eb('expires_at', '<=', now), eb.and([eb('announced', '=', 0), eb('opens_at', '<=', now)])]),
    )
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return due.map(({ id }) => id)
}

/**
 * Live projects that are offered to an account, and that it can accept now. An operator may offer the project of a
 * suspended owner.
 * @throws TamperedRowError
 */
export async function listOffersTo(ctx: DbContext<'secrets' | 'clock'>, userId: number, limit: number) {
  const { db, clock } = ctx
  const rows = await db
    .selectFrom('project_transfers')
    .innerJoin('projects', (join) =>
      join
        .onRef('projects.id', '=', 'project_transfers.project_id')
        .onRef('projects.owner_id', '=', 'project_transfers.from_id'),
    )
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.project_id', '=', 'project_transfers.project_id')
        .onRef('memberships.user_id', '=', 'project_transfers.to_id')
        .onRef('memberships.accepted_at', '<=', 'project_transfers.created_at'),
    )
    .innerJoin('users', 'users.id', 'project_transfers.from_id')
    .selectAll('project_transfers')
    .select(['projects.name', 'users.username'])
    .where('project_transfers.to_id', '=', userId)
    .where('project_transfers.opens_at', '<=', clock())
    .where('project_transfers.expires_at', '>', clock())
    .where('projects.removed_at', 'is', null)
    .where('memberships.held_at', 'is', null)
    .where(({ eb, or, and }) =>
      or([
        eb('users.status', '=', 'ACTIVE'),
        and([eb('users.status', '=', 'SUSPENDED'), eb('operator_id', 'is not', null)]),
      ]),
    )
    .orderBy('project_transfers.expires_at')
    .limit(limit)
    .execute()
  for (const row of rows) transferRows.check(ctx, row)
  return rows
}

/** A collaborator, and what keeps them from owning the project. */
export interface Candidate {
  readonly userId: number
  readonly username: string
  readonly email: string
  readonly unavailable: UnavailableReason | null
  /** The names of the environments whose keys they lack. */
  readonly missing: readonly string[]
}

function unavailableReason(row: CollaboratorRow): UnavailableReason | null {
  if (row.status === 'INACTIVE') return 'account_deleted'
  if (row.status !== 'ACTIVE') return 'account_suspended'
  if (row.held_at !== null) return 'access_paused'
  return row.keys_pending === keysPending.none ? null : 'keys_pending'
}

/** The collaborators of a project, the oldest first; or one of them. @throws TamperedRowError */
export async function listCandidates(
  ctx: DbContext<'secrets'>,
  projectId: number,
  userId?: number,
): Promise<Candidate[]> {
  const memberships = await listMemberships(ctx, projectId, userId)
  const environments = await listEnvironmentRows(ctx, projectId)
  const grants = await ctx.db
    .selectFrom('grants')
    .innerJoin('environments', 'environments.id', 'grants.environment_id')
    .select(['grants.environment_id as id', 'grants.principal'])
    .where('environments.project_id', '=', projectId)
    .where('grants.kind', '=', 'user')
    .where(isLive)
    .execute()
  const granted = new Set(grants.map(({ id, principal }) => `${principal}/${id}`))
  return memberships.map((row) => {
    const shared = sharedIn(row)
    const has = (id: number) => shared.includes(id) && granted.has(`${row.user_id}/${id}`)
    return {
      userId: row.user_id,
      username: row.username,
      email: row.email,
      unavailable: unavailableReason(row),
      missing: environments.filter(({ id }) => !has(id)).map(({ name }) => name),
    }
  })
}

/**
 * Lets an account own a project, with its invitations. Access that was paused because of the plan of the former owner
 * is resumed. Both accounts are locked.
 */
export async function changeOwner(
  tx: TrxContext<'secrets'>,
  {
    projectId,
    ownerId,
    mac,
  }: { readonly projectId: number; readonly ownerId: number; readonly mac: Uint8Array },
): Promise<void> {
  await tx.db.updateTable('projects').set({ owner_id: ownerId, mac }).where('id', '=', projectId).execute()
  // Whose tokens take room depends on the owner.
  await storeHolders(tx.db, { column: 'project_id', value: projectId })
  for (const row of await listMemberships(tx, projectId))
    if (row.held_at !== null) await changeMembership(tx, row, { held_at: null })
  const open = await tx.db.selectFrom('invitations').selectAll().where('project_id', '=', projectId).execute()
  for (const invitation of open) {
    invitations.mac.check(tx.secrets, invitation)
    const change = { inviter_id: ownerId, held_at: null }
    await tx.db
      .updateTable('invitations')
      .set({ ...change, mac: invitations.mac.of(tx.secrets, { ...invitation, ...change }) })
      .where('id', '=', invitation.id)
      .execute()
  }
}
