import type { DbContext, SecretsContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { readInSteps } from '../../db/json-rows.ts'
import { preparedQuery } from '../../db/prepared-query.ts'
import type { Row as TableRow } from '../../db/tables.ts'
import { userMac } from '../users/user-store.ts'
import { type Membership, membershipMac } from './membership-store.ts'
import { type OwnedProject, type ProjectRow, projectMac } from './project-store.ts'

/** Collaborators of a suspended owner can still read (rights.ts). */
export const sharingStatuses = ['ACTIVE', 'SUSPENDED'] as const

/** A project as seen by a user who need not be its owner. */
export interface ProjectOfUser {
  readonly project: OwnedProject
  /** The user's membership; null for the owner, and for users without access or whose access rests. */
  readonly membership: Membership | null
}

/** Projects with their owners' accounts, because a deleted account shares nothing. */
const withOwners = (db: Db) =>
  db
    .selectFrom('projects')
    .innerJoin('users as owners', 'owners.id', 'projects.owner_id')
    .selectAll('projects')
    .select([
      'owners.username as owner_username',
      'owners.email_canonical',
      'owners.password_hash',
      'owners.role as owner_role',
      'owners.status',
      'owners.suspended_reason',
      'owners.plan',
      'owners.email_verified_at',
      'owners.deleted_at as owner_deleted_at',
      'owners.mac as owner_mac',
    ])
    .where('projects.removed_at', 'is', null)

const membershipColumns = [
  'memberships.user_id',
  'memberships.role',
  'memberships.environments',
  'memberships.keys_pending',
  'memberships.held_at',
  'memberships.invited_at',
  'memberships.accepted_at',
  'memberships.mac as membership_mac',
] as const

const findRow = preparedQuery((db) =>
  withOwners(db)
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.project_id', '=', 'projects.id').on('memberships.user_id', '=', 0),
    )
    .select(membershipColumns)
    .where('projects.id', '=', 0),
)
type Row = Awaited<ReturnType<typeof findRow>>[number]

/** A project with the user's membership: one row, which every call reads. */
export async function findProjectOfUser(
  ctx: DbContext<'secrets'>,
  id: number,
  userId: number,
): Promise<ProjectOfUser | undefined> {
  const [row] = await findRow(ctx.db, [userId, id])
  return row && ofUser(ctx, row)
}

/** Finds a project that can be shared: it exists, and its owner's account is active. */
export async function findOfferedProject(
  { db, secrets }: DbContext<'secrets'>,
  id: number,
): Promise<OwnedProject | undefined> {
  const row = await withOwners(db).where('projects.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const project = projectIn(row)
  projectMac.check(secrets, project)
  userMac.check(secrets, ownerIn(row))
  return row.status === 'ACTIVE' ? project : undefined
}

/** The projects of other owners that a user has access to. */
export async function listSharedProjects(
  ctx: DbContext<'secrets'>,
  userId: number,
): Promise<ProjectOfUser[]> {
  const rows = await withOwners(ctx.db)
    .innerJoin('memberships', 'memberships.project_id', 'projects.id')
    .select(membershipColumns)
    .where('memberships.user_id', '=', userId)
    .execute()
  return rows.map((row) => ofUser(ctx, row)).filter(({ membership }) => membership !== null)
}

/**
 * What others share with each of these users, and how many projects they own: a text that changes when the access does;
 * users without access are left out. A hint: MACs are not verified.
 */
export async function accessTexts(db: Db, userIds: readonly number[]): Promise<Map<number, string>> {
  const texts = new Map<number, string>()
  const rows = await readInSteps(db, userIds, (some) =>
    db
      .selectFrom('memberships')
      .innerJoin('projects', 'projects.id', 'memberships.project_id')
      .innerJoin('users as owners', 'owners.id', 'projects.owner_id')
      .select(['user_id', 'project_id', 'memberships.role', 'environments'])
      .where('user_id', 'in', some)
      .where('held_at', 'is', null)
      .where('removed_at', 'is', null)
      .where('owners.status', 'in', sharingStatuses)
      .orderBy('user_id')
      .orderBy('project_id')
      .execute(),
  )
  for (const { user_id, ...access } of rows)
    texts.set(user_id, `${texts.get(user_id) ?? ''}${Object.values(access).join(' ')}\n`)
  for (const { owner_id, count } of await countOwned(db, userIds))
    texts.set(owner_id, `${texts.get(owner_id) ?? ''}${count}`)
  return texts
}

/** Projects that are deleted or archived count: their owner can restore them. */
const countOwned = (db: Db, userIds: readonly number[]) =>
  readInSteps(db, userIds, (some) =>
    db
      .selectFrom('projects')
      .select(({ fn }) => ['owner_id', fn.countAll<number>().as('count')])
      .where('owner_id', 'in', some)
      .groupBy('owner_id')
      .execute(),
  )

type WithOwner = Omit<Row, Extract<keyof Row, keyof Membership | 'membership_mac'>> & ProjectRow

const projectIn = (row: WithOwner): OwnedProject => {
  const { id, owner_id, name, description, created_at, updated_at, removed_at, mac, owner_username } = row
  return { id, owner_id, name, description, created_at, updated_at, removed_at, mac, owner_username }
}

function ofUser({ secrets }: SecretsContext, row: Row): ProjectOfUser {
  const project = projectIn(row)
  projectMac.check(secrets, project)
  const membership = membershipIn(row, row.id)
  if (!membership) return { project, membership: null }
  membershipMac.check(secrets, membership)
  userMac.check(secrets, ownerIn(row))
  // A collaborator whose access is paused is a stranger.
  const isShared = sharingStatuses.some((status) => status === row.status) && membership.held_at === null
  return { project, membership: isShared ? membership : null }
}

function membershipIn(row: Row, projectId: number): Membership | null {
  const {
    user_id,
    role,
    environments,
    keys_pending,
    held_at,
    invited_at,
    accepted_at,
    membership_mac: mac,
  } = row
  if (user_id === null || role === null || environments === null || keys_pending === null) return null
  if (invited_at === null || accepted_at === null || mac === null) return null
  return {
    project_id: projectId,
    user_id,
    role,
    environments,
    keys_pending,
    held_at,
    invited_at,
    accepted_at,
    mac,
  }
}

type SealedOwner = Parameters<typeof userMac.check>[1]

const ownerIn = (row: WithOwner): SealedOwner => ({
  id: row.owner_id,
  email_canonical: row.email_canonical,
  password_hash: row.password_hash,
  role: row.owner_role,
  status: row.status as TableRow<'users'>['status'],
  suspended_reason: row.suspended_reason,
  plan: row.plan,
  email_verified_at: row.email_verified_at,
  deleted_at: row.owner_deleted_at,
  mac: row.owner_mac,
})
