import { createClient } from '@envhold/client/client.ts'
import {
  archiveExcess,
  archiveProject,
  exchangeProjects,
  listArchivedProjects,
  maxArchivedAtOnce,
  restoreProject,
} from '@envhold/contract/archive/archive.ts'
import { deleteProject, listProjects, updateProject } from '@envhold/contract/projects/projects.ts'
import { createVariable, readVariables, readVariablesByName } from '@envhold/contract/variables/variables.ts'
import { describe, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf, eventsDuring } from '../../../../../dev/world/events-of.ts'
import { joinAs, lapse, pay, stopPaying } from '../../../../../dev/world/lapse.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { putInArchive, setHeld } from '../../../../../dev/world/put-in-archive.ts'
import { seedEnvironment, seedPersonalToken } from '../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../dev/world/with-second-node.ts'
import { inTransaction } from '../../db/transaction.ts'
import { appendActivity } from '../audit-log/append-activity.ts'
import { findAccountPhase, saveAccountPhase, untouched } from '../plans/account-phase-store.ts'
import { archiveRule } from './archive-by-owner.ts'

const day = 24 * 3_600_000
const reason = 'grace_period_manual' as const
const outsideGrace = {
  status: 403,
  code: 'FORBIDDEN',
  message: 'Projects can be archived only during a grace period.',
}

