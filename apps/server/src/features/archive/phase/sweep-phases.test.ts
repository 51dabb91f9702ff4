import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { insertPerson } from '../../../../../../dev/world/insert-person.ts'
import { lapse } from '../../../../../../dev/world/lapse.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { connect } from '../../../db/connect.ts'
import { joinMs } from '../../../mail/mail-queue-store.ts'
import { findAccountPhase } from '../../plans/account-phase-store.ts'
import { userMac } from '../../users/user-store.ts'
import { listArchived } from '../archived-project-store.ts'
import { checkDeletionGuard, confirmDeletions } from './deletion-guard.ts'
import { sweepPhases, updateDueAccount } from './sweep-phases.ts'

const day = 86_400_000

forEachEngine((engine) => {
  const app = withApp(engine)

  const sendMails = () => app.ctx.mail.sendDue()
  const passDays = async (days: number, sends = true) => {
    for (let n = 0; n < days; n++) {
      if (sends) await sendMails()
      app.advance(day)
      await sweepPhases(app.ctx)
    }
  }
  const phaseOf = async (userId: number) => (await findAccountPhase(app.ctx, userId))?.phase
  const archivedOf = async (userId: number) => (await listArchived(app.ctx, userId)).length
  const makeAdmin = async (userId: number) => {
    const account = app.ctx.db.updateTable('users').where('id', '=', userId)
    const row = await account.set({ role: 'ADMIN' }).returningAll().executeTakeFirstOrThrow()
    await account.set({ mac: userMac.of(app.ctx.secrets, row) }).execute()
  }
  const lapsed = async (projects: number) => {
    const person = await insertPerson(app)
    await lapse(app, person, { projects })
    await sweepPhases(app.ctx)
    return person
  }

  test('while mail is down nothing ends, and the time begins when it is up again', async () => {
    const person = await lapsed(3)
    // As after a day of failed attempts.
    await app.ctx.db.deleteFrom('mail_queue').execute()
    await passDays(40, false)
    expect(await phaseOf(person.userId)).toBe('grace')
    await sendMails()
    const before = app.ctx.clock()
    await sweepPhases(app.ctx)
    const phase = await findAccountPhase(app.ctx, person.userId)
    expect(phase?.grace_end).toBeGreaterThanOrEqual(before + 30 * day - 60_000)
    await passDays(31)
    expect(await archivedOf(person.userId)).toBe(2)
  })

  test('after a long time off, an owner is reminded a day before the end', async () => {
    const person = await lapsed(2)
    await sendMails()
    await sweepPhases(app.ctx)
    app.advance(45 * day)
    await sweepPhases(app.ctx)
    expect(await phaseOf(person.userId)).toBe('grace')
    await sendMails()
    app.advance(day / 2)
    await sweepPhases(app.ctx)
    expect(await phaseOf(person.userId)).toBe('grace')
    app.advance(day / 2)
    await sweepPhases(app.ctx)
    expect(await phaseOf(person.userId)).toBe('final')
    const mails = (await mailsOf(app)).filter(({ to }) => to === person.email)
    expect(mails.map(({ template }) => template)).toEqual([
      'grace-started',
      'grace-reminder',
      'downgrade-final',
    ])
    expect(mails[1]?.subject).toContain('1 day left')
  })

  test('a row that was changed from outside stops nothing but its own account', async () => {
    const [odd, other] = [await lapsed(2), await lapsed(2)]
    await app.ctx.db
      .updateTable('account_phases')
      .set({ grace_end: 1 })
      .where('user_id', '=', odd.userId)
      .execute()
    await passDays(31)
    expect(await phaseOf(other.userId)).toBe('final')
    expect(app.logged()).toContain('"table":"account_phases"')
    await app.ctx.db.deleteFrom('users').where('id', '=', odd.userId).execute()
  })

  test('one mail names all deleted projects, also after an interruption', async () => {
    const person = await lapsed(3)
    await passDays(59)
    const deadlines = (await listArchived(app.ctx, person.userId)).map(({ expires_at }) => expires_at)
    await sendMails()
    app.advance(Math.max(...deadlines) - app.ctx.clock())
    const interrupted = updateDueAccount(app.ctx, person.userId, {
      destructive: true,
      also: async (tx) => {
        if ((await listArchived(tx, person.userId)).length === 0) throw new Error('The process ends')
      },
    })
    await expect(interrupted).rejects.toThrow('The process ends')
    expect(await archivedOf(person.userId)).toBe(1)
    await sweepPhases(app.ctx)
    app.advance(joinMs)
    const mails = (await mailsOf(app)).filter(({ to }) => to === person.email)
    expect(mails.filter(({ template }) => template === 'archived-projects-deleted')).toMatchObject([
      { subject: '2 projects in your archive were deleted' },
    ])
  })

  test('two nodes at once do everything once', async () => {
    const people = [await lapsed(4), await lapsed(3)]
    await passDays(29)
    await sendMails()
    app.advance(day)
    const { config } = app.ctx
    const other =
      engine === 'postgres'
        ? connect({ databaseUrl: config.databaseUrl?.reveal(), dataDir: config.dataDir })
        : undefined
    const nodes = [app.ctx, { ...app.ctx, ...(other && { db: other.db, groupCommit: other.groupCommit }) }]
    for (let n = 0; n < 33; n++) {
      await Promise.all(nodes.map(sweepPhases))
      await sendMails()
      app.advance(day)
    }
    for (const { email, userId } of people) {
      const templates = (await mailsOf(app)).filter(({ to }) => to === email).map(({ template }) => template)
      const count = (name: string) => templates.filter((template) => template === name).length
      expect([count('grace-started'), count('grace-reminder'), count('downgrade-final')]).toEqual([1, 3, 1])
      expect(count('archive-reminder')).toBe(3)
      expect(await archivedOf(userId)).toBe(0)
    }
    await other?.close()
  })

  test('more than a quarter of all projects waits for an operator; reminders go on', async () => {
    const operator = await insertPerson(app)
    await makeAdmin(operator.userId)
    const { userId } = await lapsed(41)
    await passDays(31)
    expect(await phaseOf(userId)).toBe('grace')
    await passDays(1)
    expect(await archivedOf(userId)).toBe(0)
    const brakes = async () =>
      (await mailsOf(app)).filter(
        ({ template, to }) => template === 'downgrade-brake' && to === operator.email,
      )
    const [mail] = await brakes()
    expect(mail?.text).toContain('envhold-server operator confirm-deletions 40')
    const sent = (await brakes()).length
    await sweepPhases(app.ctx)
    expect(await brakes()).toHaveLength(sent)

    const other = await lapsed(2)
    await sendMails()
    expect((await mailsOf(app)).filter(({ to }) => to === other.email)).toHaveLength(1)

    expect(await confirmDeletions(app.ctx, 39)).toEqual({ released: false, held: 40 })
    expect(await confirmDeletions(app.ctx, 40)).toEqual({ released: true })
    await sweepPhases(app.ctx)
    expect(await archivedOf(userId)).toBe(40)
    expect(await confirmDeletions(app.ctx, 40)).toEqual({ released: false, held: null })
    expect(await checkDeletionGuard(app.ctx, 0)).toBe(true)
    expect(app.logged()).toContain('confirm-deletions')
  })
})
