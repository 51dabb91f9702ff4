import { listAllPlans } from '@envhold/contract/operator/plans.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { expectDetected } from '../../../../../../dev/world/planted-row.ts'
import { signInAs } from '../../../../../../dev/world/sign-in-as.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { transact } from '../../audit-log/tx.ts'
import { planLimits, plannedRows, sweepPlannedLimits } from './planned-limits.ts'

const hour = 3_600_000

forEachEngine((engine) => {
  const app = withApp(engine)
  let operator: Person
  beforeAll(async () => {
    operator = await addPerson(app)
  })

  const limits = { plan: 'pro', maxProjects: 5, maxCollaborators: -1 }
  const plan = () =>
    transact(app.ctx, { userId: operator.userId, origin: null }, (tx) =>
      planLimits(tx, limits, { reason: 'Too many', notice_days: 14 }),
    )
  const maxProjects = async () =>
    (
      await app.ctx.db
        .selectFrom('plans')
        .select('max_projects')
        .where('name', '=', 'pro')
        .executeTakeFirstOrThrow()
    ).max_projects

  test.each([
    ['lower', () => ({ max_projects: 0 })],
    ['due now', () => ({ applies_at: app.ctx.clock(), announced_at: app.ctx.clock() })],
    ['announced, so that nobody is mailed', () => ({ mailed_to: 999_999 })],
    ['of another reason', () => ({ reason: 'None' })],
    ['called off', () => ({ called_off_to: 0 })],
  ])('limits that were made %s from outside are rejected, and the plan stays', async (_, change) => {
    const before = await maxProjects()
    await plan()
    await app.ctx.db.updateTable('planned_limits').set(change()).execute()
    await expectDetected(app, 'planned_limits', async () =>
      (await signInAs(app, operator)).call(listAllPlans, {}),
    )
    app.advance(2 * hour)
    await expect(sweepPlannedLimits(app.ctx)).rejects.toMatchObject({ table: 'planned_limits' })
    expect(await maxProjects()).toBe(before)
    await inTransaction(app.ctx, (tx) => plannedRows.remove(tx, { plan: 'pro' }))
  })

  test('limits that were planted are rejected', async () => {
    await plan()
    const [row] = await app.ctx.db.selectFrom('planned_limits').selectAll().execute()
    if (!row) throw new Error('No limits are planned')
    await app.ctx.db
      .insertInto('planned_limits')
      .values({ ...row, plan: 'starter' })
      .execute()
    await expectDetected(app, 'planned_limits', async () =>
      (await signInAs(app, operator)).call(listAllPlans, {}),
    )
    await app.ctx.db.deleteFrom('planned_limits').execute()
  })
})