forEachEngine((engine) => {
  const app = withApp(engine)
  const node = withSecondNode(app)
  // The operator of the instance, whom no plan limits.
  withPerson(app)

  const startGrace = async ({ userId }: Person, days = 30) => {
    const phase = (await findAccountPhase(app.ctx, userId)) ?? untouched(userId)
    const now = app.ctx.clock()
    const grace = { phase: 'grace', graces: 1, grace_began: now, grace_end: now + days * day } as const
    await inTransaction(app.ctx, (tx) => saveAccountPhase(tx, { ...phase, had_paid: 1, ...grace }))
  }
  /** Somebody in a grace period with one project that has variables and others beyond the plan. */
  const overdue = async (projects = 1) => {
    const person = await addPerson(app)
    const first = await seedEnvironment(person)
    const { projectIds } = await lapse(app, person, { projects })
    await startGrace(person)
    return { person, first, projectIds: [first.projectId, ...projectIds] as [number, ...number[]] }
  }
  /** Likewise with one project, which too many people share: it can be changed and deleted. */
  const crowded = async () => {
    const person = await addPerson(app)
    const first = await seedEnvironment(person)
    await pay(app, person)
    for (let n = 0; n < 3; n++) await joinAs(app, first.projectId)
    await stopPaying(app, person)
    await startGrace(person)
    return { person, first }
  }
  const list = ({ client }: Pick<Person, 'client'>) => client.call(listArchivedProjects, {})
  const archive = ({ client }: Pick<Person, 'client'>, id: number) =>
    client.call(archiveProject, { params: { id }, body: { reason } })
  const keepOnly = ({ client }: Person, keep: number[]) =>
    client.call(archiveExcess, { body: { reason, keep } })
  const restore = ({ client }: Pick<Person, 'client'>, restoreToken: string) =>
    client.call(restoreProject, { params: { restoreToken } })
  const idsOf = async ({ client }: Person) =>
    (await client.call(listProjects, {})).projects.map(({ id }) => id).toSorted((a, b) => a - b)
  const outcomes = async (calls: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).map((result) =>
      result.status === 'fulfilled' ? 'done' : (result.reason as { code: string }).code,
    )
  const onBoth = ({ token, masterPassword = '' }: Person) =>
    [app.url, node.url].map((server) =>
      createClient({ server, headers: () => headersOf({ token, masterPassword }), timeoutMs: 120_000 }),
    ) as [Person['client'], Person['client']]

  test('an account that archived nothing has an empty list', async () => {
    expect(await list(await addPerson(app))).toEqual({
      archivedProjects: [],
      hiddenCount: 0,
      upgradeRequired: false,
      availableSlots: 1,
      currentPlan: 'Free',
      gracePeriodStatus: { inGracePeriod: false, daysRemaining: 0, gracePeriodEnd: null },
      showGracePeriodWarning: false,
    })
  })

  describe('an exchange', () => {
    /** A person whose grace period is over, with one project in use and one archived. */
    const afterGrace = async (
      reason: 'grace_period_expired' | 'grace_period_manual' = 'grace_period_expired',
    ) => {
      const person = await addPerson(app)
      const first = await seedEnvironment(person)
      const { projectIds } = await lapse(app, person, { projects: 1 })
      const archived = await putInArchive(app, person, projectIds[0] ?? 0, { reason })
      return { person, live: first.projectId, token: archived.restore_token, archivedId: projectIds[0] ?? 0 }
    }
    const exchange = ({ client }: Pick<Person, 'client'>, restoreToken: string, archive: number) =>
      client.call(exchangeProjects, { body: { restoreToken, archive } })

    test('brings back what only a paid plan would, for 30 days, and is mailed and recorded', async () => {
      const { person, live, token, archivedId } = await afterGrace()
      await expect(restore(person, token)).rejects.toMatchObject({ code: 'UPGRADE_REQUIRED' })
      const done = await exchange(person, token, live)
      expect(done).toMatchObject({ restored: { id: archivedId }, archived: { id: live } })
      expect(Date.parse(done.expiresAt) - app.ctx.clock()).toBeGreaterThan(29.9 * day)
      expect(await idsOf(person)).toEqual([archivedId])
      expect((await list(person)).archivedProjects).toMatchObject([{ id: live, upgradeRequired: true }])
      const mails = (await mailsOf(app)).filter(({ to }) => to === person.email)
      expect(mails.map(({ template }) => template)).toContain('project-archived')
    })

    test('names each project to its own collaborators only', async () => {
      const { person, live, token, archivedId } = await afterGrace()
      for (const [id, name] of [
        [live, 'Live'],
        [archivedId, 'Archived'],
      ] as const)
        await app.ctx.db.updateTable('projects').set({ name }).where('id', '=', id).execute()
      await exchange(person, token, live)
      const entries = (await activityOf(app)).slice(-3)
      expect(entries.map(({ project_id, description }) => [project_id, description])).toEqual([
        [live, 'Archived the project "Live"'],
        [archivedId, 'Restored the project "Archived"'],
        [null, 'Exchanged projects: archived "Live" and restored "Archived"'],
      ])
    })

    test('is possible once in 7 days, on either node, and not in a grace period', async () => {
      const { person, live, token, archivedId } = await afterGrace()
      const [one, two] = onBoth(person)
      const both = await outcomes([
        exchange({ client: one }, token, live),
        exchange({ client: two }, token, live),
      ])
      expect(both.toSorted()).toEqual(['NOT_FOUND', 'done'])
      const [back] = (await list(person)).archivedProjects
      const again = () => exchange(person, back?.restoreToken ?? '', archivedId)
      await expect(again()).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429 })
      // More than a list of the history has.
      const restorations = Array.from({ length: 250 }, () => ({
        type: 'projects_restored' as const,
        severity: 'low' as const,
        description: 'Restored the project "Exchanged projects: "',
        userId: person.userId,
        origin: null,
      }))
      await inTransaction(app.ctx, (tx) => appendActivity(tx, restorations))
      await expect(again()).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429 })
      await app.ctx.db
        .updateTable('activity')
        .set(({ eb }) => ({ at: eb('at', '-', 7 * day) }))
        .where('user_id', '=', person.userId)
        .execute()
      await again()
      expect(await idsOf(person)).toEqual([live])
      const { person: late, projectIds } = await overdue(3)
      await archive(late, projectIds[0])
      const [archived] = (await list(late)).archivedProjects
      await expect(exchange(late, archived?.restoreToken ?? '', projectIds[1] ?? 0)).rejects.toMatchObject({
        code: 'CONFLICT',
      })
    })

    test('takes projects of the caller only, and those who share them need room', async () => {
      const { person, live, token } = await afterGrace()
      const other = await afterGrace()
      await expect(exchange(person, other.token, live)).rejects.toMatchObject({ status: 404 })
      await expect(exchange(person, token, other.live)).rejects.toMatchObject({ status: 404 })
      for (let n = 0; n < 3; n++) await joinAs(app, (await list(person)).archivedProjects[0]?.id)
      await expect(exchange(person, token, live)).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
      expect(await idsOf(person)).toEqual([live])
    })
  })

  test('the owner archives a project in a grace period, and is mailed', async () => {
    const { person, first, projectIds } = await overdue(2)
    const [, second = 0] = projectIds
    const end = app.ctx.clock() + 30 * day
    const events = await eventsDuring(app, async () => {
      expect(await archive(person, second)).toEqual({ archived: { id: second, name: 'Beyond 1' } })
    })
    expect(events).toContain('project_archived')
    const entry = (await activityOf(app)).findLast(({ event_type }) => event_type === 'project_archived')
    expect(entry).toMatchObject({
      user_id: person.userId,
      project_id: second,
      description: 'Archived the project "Beyond 1"',
    })
    expect(await idsOf(person)).toEqual([first.projectId, projectIds[2]])
    const listed = await list(person)
    const [one] = listed.archivedProjects
    expect(listed).toMatchObject({
      archivedProjects: [
        {
          id: second,
          name: 'Beyond 1',
          description: null,
          reason,
          daysUntilExpiry: 60,
          upgradeRequired: false,
        },
      ],
      hiddenCount: 0,
      availableSlots: 0,
      gracePeriodStatus: { inGracePeriod: true, daysRemaining: 30 },
      showGracePeriodWarning: true,
    })
    // Acting early never brings the deletion forward.
    expect(Math.abs(Date.parse(one?.expiresAt ?? '') - (end + 30 * day))).toBeLessThan(day / 2)
    await expect
      .poll(async () =>
        (await mailsOf(app)).filter(({ to }) => to === person.email).map((mail) => mail.template),
      )
      .toContain('project-archived')
  })

  test('days are rounded up, and the next to expire comes first', async () => {
    const person = await addPerson(app)
    await pay(app, person)
    const [late, soon] = [await seedEnvironment(person), await seedEnvironment(person)]
    const now = app.ctx.clock()
    await putInArchive(app, person, late.projectId, { expires: now + 3 * day + 3_600_000 })
    await putInArchive(app, person, soon.projectId, { expires: now - 3_600_000 })
    const { archivedProjects, availableSlots } = await list(person)
    expect(archivedProjects.map((project) => [project.id, project.daysUntilExpiry])).toEqual([
      [soon.projectId, 0],
      [late.projectId, 4],
    ])
    expect(availableSlots).toBeNull()
  })

  test('nobody archives what is not theirs, and nobody outside a grace period', async () => {
    const { person, first } = await overdue()
    const member = await addPerson(app)
    const other = await overdue()
    await pay(app, person)
    await shareProject(app, person, first.projectId, member, { role: 'write', environments: [first.id] })
    for (const stranger of [member, other.person])
      await expect(archive(stranger, first.projectId)).rejects.toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      })
    const { token } = await seedPersonalToken(person)
    await expect(archive({ client: app.as({ token }) }, first.projectId)).rejects.toMatchObject({
      status: 403,
    })
    const compliant = await addPerson(app)
    const { projectId } = await seedEnvironment(compliant)
    await expect(archive(compliant, projectId)).rejects.toMatchObject(outsideGrace)
    await expect(keepOnly(compliant, [projectId])).rejects.toMatchObject(outsideGrace)
    expect(await idsOf(compliant)).toEqual([projectId])
  })

  test('archives all but what the owner keeps, in one step', async () => {
    const { person, projectIds } = await overdue(3)
    const [first, second, third, fourth] = projectIds
    const wrong = async (keep: number[], message: string) =>
      expect(await keepOnly(person, keep).catch((error) => error.details)).toEqual([
        { path: 'keep', message },
      ])
    await wrong([first, second ?? 0], 'Your plan keeps 1 project')
    await wrong([999_999], 'Must be projects of yours')
    const { person: other, projectIds: theirs } = await overdue()
    await wrong([theirs[0]], 'Must be projects of yours')
    expect(await idsOf(person)).toEqual(projectIds)
    const { archived } = await keepOnly(person, [second ?? 0])
    expect(archived.map(({ id }) => id)).toEqual([fourth, third, first])
    expect(await idsOf(person)).toEqual([second])
    expect(await idsOf(other)).toEqual(theirs)
    expect((await list(person)).archivedProjects).toHaveLength(3)
  })

  test('one call archives a bounded number of projects, and the next one the rest', async () => {
    const { person, first } = await overdue(maxArchivedAtOnce + 1)
    expect((await keepOnly(person, [first.projectId])).archived).toHaveLength(maxArchivedAtOnce)
    expect((await keepOnly(person, [first.projectId])).archived.map(({ name }) => name)).toEqual(['Beyond 1'])
    expect(await idsOf(person)).toEqual([first.projectId])
    const mails = async () =>
      (await mailsOf(app)).filter((mail) => mail.to === person.email && mail.template === 'project-archived')
    await expect.poll(async () => (await mails()).length).toBe(2)
  })

  test('the owner restores a project, and nobody else does', async () => {
    const { person, projectIds } = await overdue()
    const [first, second = 0] = projectIds
    await archive(person, second)
    const token = (await list(person)).archivedProjects[0]?.restoreToken ?? ''
    const notFound = { status: 404, code: 'NOT_FOUND', message: 'Archived project not found' }
    await expect(restore(await addPerson(app), token)).rejects.toMatchObject(notFound)
    await expect(restore(person, '0'.repeat(32))).rejects.toMatchObject(notFound)
    await expect(restore(person, token)).rejects.toMatchObject({ status: 403, code: 'LIMIT_REACHED' })
    await person.client.call(deleteProject, { params: { id: first } })
    expect((await list(person)).availableSlots).toBe(1)
    const events = await eventsDuring(app, async () => {
      expect(await restore(person, token)).toEqual({ restored: { id: second, name: 'Beyond 1' } })
    })
    expect(events).toContain('project_restored')
    expect(await idsOf(person)).toEqual([second])
    await expect(restore(person, token)).rejects.toMatchObject(notFound)
  })

  test('what the end of a grace period archived needs a paid plan', async () => {
    const { person, projectIds } = await overdue()
    const [first, second = 0] = projectIds
    await putInArchive(app, person, second, { reason: 'grace_period_expired' })
    await putInArchive(app, person, first)
    const before = await list(person)
    expect(before).toMatchObject({ hiddenCount: 1, upgradeRequired: true, availableSlots: 1 })
    const archived = before.archivedProjects.find(({ id }) => id === second)
    expect(archived).toMatchObject({ reason: 'grace_period_expired', upgradeRequired: true })
    const token = archived?.restoreToken ?? ''
    await expect(restore(person, token)).rejects.toMatchObject({
      status: 400,
      code: 'UPGRADE_REQUIRED',
      message: 'Cannot restore project: upgrade required to restore system-archived projects.',
    })
    await pay(app, person)
    expect(await list(person)).toMatchObject({ hiddenCount: 0, upgradeRequired: false, currentPlan: 'Pro' })
    await restore(person, token)
    expect(await idsOf(person)).toEqual([second])
  })

  test('restoring needs room for the people of the project, too', async () => {
    const { person, first, projectIds } = await overdue()
    const [, second = 0] = projectIds
    const shared = [await joinAs(app, second), await joinAs(app, second)]
    await putInArchive(app, person, second)
    const extra = await joinAs(app, first.projectId)
    await putInArchive(app, person, first.projectId)
    const tokenOf = async (id: number) =>
      (await list(person)).archivedProjects.find((project) => project.id === id)?.restoreToken ?? ''
    // Its one collaborator fits, and leaves one place; the other project has two.
    await restore(person, await tokenOf(first.projectId))
    await expect(restore(person, await tokenOf(second))).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
    await putInArchive(app, person, first.projectId)
    const third = await joinAs(app, second)
    await expect(restore(person, await tokenOf(second))).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: expect.stringContaining('Collaborator limit'),
    })
    expect(shared.length + [extra, third].length).toBe(4)
    expect(await idsOf(person)).toEqual([])
  })

  test('a paused collaborator’s project of the same name does not hide the own one', async () => {
    const { person, first } = await overdue()
    await pay(app, person)
    const member = await addPerson(app)
    await shareProject(app, person, first.projectId, member, { environments: [first.id] })
    const own = await seedEnvironment(member, { MINE: '1' })
    await member.client.call(updateProject, { params: { id: own.projectId }, body: { name: 'shop' } })
    await setHeld(app, person, member, true)
    const query = { project: 'Shop', environment: 'production' }
    const { variables } = await member.client.call(readVariablesByName, { query })
    expect(variables).toEqual({ MINE: '1' })
  })

  test('too many calls are rejected', async () => {
    const person = await addPerson(app)
    const calls = Array.from({ length: archiveRule.limit + 1 }, () => restore(person, '1'.repeat(32)))
    const codes = await outcomes(calls)
    expect(codes).toContain('RATE_LIMITED')
    expect(codes.filter((code) => code === 'NOT_FOUND').length).toBeLessThanOrEqual(archiveRule.limit)
  })

  test('restoring twice at once restores once', async () => {
    const { person, projectIds } = await overdue()
    const [first, second = 0] = projectIds
    await archive(person, second)
    await archive(person, first).catch(() => putInArchive(app, person, first))
    const tokens = (await list(person)).archivedProjects.map(({ restoreToken }) => restoreToken)
    const [here, there] = onBoth(person)
    const same = tokens[0] ?? ''
    expect(
      (await outcomes([restore({ client: here }, same), restore({ client: there }, same)])).sort(),
    ).toEqual(['NOT_FOUND', 'done'])
    // Two different ones into one place.
    const again = await list(person)
    const restored = await idsOf(person)
    await putInArchive(app, person, restored[0] ?? 0)
    const [left = '', right = ''] = (await list(person)).archivedProjects.map(
      (project) => project.restoreToken,
    )
    expect(again.archivedProjects).toHaveLength(1)
    expect(
      (await outcomes([restore({ client: here }, left), restore({ client: there }, right)])).sort(),
    ).toEqual(['LIMIT_REACHED', 'done'])
    expect(await idsOf(person)).toHaveLength(1)
  })

  test('archiving and deleting at once does one of them', async () => {
    for (let round = 0; round < 4; round++) {
      const { person, first } = await crowded()
      const last = first.projectId
      const [here, there] = onBoth(person)
      const calls = [archive({ client: here }, last), there.call(deleteProject, { params: { id: last } })]
      expect((await outcomes(round % 2 ? calls : calls.toReversed())).sort()).toEqual(['NOT_FOUND', 'done'])
      const rows = await app.ctx.db
        .selectFrom('archived_projects')
        .select('project_id')
        .where('project_id', '=', last)
        .execute()
      const types = (await activityOf(app)).filter((entry) => entry.project_id === last)
      const isArchived = types.some(({ event_type }) => event_type === 'project_archived')
      expect(types.filter(({ event_type }) => /^project_(archived|deleted)$/.test(event_type))).toHaveLength(
        1,
      )
      expect(rows).toHaveLength(isArchived ? 1 : 0)
    }
  })

  test('archiving while others write loses no write that was answered', async () => {
    const { person, first } = await crowded()
    const [here, there] = onBoth(person)
    const write = (n: number) =>
      there.call(createVariable, { params: { id: first.id }, body: { key: `W_${n}`, value: '1' } })
    const writes = Array.from({ length: 6 }, (_, n) => write(n))
    const archived = archive({ client: here }, first.projectId)
    const written = await outcomes(writes)
    await archived
    for (const code of written) expect(['done', 'NOT_FOUND']).toContain(code)
    const token = (await list(person)).archivedProjects[0]?.restoreToken ?? ''
    await pay(app, person)
    await restore(person, token)
    const { variables } = await person.client.call(readVariables, { params: { id: first.id } })
    expect(Object.keys(variables).filter((key) => key.startsWith('W_'))).toHaveLength(
      written.filter((code) => code === 'done').length,
    )
    expect(await idsOf(person)).toEqual([first.projectId])
  })
})
