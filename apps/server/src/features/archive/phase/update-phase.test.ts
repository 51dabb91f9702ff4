import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../../../../dev/world/change-plan.ts'
import { insertPerson } from '../../../../../../dev/world/insert-person.ts'
import { lapse, pay } from '../../../../../../dev/world/lapse.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { joinMs } from '../../../mail/mail-queue-store.ts'
import { transact } from '../../audit-log/tx.ts'
import { findAccountPhase } from '../../plans/account-phase-store.ts'
import { listCountedCollaborators, listHeldPeople } from '../../projects/compliance-state-store.ts'
import { listOwnedProjects } from '../../projects/project-store.ts'
import { listArchived } from '../archived-project-store.ts'
import { sweepPhases } from './sweep-phases.ts'
import { startClocks, stopClocks, updatePhase } from './update-phase.ts'

const day = 86_400_000

forEachEngine((engine) => {
  const app = withApp(engine)

  const settled = (userId: number) =>
    transact(app.ctx, { userId, origin: null }, async (tx) => {
      await tx.lock([userId])
      return (await updatePhase(tx, userId)).map(({ kind }) => kind)
    })
  /** A day passes: mails are sent, and the hourly work is done. */
  const passDays = async (days: number) => {
    for (let n = 0; n < days; n++) {
      await app.ctx.mail.sendDue()
      app.advance(day)
      await sweepPhases(app.ctx)
    }
  }
  const mailed = async (to: string) =>
    (await mailsOf(app)).filter((mail) => mail.to === to).map(({ template }) => template)
  const stateOf = async (userId: number) => ({
    phase: (await findAccountPhase(app.ctx, userId))?.phase,
    live: (await listOwnedProjects(app.ctx, userId)).map(({ name }) => name).sort(),
    archived: (await listArchived(app.ctx, userId)).map(({ name }) => name).sort(),
    people: (await listCountedCollaborators(app.ctx.db, userId, app.ctx.clock())).length,
    held: (await listHeldPeople(app.ctx.db, userId, app.ctx.clock())).length,
  })

  test('a lapsed account goes from grace to archive to deletion, with all mails, and nothing twice', async () => {
    const person = await insertPerson(app)
    await lapse(app, person, { projects: 3, people: 4 })
    expect(await settled(person.userId)).toEqual(['grace_started'])
    expect(await settled(person.userId)).toEqual([])
    await passDays(31)
    expect(await stateOf(person.userId)).toEqual({
      phase: 'final',
      live: ['Beyond 1'],
      archived: ['Beyond 2', 'Beyond 3'],
      people: 2,
      held: 2,
    })
    await passDays(31)
    expect(await stateOf(person.userId)).toMatchObject({ phase: 'final', archived: [], held: 2 })
    app.advance(joinMs)
    expect(await mailed(person.email)).toEqual([
      'grace-started',
      'grace-reminder',
      'grace-reminder',
      'grace-reminder',
      'downgrade-final',
      'archive-reminder',
      'archive-reminder',
      'archive-reminder',
      'archived-projects-deleted',
    ])
  })

  test('paying again brings everything back', async () => {
    const person = await insertPerson(app)
    await lapse(app, person, { projects: 2, people: 3 })
    await settled(person.userId)
    await passDays(31)
    expect(await stateOf(person.userId)).toMatchObject({ archived: ['Beyond 2'], held: 1 })
    await pay(app, person)
    expect(await settled(person.userId)).toEqual(['restore', 'release', 'projects_restored'])
    expect(await stateOf(person.userId)).toEqual({
      phase: 'compliant',
      live: ['Beyond 1', 'Beyond 2'],
      archived: [],
      people: 3,
      held: 0,
    })
    expect(await mailed(person.email)).toContain('projects-restored')
  })

  test('a paying account is remembered as one, and gets a grace period when its plan ends', async () => {
    const person = await insertPerson(app)
    expect(await settled(person.userId)).toEqual([])
    expect(await findAccountPhase(app.ctx, person.userId)).toBeUndefined()
    await lapse(app, person, { projects: 2 })
    await sweepPhases(app.ctx)
    expect(await stateOf(person.userId)).toMatchObject({ phase: 'grace' })
  })

  test('a higher limit ends the grace period', async () => {
    const person = await insertPerson(app)
    await lapse(app, person, { projects: 2 })
    await settled(person.userId)
    await app.ctx.mail.sendDue()
    await changePlan(app, 'starter', { max_projects: 2 })
    await sweepPhases(app.ctx)
    expect(await stateOf(person.userId)).toMatchObject({ phase: 'compliant' })
    await changePlan(app, 'starter', { max_projects: 1 })
    await sweepPhases(app.ctx)
    expect(await findAccountPhase(app.ctx, person.userId)).toMatchObject({ phase: 'grace', graces: 2 })
    await app.ctx.mail.sendDue()
    expect(await mailed(person.email)).toEqual(['grace-started', 'downgrade-completed', 'grace-started'])
  })

  test('a mail that is not sent before it becomes untrue is withdrawn', async () => {
    const person = await insertPerson(app)
    await lapse(app, person, { projects: 2 })
    await settled(person.userId)
    await pay(app, person)
    expect(await settled(person.userId)).toEqual(['grace_cleared'])
    expect(await mailed(person.email)).toEqual(['grace-cleared'])
  })

  test('nothing happens while the clocks are stopped, and everything ends as much later', async () => {
    const person = await insertPerson(app)
    await lapse(app, person, { projects: 2 })
    await settled(person.userId)
    await passDays(1)
    const before = await findAccountPhase(app.ctx, person.userId)
    const act = (work: typeof stopClocks) =>
      transact(app.ctx, { userId: person.userId, origin: null }, (tx) => work(tx, person.userId))
    await act(stopClocks)
    await passDays(40)
    expect(await stateOf(person.userId)).toMatchObject({ phase: 'grace', archived: [] })
    await act(startClocks)
    const after = await findAccountPhase(app.ctx, person.userId)
    expect(after?.suspended_at).toBeNull()
    const moved = (after?.grace_end ?? 0) - (before?.grace_end ?? 0)
    expect(Math.abs(moved - 40 * day)).toBeLessThan(day / 24)
  })
})
