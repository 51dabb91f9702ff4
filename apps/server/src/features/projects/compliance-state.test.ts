import { expect, test } from 'vitest'
import { forEachEngine, type TestApp } from '../../../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../../../dev/world/change-plan.ts'
import { insertPerson } from '../../../../../dev/world/insert-person.ts'
import { lapse, pay, setSuspended, stopPaying } from '../../../../../dev/world/lapse.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { assignRole } from '../../../../../dev/world/write-role.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireEnvironment } from '../environments/environment-access.ts'
import { insertEnvironment } from '../environments/environment-store.ts'
import { findAccountPhase, saveAccountPhase, untouched } from '../plans/account-phase-store.ts'
import { readComplianceState, readOnlyReasonsOf } from './compliance-state.ts'
import { insertProject } from './project-store.ts'
import type { ProjectOperation } from './rights.ts'

/** Counts the statements of a call. */
async function statementsOf(
  { ctx }: TestApp,
  call: (ctx: TestApp['ctx']) => Promise<unknown>,
): Promise<number> {
  let statements = 0
  const db = ctx.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements++
      return result
    },
  })
  await call({ ...ctx, db })
  return statements
}

forEachEngine((engine) => {
  const app = withApp(engine)
  const state = ({ userId }: { userId: number }) => readComplianceState(app.ctx, userId)
  const addProject = (ownerId: number) =>
    inTransaction(app.ctx, (tx) => insertProject(tx, { ownerId, name: 'Shop', description: null }))

  test('an account that never paid is compliant, whatever it has', async () => {
    const person = await insertPerson(app)
    for (let n = 0; n < 3; n++) await addProject(person.userId)
    expect(await state(person)).toBe('compliant')
  })

  test('it follows from plan and use at the time of the call', async () => {
    const person = await insertPerson(app)
    await addProject(person.userId)
    await lapse(app, person, { projects: 1 })
    expect(await state(person)).toBe('over project limit')
    await pay(app, person)
    expect(await state(person)).toBe('compliant')
    await stopPaying(app, person)
    expect(await state(person)).toBe('over project limit')
    // The phase that a sweep stored does not matter.
    const phase = (await findAccountPhase(app.ctx, person.userId)) ?? untouched(person.userId)
    for (const stored of ['final', 'grace'] as const) {
      await inTransaction(app.ctx, (tx) => saveAccountPhase(tx, { ...phase, phase: stored }))
      expect(await state(person)).toBe('over project limit')
    }
    await app.ctx.db
      .updateTable('projects')
      .set({ removed_at: 1 })
      .where('owner_id', '=', person.userId)
      .execute()
    expect(await state(person)).toBe('compliant')
  })

  test('too many people count only while there are not too many projects', async () => {
    const person = await insertPerson(app)
    const sharedId = await addProject(person.userId)
    await lapse(app, person, { projects: 0, people: 2, sharedId })
    expect(await state(person)).toBe('compliant')
    await lapse(app, person, { projects: 0, people: 1, sharedId })
    expect(await state(person)).toBe('over collaborator limit')
    await lapse(app, person, { projects: 1 })
    expect(await state(person)).toBe('over project limit')
  })

  test('a suspended account is suspended, paid or not, and the operator is never limited', async () => {
    const person = await insertPerson(app)
    await lapse(app, person, { projects: 2 })
    await setSuspended(app, person, true)
    expect(await state(person)).toBe('suspended')
    await pay(app, person)
    expect(await state(person)).toBe('suspended')
    await setSuspended(app, person, false)
    await stopPaying(app, person)
    expect(await state(person)).toBe('over project limit')
    await assignRole(app, person.userId, 'SUPER_ADMIN')
    expect(await state(person)).toBe('compliant')
  })

  test('a changed row of the account, its plan or its phase is found', async () => {
    const person = await insertPerson(app)
    await lapse(app, person, { projects: 2 })
    const rows = [
      ['users', 'id', person.userId, { plan: 'pro' }, { plan: 'starter' }],
      ['account_phases', 'user_id', person.userId, { had_paid: 0 }, { had_paid: 1 }],
      ['plans', 'name', 'starter', { max_projects: 9 }, { max_projects: 1 }],
    ] as const
    for (const [table, column, id, change, undo] of rows) {
      const row = () => app.ctx.db.updateTable(table).where(column as never, '=', id as never)
      await row()
        .set(change as never)
        .execute()
      await expect(state(person)).rejects.toMatchObject({ name: 'TamperedRowError', table })
      await row()
        .set(undo as never)
        .execute()
    }
    expect(await state(person)).toBe('over project limit')
  })

  test('reading asks for no state, and a write asks with one statement', async () => {
    const person = await insertPerson(app)
    const projectId = await addProject(person.userId)
    const { id } = await inTransaction(app.ctx, (tx) => insertEnvironment(tx, { projectId, name: 'one' }))
    const statements = (operation: ProjectOperation) =>
      statementsOf(app, (ctx) => requireEnvironment(ctx, person.caller, { id, operation }))
    const expected = async (writing: number) => {
      expect(await statements('read')).toBe(2)
      expect(await statements('revoke access')).toBe(2)
      expect(await statements('write')).toBe(writing)
    }
    await expected(3)
    await pay(app, person)
    await expected(3)
    // Lapsed, within the limits: projects and people are counted.
    await stopPaying(app, person)
    await expected(5)
    await changePlan(app, 'starter', { max_collaborators: -1 })
    await expected(4)
    await changePlan(app, 'starter', { max_collaborators: 2 })
    await addProject(person.userId)
    expect(await statements('read')).toBe(2)
    await expect(statements('write')).rejects.toMatchObject({ code: 'PROJECT_READ_ONLY' })
  })

  test('the reasons for 1,000 projects of 50 owners take two statements', async () => {
    const owners = await Promise.all(Array.from({ length: 50 }, () => insertPerson(app)))
    for (const [n, owner] of owners.entries()) {
      if (n % 2 === 0) await lapse(app, owner, { projects: 2 })
      if (n % 5 === 0) await setSuspended(app, owner, true)
    }
    const ids = Array.from({ length: 1_000 }, (_, n) => owners[n % 50]?.userId ?? 0)
    let reasons: Awaited<ReturnType<typeof readOnlyReasonsOf>> = new Map()
    const statements = await statementsOf(app, async (ctx) => {
      reasons = await readOnlyReasonsOf(ctx, ids)
    })
    expect(statements).toBe(2)
    const expected = owners.map(({ userId }, n) => [
      userId,
      n % 5 === 0 ? 'owner_suspended' : n % 2 === 0 ? 'grace_period' : null,
    ])
    expect([...reasons].toSorted(([left], [right]) => left - right)).toEqual(
      expected.toSorted(([left], [right]) => Number(left) - Number(right)),
    )
  })
})
