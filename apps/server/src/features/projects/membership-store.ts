import type { DbContext, TrxContext } from '../../context.ts'
import { readInSteps } from '../../db/json-rows.ts'
import { parseStored, storedNumbers } from '../../db/parse-stored.ts'
import { invitations, memberships } from '../../db/schema/projects.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'
import { checkSpelling } from '../users/user-store.ts'

/** A collaborator's row in a project. Every call reads it to decide what the collaborator may do. */
export type Membership = Row<'memberships'>

export const membershipMac = memberships.mac

/** What a collaborator waits for: nothing; the keys; or their personal tokens wait for keys that they have themselves. */
export const keysPending = { none: 0, ofAll: 1, ofTokens: 2 } as const
export type KeysPending = (typeof keysPending)[keyof typeof keysPending]

/** The ids of the environments that a row shares, sorted. */
export const sharedIn = ({ environments }: { readonly environments: string }): number[] =>
  parseStored(storedNumbers, environments)

/** Encodes a list of environments as stored in rows. */
export const environmentsText = (ids: readonly number[]): string =>
  JSON.stringify([...new Set(ids)].sort((left, right) => left - right))

export async function findMembership(
  { db, secrets }: DbContext<'secrets'>,
  projectId: number,
  userId: number,
): Promise<Membership | undefined> {
  const row = await db
    .selectFrom('memberships')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (row) membershipMac.check(secrets, row)
  return row
}

export type CollaboratorRow = Awaited<ReturnType<typeof listMemberships>>[number]

/** Lists a project's collaborators with their accounts, the oldest first; or one of them. The owner is none. */
export async function listMemberships(
  { db, secrets }: DbContext<'secrets'>,
  projectId: number,
  userId?: number,
) {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('projects', (join) =>
      join
        .onRef('projects.id', '=', 'memberships.project_id')
        .onRef('projects.owner_id', '!=', 'memberships.user_id'),
    )
    .selectAll('memberships')
    .select([
      'users.id',
      'users.username',
      'users.email',
      'users.email_canonical',
      'users.status',
      'users.deleted_at',
    ])
    .where('memberships.project_id', '=', projectId)
    .$if(userId !== undefined, (query) => query.where('memberships.user_id', '=', userId ?? 0))
    .orderBy('memberships.accepted_at')
    .orderBy('memberships.user_id')
    .execute()
  return rows.map(({ id, email_canonical, ...row }) => {
    membershipMac.check(secrets, row)
    checkSpelling({ id, email: row.email, email_canonical })
    return row
  })
}

/** The usernames of the collaborators who joined first, by project. @param max of each project */
export async function listFirstUsernames(
  { db, secrets }: DbContext<'secrets'>,
  projects: readonly { readonly id: number }[],
  max: number,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const names = new Map<number, string[]>()
  const ids = projects.map(({ id }) => id)
  const rows = await readInSteps(db, ids, (some) =>
    db
      .with('numbered', (query) =>
        query
          .selectFrom('memberships')
          .selectAll()
          .select(({ fn }) =>
            fn
              .agg<number>('row_number')
              .over((part) => part.partitionBy('project_id').orderBy('accepted_at').orderBy('user_id'))
              .as('place'),
          )
          .where('project_id', 'in', some),
      )
      .selectFrom('numbered')
      .innerJoin('users', 'users.id', 'numbered.user_id')
      .selectAll('numbered')
      .select('users.username')
      .where('place', '<=', max)
      .orderBy('project_id')
      .orderBy('place')
      .execute(),
  )
  for (const { username, place: _, ...row } of rows) {
    membershipMac.check(secrets, row)
    names.set(row.project_id, [...(names.get(row.project_id) ?? []), username])
  }
  return names
}

/** A user's memberships in some projects, which are given with them. */
export async function listMembershipsIn<Project extends { readonly id: number }>(
  { db, secrets }: DbContext<'secrets'>,
  projects: readonly Project[],
  userId: number,
): Promise<{ readonly project: Project; readonly membership: Membership }[]> {
  const rows = await db.selectFrom('memberships').selectAll().where('user_id', '=', userId).execute()
  const byProject = new Map(rows.map((row) => [row.project_id, row]))
  return projects.flatMap((project) => {
    const membership = byProject.get(project.id)
    if (!membership) return []
    membershipMac.check(secrets, membership)
    return [{ project, membership }]
  })
}

export async function insertMembership(
  { db, secrets }: TrxContext<'secrets'>,
  membership: Omit<Membership, 'mac'>,
): Promise<Membership> {
  const row = { ...membership, mac: membershipMac.of(secrets, membership) }
  await db.insertInto('memberships').values(row).execute()
  return row
}

export async function changeMembership(
  { db, secrets }: TrxContext<'secrets'>,
  membership: Membership,
  change: Partial<Pick<Membership, 'role' | 'environments' | 'keys_pending' | 'held_at'>>,
): Promise<Membership> {
  const changed = { ...membership, ...change }
  const { role, environments, keys_pending, held_at, project_id, user_id } = changed
  const mac = membershipMac.of(secrets, changed)
  await db
    .updateTable('memberships')
    .set({ role, environments, keys_pending, held_at, mac })
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .execute()
  return { ...changed, mac }
}

export async function deleteMembership(
  trx: Trx,
  { project_id, user_id }: Pick<Membership, 'project_id' | 'user_id'>,
): Promise<void> {
  await trx
    .deleteFrom('memberships')
    .where('project_id', '=', project_id)
    .where('user_id', '=', user_id)
    .execute()
}

/** An invitation that was not answered yet. */
export type Invitation = Omit<Row<'invitations'>, 'id' | 'handed_over'> & {
  readonly id: number
  readonly handed_over: number
}

export const invitationMac = invitations.mac
