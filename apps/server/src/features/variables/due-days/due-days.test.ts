// On which days variables are due: what each write leaves in the clear for the sweep, and whom that mails when.

import { freePlan } from '@envhold/contract/billing/plans.ts'
import { deleteEnvironment } from '@envhold/contract/environments/environments.ts'
import { deleteVariable, updateVariable, writeVariables } from '@envhold/contract/variables/variables.ts'
import { restoreVersion } from '@envhold/contract/variables/versions.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../../../../dev/world/change-plan.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { seedEnvironment } from '../../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { reserveMailRate } from '../../../mail/mail-queue-store.ts'
import { dueDayMac } from './due-day-store.ts'
import { dayIn } from './due-reminder.ts'
import { sweepDueDays } from './sweep-due-days.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

forEachEngine((engine) => {
  const app = withApp(engine)
  // The first account is an operator, who is signed out after an hour.
  withPerson(app)
  const owner = withPerson(app)
  const member = withPerson(app)
  beforeAll(async () => {
    await changePlan(app, freePlan, { max_projects: 100, max_collaborators: 10 })
    // No test may cross midnight.
    app.advance(dayMs - (app.ctx.clock() % dayMs) + hourMs)
  })
  beforeEach(async () => {
    await app.ctx.db.deleteFrom('due_days').execute()
    await mailsOf(app)
    seen = (await mailsOf(app)).length
  })
  let seen = 0

  const inDays = (days: number) => dayIn(days, app.ctx.clock())
  const write = (id: number, due: Readonly<Record<string, string | null>>, by: Person = owner) =>
    by.client.call(writeVariables, {
      params: { id },
      body: {
        variables: {},
        mode: 'merge',
        details: Object.fromEntries(Object.entries(due).map(([key, day]) => [key, { due: day }])),
      },
    })
  const seed = async (due: Readonly<Record<string, string>>) => {
    const seeded = await seedEnvironment(owner, { A: '1', B: '2', C: '3' })
    await write(seeded.id, due)
    return seeded
  }
  const share = (projectId: number, id: number) =>
    shareProject(app, owner, projectId, member, { environments: [id] })
  const rowsOf = (id: number) =>
    app.ctx.db.selectFrom('due_days').selectAll().where('environment_id', '=', id).orderBy('day').execute()
  /** Runs the sweep, and returns the mails since the last time. */
  const sweep = async () => {
    await sweepDueDays(app.ctx)
    const mails = await mailsOf(app)
    const reminders = mails.slice(seen).filter(({ template }) => template === 'variables-due')
    seen = mails.length
    return reminders
  }
  const passDays = (days: number) => app.advance(days * dayMs)

  test('the owner and whoever set the day are mailed 7 days and 1 day before, once each', async () => {
    const { id, projectId } = await seedEnvironment(owner, { SECRET_ONE: '1', SECRET_TWO: '2' })
    await share(projectId, id)
    await write(id, { SECRET_ONE: inDays(9), SECRET_TWO: inDays(9) }, member)
    expect(await sweep()).toEqual([])
    passDays(2)
    const week = await sweep()
    expect(week.map(({ to }) => to)).toEqual([owner.email, member.email])
    for (const { text, html, link } of week) {
      expect(text).toContain('Shop')
      expect(text).toContain('production')
      expect(text).toContain('in 7 days')
      expect(text).toContain('Variables: 2')
      expect(text + html).not.toContain('SECRET')
      expect(link).toMatch(
        new RegExp(`/project/${projectId}\\?tab=variables&environment=${id}&only=to-check$`),
      )
    }
    expect(await sweep()).toEqual([])
    passDays(5)
    expect(await sweep()).toEqual([])
    passDays(1)
    const last = await sweep()
    expect(last.map(({ to }) => to)).toEqual([owner.email, member.email])
    expect(last[0]?.text).toContain('tomorrow')
    passDays(1)
    expect(await sweep()).toEqual([])
    expect(await rowsOf(id)).toHaveLength(1)
    passDays(1)
    expect(await sweep()).toEqual([])
    expect(await rowsOf(id)).toEqual([])
  })

  test('a row tells the day, how many variables, and who set it, and nothing else', async () => {
    const { id, projectId } = await seed({ A: inDays(20), B: inDays(20), C: inDays(30) })
    await share(projectId, id)
    await write(id, { B: inDays(21) }, member)
    await write(id, { B: inDays(20) }, member)
    const both = [owner.userId, member.userId].sort((left, right) => left - right)
    const rows = await rowsOf(id)
    expect(rows).toMatchObject([
      { day: inDays(20), variable_count: 2, set_by: JSON.stringify(both), reminded: null },
      { day: inDays(30), variable_count: 1, set_by: JSON.stringify([owner.userId]), reminded: null },
    ])
    for (const row of rows) dueDayMac.check(app.ctx.secrets, row)
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(
      ['environment_id', 'day', 'variable_count', 'set_by', 'reminded', 'mac'].sort(),
    )
  })

  test('after runs that were missed, the nearest reminder is sent alone', async () => {
    const { id } = await seed({ A: inDays(10) })
    passDays(6)
    const [late, ...others] = await sweep()
    expect(late?.text).toContain('in 4 days')
    expect(others).toEqual([])
    passDays(3)
    expect(await sweep()).toHaveLength(1)

    await write(id, { A: inDays(10) })
    passDays(10)
    const [today, ...more] = await sweep()
    expect(today?.text).toContain('today')
    expect(more).toEqual([])

    await write(id, { A: inDays(10) })
    passDays(11)
    expect(await sweep()).toEqual([])
  })

  test('a day that is set late gets the last reminder only, and one of today none', async () => {
    await seed({ A: inDays(3), B: inDays(0) })
    expect(await sweep()).toEqual([])
    passDays(2)
    const [mail, ...others] = await sweep()
    expect(mail?.text).toContain('tomorrow')
    expect(others).toEqual([])
    const { id } = await seed({ A: inDays(1), B: inDays(-3) })
    expect(await sweep()).toHaveLength(1)
    expect((await rowsOf(id)).map(({ day }) => day)).toEqual([inDays(1)])
  })

  test('a day that was removed or changed before is not mailed about', async () => {
    const { id } = await seed({ A: inDays(7), B: inDays(7), C: inDays(7) })
    await owner.client.call(deleteVariable, { params: { id, key: 'C' } })
    await write(id, { A: null, B: inDays(12) })
    expect(await sweep()).toEqual([])
    passDays(5)
    const [mail, ...others] = await sweep()
    expect(mail?.text).toContain('Variables: 1')
    expect(others).toEqual([])
    await write(id, { B: null })
    expect(await rowsOf(id)).toEqual([])
  })

  test('what stays keeps its reminders when something else is written', async () => {
    const { id } = await seed({ A: inDays(7) })
    expect(await sweep()).toHaveLength(1)
    await owner.client.call(updateVariable, { params: { id, key: 'A' }, body: { value: 'new', key: 'Z' } })
    await write(id, { B: inDays(7) })
    expect(await sweep()).toEqual([])
    expect(await rowsOf(id)).toMatchObject([{ variable_count: 2, reminded: 7 }])
  })

  test('the days of an older version come back with it', async () => {
    const { id } = await seed({ A: inDays(8) })
    await write(id, { A: null })
    await owner.client.call(restoreVersion, { params: { id, version: 2 } })
    passDays(1)
    expect(await sweep()).toHaveLength(1)
  })

  test('an environment that is deleted takes its days with it', async () => {
    const { id, projectId } = await seed({ A: inDays(7) })
    expect(await rowsOf(id)).toHaveLength(1)
    await owner.client.call(deleteEnvironment, { params: { projectId, envId: id } })
    expect(await sweep()).toEqual([])
    expect(await rowsOf(id)).toEqual([])
  })

  test('a write during the sweep neither loses nor repeats a mail', async () => {
    const { id } = await seed({ A: inDays(7) })
    await Promise.all([
      sweepDueDays(app.ctx),
      owner.client.call(updateVariable, { params: { id, key: 'B' }, body: { value: 'new' } }),
      write(id, { C: inDays(30) }),
    ])
    expect(await sweep()).toHaveLength(1)
    expect(await rowsOf(id)).toMatchObject([{ reminded: 7 }, { reminded: null }])
  })

  test('days from before this table are known after the next write', async () => {
    const { id } = await seed({ A: inDays(7) })
    await app.ctx.db.deleteFrom('due_days').execute()
    expect(await sweep()).toEqual([])
    await owner.client.call(updateVariable, { params: { id, key: 'B' }, body: { value: 'new' } })
    expect(await sweep()).toHaveLength(1)
  })

  test('a row that was changed from outside is logged, stops no other, and is replaced', async () => {
    const broken = await seed({ A: inDays(7) })
    await app.ctx.db.updateTable('due_days').set({ variable_count: 9 }).execute()
    await seed({ A: inDays(7) })
    expect(await sweep()).toHaveLength(1)
    expect(app.logged()).toContain(`"table":"due_days","id":"${broken.id}/${inDays(7)}","requestId":"sweep"`)
    await owner.client.call(updateVariable, { params: { id: broken.id, key: 'B' }, body: { value: 'new' } })
    const [mail, ...others] = await sweep()
    expect(mail?.text).toContain('Variables: 1')
    expect(others).toEqual([])
  })

  test('beyond the limit of a mailbox, the next run mails', async () => {
    const { id } = await seed({ A: inDays(7) })
    await inTransaction(app.ctx, async ({ db }) => {
      for (let n = 0; n < 30; n++) await reserveMailRate(db, 'variables-due', owner.email, app.ctx.clock())
    })
    expect(await sweep()).toEqual([])
    expect(await rowsOf(id)).toMatchObject([{ reminded: null }])
    app.advance(hourMs + 60_000)
    expect(await sweep()).toHaveLength(1)
  })

  test('an environment may have as many days as variables', async () => {
    const keys = Array.from({ length: 300 }, (_, n) => `KEY_${n}`)
    const { id } = await seedEnvironment(owner, Object.fromEntries(keys.map((key) => [key, '1'])))
    await write(id, Object.fromEntries(keys.map((key, n) => [key, inDays(n)])))
    expect(await rowsOf(id)).toHaveLength(300)
    // Those of tomorrow and in a week; today's was set too late.
    expect(await sweep()).toHaveLength(2)
    await write(id, Object.fromEntries(keys.map((key, n) => [key, inDays(n + 400)])))
    const rows = await rowsOf(id)
    expect(rows).toHaveLength(300)
    expect(rows[0]).toMatchObject({ day: inDays(400) })
  })
})
