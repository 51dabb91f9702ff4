// Accounts whose paid plan has ended, written directly: a subscription that is paid and ends takes many calls.

import { freePlan } from '@envhold/contract/billing/plans.ts'
import type { CollaboratorRole } from '@envhold/contract/collaborators/collaborators.ts'
import { inTransaction } from '../../apps/server/src/db/transaction.ts'
import {
  findAccountPhase,
  saveAccountPhase,
  untouched,
} from '../../apps/server/src/features/plans/account-phase-store.ts'
import {
  environmentsText,
  insertMembership,
} from '../../apps/server/src/features/projects/membership-store.ts'
import { insertProject } from '../../apps/server/src/features/projects/project-store.ts'
import { changeUser, findUser, userMac } from '../../apps/server/src/features/users/user-store.ts'
import type { StoredData } from './beside-server.ts'
import { insertPerson } from './insert-person.ts'
import type { Person } from './sign-up.ts'

/** An application for tests, or the stored data of a server in another process. */
type App = StoredData
type Account = Pick<Person, 'userId'>

async function setPlan({ ctx }: App, userId: number, plan: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const user = await findUser(tx, userId)
    if (!user || !(await changeUser(tx, user, { plan }))) throw new Error(`There is no account ${userId}`)
  })
}

/** Gives an account the Pro plan, and remembers that it had one. */
export async function pay(app: App, { userId }: Account): Promise<void> {
  const phase = (await findAccountPhase(app.ctx, userId)) ?? untouched(userId)
  await inTransaction(app.ctx, (tx) => saveAccountPhase(tx, { ...phase, had_paid: 1 }))
  await setPlan(app, userId, 'pro')
}

/** Ends the plan that {@link pay} gave. The account keeps what it has, and no sweep has run. */
export const stopPaying = (app: App, { userId }: Account): Promise<void> => setPlan(app, userId, freePlan)

/** Suspends an account, or ends its suspension, without the mails and events of an operator's command. */
export async function setSuspended(
  { ctx: { db, secrets } }: App,
  { userId }: Account,
  isSuspended: boolean,
): Promise<void> {
  const account = db.updateTable('users').where('id', '=', userId)
  const changed = await account
    .set({
      status: isSuspended ? 'SUSPENDED' : 'ACTIVE',
      suspended_reason: isSuspended ? 'Spam' : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await account.set({ mac: userMac.of(secrets, changed) }).execute()
}

export interface Beyond {
  /** How many empty projects are added; the free plan allows one in all. */
  readonly projects?: number
  /** How many people join, without environments; the free plan allows two in all. */
  readonly people?: number
  /** The project that they join; by default, the first that is added. */
  readonly sharedId?: number
}

export interface Lapsed {
  /** The added projects. */
  readonly projectIds: readonly number[]
  /** The added people. */
  readonly people: readonly Awaited<ReturnType<typeof insertPerson>>[]
}

/** Makes it an account that paid, uses more than the free plan allows, and pays no more. */
export async function lapse(
  app: App,
  account: Account,
  { projects = 1, people = 0, sharedId }: Beyond = {},
): Promise<Lapsed> {
  await pay(app, account)
  const projectIds: number[] = []
  for (let n = 1; n <= projects; n++)
    projectIds.push(
      await inTransaction(app.ctx, (tx) =>
        insertProject(tx, { ownerId: account.userId, name: `Beyond ${n}`, description: null }),
      ),
    )
  const joined: Lapsed['people'][number][] = []
  for (let n = 0; n < people; n++) joined.push(await joinAs(app, sharedId ?? projectIds[0]))
  await stopPaying(app, account)
  return { projectIds, people: joined }
}

/** Adds a person to a project, without environments. */
export async function joinAs(app: App, projectId: number | undefined, role: CollaboratorRole = 'read') {
  if (projectId === undefined) throw new Error('The people need a project')
  const person = await insertPerson(app)
  const now = app.ctx.clock()
  await inTransaction(app.ctx, (tx) =>
    insertMembership(tx, {
      project_id: projectId,
      user_id: person.userId,
      role,
      environments: environmentsText([]),
      keys_pending: 0,
      held_at: null,
      invited_at: now,
      accepted_at: now,
    }),
  )
  return person
}
