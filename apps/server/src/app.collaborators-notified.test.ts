// Collaborators are told what happens to their access by something that the owner, the plan or an operator does: once,
// in one mail for all projects, and nobody else is told anything.

import { deleteAccount } from '@envhold/contract/accounts/account-settings.ts'
import { archiveExcess, listArchivedProjects, restoreProject } from '@envhold/contract/archive/archive.ts'
import { readCompliance, retainPeople } from '@envhold/contract/archive/compliance.ts'
import { removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { deleteProject, listProjects, readProject } from '@envhold/contract/projects/projects.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { lapse, pay, stopPaying } from '../../../dev/world/lapse.ts'
import { mailsOf } from '../../../dev/world/mails.ts'
import { setHeld } from '../../../dev/world/put-in-archive.ts'
import { seedEnvironment, seedPersonalToken } from '../../../dev/world/seed-project.ts'
import { shareProject } from '../../../dev/world/share-project.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { inTransaction } from './db/transaction.ts'
import { sweepAccounts } from './features/accounts/delete-permanently.ts'
import { remindOfDeletedOwners } from './features/accounts/remind-of-deleted-owners.ts'
import { suspendAccount, unsuspendAccount } from './features/accounts/suspend-account.ts'
import { sweepPhases } from './features/archive/phase/sweep-phases.ts'
import { updatePhase } from './features/archive/phase/update-phase.ts'
import { transact } from './features/audit-log/tx.ts'
import { canonical } from './features/users/canonical.ts'
import { changeUser, requireUser } from './features/users/user-store.ts'
import { joinMs } from './mail/mail-queue-store.ts'

const day = 86_400_000
const invisible = /[\u200c\u2068\u2069]/g

forEachEngine((engine) => {
  const app = withApp(engine)

  const sharedMailsTo = async ({ email }: Person) =>
    (await mailsOf(app)).filter(({ to, template }) => to === email && template.startsWith('shared-'))
  const templates = async (person: Person) => (await sharedMailsTo(person)).map(({ template }) => template)
  const textOf = async (person: Person) =>
    (await sharedMailsTo(person)).at(-1)?.text.replace(invisible, '') ?? ''
  const passDays = async (days: number) => {
    for (let n = 0; n < days; n++) {
      await app.ctx.mail.sendDue()
      app.advance(day)
      await remindOfDeletedOwners(app.ctx)
      await sweepAccounts(app.ctx)
      await sweepPhases(app.ctx)
    }
    await app.ctx.mail.sendDue()
  }
  const ensurePhase = ({ userId }: Person) =>
    transact(app.ctx, { userId, origin: null }, async (tx) => {
      await tx.lock([userId])
      await updatePhase(tx, userId)
    })
  const changeEmailOf = ({ userId }: Person, email: string) =>
    inTransaction(app.ctx, async (tx) => {
      const email_canonical = canonical(email)
      await changeUser(tx, await requireUser(tx, userId), { email, email_canonical })
    })
  /** An owner with a few projects, all shared with one person. */
  const shared = async (count: number) => {
    await addPerson(app)
    const [owner, collaborator] = [await addPerson(app), await addPerson(app)]
    await pay(app, owner)
    const ids: number[] = []
    const environments: number[] = []
    for (let n = 0; n < count; n++) {
      const { projectId, id } = await seedEnvironment(owner)
      await shareProject(app, owner, projectId, collaborator, { environments: [id] })
      ids.push(projectId)
      environments.push(id)
      app.advance(1_000)
    }
    return { owner, collaborator, ids, environments }
  }

  test('the end of a grace period: warned 7 days and 1 day before, told then, reminded and told of the deletion', async () => {
    const { owner, collaborator, ids } = await shared(3)
    const stranger = app.as(await seedPersonalToken(await addPerson(app)))
    // Sessions do not last as long.
    const reader = app.as(await seedPersonalToken(collaborator))
    await stopPaying(app, owner)
    await ensurePhase(owner)
    await passDays(31)
    expect(await templates(collaborator)).toEqual([
      'shared-access-ending',
      'shared-access-ending',
      'shared-access-ended',
    ])
    const [first, second, ended] = await sharedMailsTo(collaborator)
    expect(first?.subject).toBe('7 days left before you lose access to 2 projects')
    expect(second?.subject).toBe('1 day left before you lose access to 2 projects')
    expect(ended?.subject).toBe('You lost access to 2 projects')
    expect(ended?.text.replace(invisible, '')).toContain(owner.email)

    const { projects, unavailable } = await reader.call(listProjects, {})
    expect(projects.map(({ id }) => id)).toEqual([ids[0]])
    expect(unavailable?.map(({ id, reason, owner_email }) => [id, reason, owner_email])).toEqual([
      [ids[1], 'archived_by_plan', owner.email],
      [ids[2], 'archived_by_plan', owner.email],
    ])
    const params = { id: ids[1] ?? 0 }
    await expect(reader.call(readProject, { params })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      unavailable: 'archived_by_plan',
      message: expect.stringMatching(
        /^Archived until \w+ \d+, \d{4}: the owner’s plan .* Ask .*, the owner\.$/,
      ),
    })
    await expect(stranger.call(readProject, { params })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      unavailable: undefined,
      message: 'Project not found',
    })
    expect((await stranger.call(listProjects, {})).unavailable).toBeUndefined()

    await passDays(31)
    app.advance(joinMs)
    expect((await templates(collaborator)).slice(3)).toEqual([
      'shared-archive-reminder',
      'shared-archive-reminder',
      'shared-projects-deleted',
    ])
    expect((await reader.call(listProjects, {})).unavailable).toBeUndefined()
  })

  test('a project page says when the grace period ends, and what then happens', async () => {
    const { owner, collaborator, ids } = await shared(2)
    await stopPaying(app, owner)
    await ensurePhase(owner)
    const graceOf = async ({ client }: Person, id = 0) =>
      (await client.call(readProject, { params: { id } })).project.grace?.outcome
    expect(await graceOf(collaborator, ids[0])).toBe('unchanged')
    expect(await graceOf(collaborator, ids[1])).toBe('archived')
    await pay(app, owner)
    await ensurePhase(owner)
    expect(await graceOf(collaborator, ids[1])).toBeUndefined()
  })

  test('who was warned is told that nothing is taken away, and who left is not', async () => {
    const { owner, collaborator, ids, environments } = await shared(2)
    const leaver = await addPerson(app)
    await shareProject(app, owner, ids[1] ?? 0, leaver, { environments: environments.slice(1) })
    await stopPaying(app, owner)
    await ensurePhase(owner)
    await passDays(25)
    expect(await templates(leaver)).toEqual(['shared-access-ending'])
    await leaver.client.call(removeCollaborator, { params: { id: ids[1] ?? 0, userId: leaver.userId } })
    await pay(app, owner)
    await ensurePhase(owner)
    expect(await templates(collaborator)).toEqual(['shared-access-ending', 'shared-access-kept'])
    expect(await templates(leaver)).toEqual(['shared-access-ending'])
  })

  test('what comes back after paying again is told in one mail', async () => {
    const { owner, collaborator } = await shared(4)
    await stopPaying(app, owner)
    await ensurePhase(owner)
    await passDays(31)
    await pay(app, owner)
    await ensurePhase(owner)
    expect((await sharedMailsTo(collaborator)).at(-1)?.subject).toBe('You can use 3 projects again')
  })

  test('archives of the owner are told in one mail, and so is what is restored', async () => {
    const { owner, collaborator, ids } = await shared(6)
    await stopPaying(app, owner)
    await ensurePhase(owner)
    await owner.client.call(archiveExcess, {
      body: { reason: 'grace_period_manual', keep: ids.slice(0, 1) },
    })
    expect(await templates(collaborator)).toEqual(['shared-projects-archived'])
    expect((await sharedMailsTo(collaborator))[0]?.subject).toBe(`${owner.username} archived 5 projects`)
    await pay(app, owner)
    await ensurePhase(owner)
    const { archivedProjects } = await owner.client.call(listArchivedProjects, {})
    const restoreToken = archivedProjects[0]?.restoreToken ?? ''
    await owner.client.call(restoreProject, { params: { restoreToken } })
    expect((await templates(collaborator)).at(-1)).toBe('shared-access-restored')
  })

  test('too many people: the owner chooses who stays, now or at the end', async () => {
    const { owner, collaborator, ids, environments } = await shared(1)
    const [second, third] = [await addPerson(app), await addPerson(app)]
    for (const person of [second, third]) {
      app.advance(1_000)
      await shareProject(app, owner, ids[0] ?? 0, person, { environments })
    }
    await stopPaying(app, owner)
    await ensurePhase(owner)
    const read = () => owner.client.call(readCompliance, {})
    expect(await read()).toMatchObject({ toPause: [third.email.toLowerCase()], keepPeople: [] })
    const people = [second.email.toLowerCase(), third.email.toLowerCase()]
    const choose = (body: { people: string[]; pauseOthers?: boolean }) =>
      owner.client.call(retainPeople, { body })
    await expect(choose({ people: [...people, collaborator.email.toLowerCase()] })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    await expect(choose({ people: ['nobody@example.com'] })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    expect(await choose({ people })).toMatchObject({
      inGracePeriod: true,
      keepPeople: people,
      toPause: [collaborator.email.toLowerCase()],
    })
    const changed = `changed-${engine}@example.com`
    await changeEmailOf(third, changed)
    expect(await read()).toMatchObject({
      keepPeople: [people[0], changed],
      toPause: [collaborator.email.toLowerCase()],
    })
    await changeEmailOf(third, third.email)
    expect(
      (await collaborator.client.call(readProject, { params: { id: ids[0] ?? 0 } })).project,
    ).toMatchObject({
      read_only: null,
      grace: { outcome: 'access_paused' },
    })
    await passDays(25)
    expect(await templates(collaborator)).toEqual(['shared-access-ending'])
    expect(await templates(third)).toEqual([])
    const reminder = (await mailsOf(app)).findLast(
      ({ to, template }) => to === owner.email && template === 'grace-reminder',
    )
    expect(reminder?.text).toContain(`/project/${ids[0]}?tab=collaborators`)
    expect(reminder?.text).not.toContain('archived')
    expect(await choose({ people, pauseOthers: true })).toMatchObject({
      inGracePeriod: false,
      compliant: true,
    })
    expect((await templates(collaborator)).at(-1)).toBe('shared-access-ended')
    expect((await collaborator.client.call(listProjects, {})).unavailable).toMatchObject([
      { id: ids[0], reason: 'access_paused', until: null },
    ])
    await owner.client.call(removeCollaborator, { params: { id: ids[0] ?? 0, userId: third.userId } })
    expect((await templates(collaborator)).at(-1)).toBe('shared-access-restored')
    expect((await collaborator.client.call(listProjects, {})).unavailable).toBeUndefined()
    await expect(choose({ people })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('a suspension is told when it begins and ends, without its reason', async () => {
    const { owner, collaborator } = await shared(2)
    const [{ userId }, operator] = [owner, { userId: null, origin: null }]
    await transact(app.ctx, operator, (tx) => suspendAccount(tx, { id: userId }, 'Secret spam reason'))
    expect((await sharedMailsTo(collaborator))[0]?.subject).toBe(
      '2 projects are read-only: the owner’s account is suspended',
    )
    expect(await textOf(collaborator)).not.toContain('spam')
    await transact(app.ctx, operator, (tx) => unsuspendAccount(tx, { id: userId }))
    expect(await templates(collaborator)).toEqual(['shared-owner-suspended', 'shared-access-restored'])
  })

  test('a deleted account: told then, reminded 7 days and 1 day before it is final, and told of that', async () => {
    const { owner, collaborator, ids, environments } = await shared(2)
    const paused = await addPerson(app)
    await shareProject(app, owner, ids[0] ?? 0, paused, { environments: environments.slice(0, 1) })
    await setHeld(app, owner, paused, true)
    await remindOfDeletedOwners(app.ctx)
    await owner.client.call(deleteAccount, { body: { password: owner.password } })
    expect((await collaborator.client.call(listProjects, {})).unavailable).toMatchObject([
      { reason: 'owner_deleted' },
      { reason: 'owner_deleted' },
    ])
    await passDays(31)
    expect(await templates(collaborator)).toEqual([
      'shared-owner-deleted',
      'shared-owner-reminder',
      'shared-owner-reminder',
      'shared-projects-deleted',
    ])
    expect((await sharedMailsTo(collaborator)).map(({ subject }) => subject).slice(1, 3)).toEqual([
      '7 days left before 2 projects are deleted',
      '1 day left before 2 projects are deleted',
    ])
    // The access rested when the account was deleted, so only the end of everything is news.
    expect(await templates(paused)).not.toContain('shared-owner-deleted')
  })

  test('projects that are deleted one after the other are told in one mail', async () => {
    const { owner, collaborator, ids } = await shared(3)
    const remove = (id = 0) => owner.client.call(deleteProject, { params: { id } })
    for (const id of ids) {
      await remove(id)
      app.advance(60_000)
    }
    expect(await templates(collaborator)).toEqual([])
    app.advance(180_000)
    expect(await templates(collaborator)).toEqual(['shared-projects-deleted'])
    expect((await sharedMailsTo(collaborator))[0]?.subject).toBe('3 projects were deleted')
    expect((await collaborator.client.call(listProjects, {})).unavailable).toBeUndefined()
  })

  test('a warning that waited until its date is over is dropped', async () => {
    const { owner, collaborator } = await shared(2)
    await stopPaying(app, owner)
    await ensurePhase(owner)
    await passDays(22)
    // The sweep after the last sending queues the warning, and nothing is sent for ten days.
    app.advance(day)
    await sweepPhases(app.ctx)
    app.advance(10 * day)
    await app.ctx.mail.sendDue()
    for (const { subject } of await sharedMailsTo(collaborator)) expect(subject).not.toMatch(/^7 days left/)
  })

  test('two nodes at once tell once', async () => {
    const { owner, collaborator } = await shared(3)
    await stopPaying(app, owner)
    await ensurePhase(owner)
    for (let n = 0; n < 32; n++) {
      await app.ctx.mail.sendDue()
      app.advance(day)
      await Promise.all([sweepPhases(app.ctx), sweepPhases(app.ctx)])
    }
    expect(await templates(collaborator)).toEqual([
      'shared-access-ending',
      'shared-access-ending',
      'shared-access-ended',
    ])
  })

  test('a tampered membership is mailed nothing and stops nothing', async () => {
    const { owner, collaborator, ids } = await shared(1)
    await app.ctx.db
      .updateTable('memberships')
      .set({ environments: '[]' })
      .where('project_id', '=', ids[0] ?? 0)
      .execute()
    await transact(app.ctx, { userId: null, origin: null }, (tx) =>
      suspendAccount(tx, { id: owner.userId }, 'Spam'),
    )
    expect(await templates(collaborator)).toEqual([])
  })

  test('lapsed accounts without collaborators mail nobody else', async () => {
    const alone = await addPerson(app)
    await lapse(app, alone, { projects: 2 })
    const before = (await mailsOf(app)).length
    await ensurePhase(alone)
    const later = (await mailsOf(app)).slice(before)
    expect(later.every(({ to }) => to === alone.email)).toBe(true)
  })
})
