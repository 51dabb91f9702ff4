// Three months of two customers on a real server whose clock is moved. Ada acts in her grace period and comes back; Bob
// does nothing. Programs read all the time.

import type { Client } from '@envhold/client/client.ts'
import { archiveProject, listArchivedProjects, restoreProject } from '@envhold/contract/archive/archive.ts'
import { readCompliance, retainProjects } from '@envhold/contract/archive/compliance.ts'
import {
  cancelSubscription,
  readCurrentSubscription,
  refreshSubscription,
} from '@envhold/contract/billing/subscription.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createProject, listProjects } from '@envhold/contract/projects/projects.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { databaseSettings } from '../world/new-database.ts'
import { signUp } from '../world/sign-up.ts'
import { statusOf } from '../world/status-of.ts'
import { becomeCustomer, type Customer, type CustomerProject, payForPro, projectOf } from './customer.ts'
import { mailDays, textOf } from './mail-days.ts'
import { day, hour, type MovedServer, startMovedServer } from './moved-server.ts'
import { passTo } from './pass-to.ts'
import { type Reads, startReads } from './reads.ts'
import { rowsOfProject } from './rows-of-project.ts'
import { writeMails } from './write-mails.ts'

const isLong = inject('longRuns')
const engines = isLong ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)
const timeout = 15 * 60_000
const minute = 60_000

describe.each(engines)('%s', (engine) => {
  let server: MovedServer
  let reads: Reads
  let ada: Customer
  let bob: Customer
  /** The projects of each that are live now: every read of one must succeed. */
  const live = new Map<Customer, readonly string[]>()
  /** When their plans had lapsed, and the grace periods began. */
  let lapsed = 0

  beforeAll(async () => {
    server = await startMovedServer(engine, await databaseSettings(engine))
    reads = await startReads(server)
    await signUp(server.url, { email: 'operator@example.com' })
    ada = await becomeCustomer(server, 'ada', {
      projects: ['Blog', 'Shop', 'Mail', 'Maps'],
      members: 5,
      shared: 'Shop',
    })
    bob = await becomeCustomer(server, 'bob', {
      projects: ['Notes', 'Wiki', 'Forum'],
      members: 3,
      shared: 'Notes',
    })
    live.set(ada, ['Blog', 'Shop', 'Mail', 'Maps'])
    live.set(bob, ['Notes', 'Wiki', 'Forum'])
  }, timeout)
  afterAll(async () => {
    await writeMails(server.mails)
    await server.stop()
    await reads.stop()
  })

  let rounds = 0

  const readEverything = async (by: 'CI' | 'everybody' = 'everybody') => {
    for (const [customer, names] of live)
      await reads.readAll(
        customer,
        names.map((name) => projectOf(customer, name)),
        by,
      )
  }
  const passUntil = (time: number) =>
    passTo(server, time, () => readEverything(isLong || ++rounds % 4 === 0 ? 'everybody' : 'CI'))
  /** A deadline counts from the step before it, which ran a little late: so each day is reached a minute later. */
  const passToDay = (days: number) => passUntil(lapsed + days * day + (days + 1) * minute)
  const mailsTo = ({ person: { email } }: Customer) => mailDays(server.mails, { email, from: lapsed })
  const newestMail = ({ person: { email } }: Customer, template: string) =>
    server.mails.findLast((mail) => mail.to === email && mail.template === template)
  const complianceOf = ({ person }: Customer) => person.client.call(readCompliance, {})
  const write = (client: Client, { environment }: CustomerProject) =>
    statusOf(client, writeVariables, {
      params: { id: environment },
      body: { variables: { NEW: '1' }, mode: 'merge' },
    })
  const memberWriting = async ({ members: [member], ...customer }: Customer, name: string) => {
    await member?.signInAgain()
    return member && (await write(member.client, projectOf(customer, name)))
  }
  const operator = async (...args: string[]) => {
    const done = await server.run('operator', ...args)
    expect(done).toMatchObject({ code: 0, err: '' })
  }
  const readingAs = (client: Client, { environment }: CustomerProject) =>
    statusOf(client, readVariables, { params: { id: environment }, query: {} })
  /** What each member gets, in the order in which they joined. */
  const membersReading = async (customer: Customer, name: string) => {
    const statuses: number[] = []
    for (const member of customer.members) {
      await member.signInAgain()
      statuses.push(await readingAs(member.client, projectOf(customer, name)))
    }
    return statuses
  }
  const addEnvironment = ({ person: { client } }: Customer, { id }: CustomerProject, name: string) =>
    statusOf(client, createEnvironment, { params: { projectId: id }, body: { name } })

  test('both cancel, and their plans end with the month that is paid', { timeout }, async () => {
    await readEverything()
    for (const { person } of [ada, bob]) {
      const { subscription } = await person.client.call(readCurrentSubscription, {})
      await person.client.call(cancelSubscription, {
        body: { subscriptionId: subscription?.id ?? 0, reason: 'too_expensive' },
      })
    }
    const { subscription } = await bob.person.client.call(readCurrentSubscription, {})
    const end = Date.parse(subscription?.cancel_at ?? '')
    await passUntil(end - hour)
    expect(await statusOf(ada.person.client, readCompliance, {})).toBe(404)
    await passUntil(end + minute)
    // The sandbox sends no webhook about what time changes; the page asks for it.
    for (const { person } of [ada, bob]) await person.client.call(refreshSubscription, {})
    await server.mailed()
    lapsed = server.now()
    const { gracePeriodEnd, ...compliance } = await complianceOf(ada)
    expect(compliance).toMatchObject({
      compliant: false,
      inGracePeriod: true,
      action: 'archive_projects',
      maxProjects: 1,
      projectCount: 4,
      collaboratorCount: 5,
    })
    expect(Math.abs(Date.parse(gracePeriodEnd ?? '') - lapsed - 30 * day)).toBeLessThan(minute)
    expect(mailsTo(ada).map(([, template]) => template)).toContain('grace-started')
  })
  test('in grace programs read on, and nobody can change or create anything', { timeout }, async () => {
    await passToDay(2)
    expect(await write(ada.person.client, projectOf(ada, 'Shop'))).toBe(403)
    expect(await memberWriting(ada, 'Shop')).toBe(403)
    expect(await statusOf(ada.person.client, createProject, { body: { name: 'Fifth' } })).toBe(403)
    const kept = await ada.person.client.call(retainProjects, {
      body: { projects: [projectOf(ada, 'Shop').id] },
    })
    expect(kept.toArchive.toSorted()).toEqual(
      ['Blog', 'Mail', 'Maps'].map((name) => projectOf(ada, name).id).toSorted(),
    )

    await passToDay(5)
    const maps = projectOf(ada, 'Maps')
    await ada.person.client.call(archiveProject, {
      params: { id: maps.id },
      body: { reason: 'grace_period_manual' },
    })
    live.set(ada, ['Blog', 'Shop', 'Mail'])
    expect(await reads.statusOf(maps)).toBe(404)
    const { archivedProjects } = await ada.person.client.call(listArchivedProjects, {})
    const [archived] = archivedProjects
    // No earlier than what the end of the grace period archives.
    expect(Math.abs(Date.parse(archived?.expiresAt ?? '') - lapsed - 60 * day)).toBeLessThan(hour)
    await server.mailed()
    expect(textOf(newestMail(ada, 'project-archived'))).toContain('Maps')
  })

  test('a suspension stops the clocks, and members read on', { timeout }, async () => {
    await passToDay(10)
    const shop = projectOf(ada, 'Shop')
    await operator('suspend', 'ada@example.com', '--reason', 'The bill is disputed')
    live.set(ada, [])
    expect(await reads.statusOf(shop)).toBe(401)
    expect(await readingAs(ada.person.client, shop)).toBe(403)
    expect(await membersReading(ada, 'Shop')).toEqual([200, 200, 200, 200, 200])
    expect(await memberWriting(ada, 'Shop')).toBe(403)
    await passToDay(13)
    await operator('unsuspend', 'ada@example.com')
    live.set(ada, ['Blog', 'Shop', 'Mail'])
    await readEverything()
    const { gracePeriodEnd } = await complianceOf(ada)
    expect(Math.abs(Date.parse(gracePeriodEnd ?? '') - lapsed - 33 * day)).toBeLessThan(hour)
  })

  test('Bob is reminded, and at the end all projects but the oldest are archived', { timeout }, async () => {
    for (const days of [22.9, 23, 26, 27, 29]) await passToDay(days)
    await passUntil(lapsed + 30 * day - hour)
    live.set(bob, ['Notes'])
    await passToDay(30)
    for (const name of ['Wiki', 'Forum']) expect(await reads.statusOf(projectOf(bob, name))).toBe(404)
    expect(mailsTo(bob)).toEqual([
      [0, 'grace-started'],
      [23, 'grace-reminder'],
      [27, 'grace-reminder'],
      [29, 'grace-reminder'],
      [30, 'downgrade-final'],
    ])
    const final = textOf(newestMail(bob, 'downgrade-final'))
    for (const name of ['Wiki', 'Forum', 'bob-3@example.com']) expect(final).toContain(name)
    expect(await membersReading(bob, 'Notes')).toEqual([200, 200, 404])
    expect(await addEnvironment(bob, projectOf(bob, 'Notes'), 'staging')).toBe(201)
  })

  test('Ada’s end comes three days later, and spares what she chose', { timeout }, async () => {
    await passToDay(32)
    await passUntil(lapsed + 33 * day - hour)
    live.set(ada, ['Shop'])
    await passToDay(33)
    expect(mailsTo(ada)).toEqual([
      [0, 'grace-started'],
      [5, 'project-archived'],
      [10, 'account-suspended'],
      [13, 'account-unsuspended'],
      [26, 'grace-reminder'],
      [30, 'grace-reminder'],
      [32, 'grace-reminder'],
      [33, 'downgrade-final'],
    ])
    expect(await membersReading(ada, 'Shop')).toEqual([200, 200, 404, 404, 404])
    expect(await addEnvironment(ada, projectOf(ada, 'Shop'), 'staging')).toBe(201)

    const { client } = ada.person
    const archive = await client.call(listArchivedProjects, {})
    expect(archive).toMatchObject({ hiddenCount: 2, upgradeRequired: true, availableSlots: 0 })
    const expected = { Blog: 400, Mail: 400, Maps: 403 }
    for (const { name, restoreToken, expiresAt } of archive.archivedProjects) {
      expect(await statusOf(client, restoreProject, { params: { restoreToken } })).toBe(
        expected[name as keyof typeof expected],
      )
      expect(Math.abs(Date.parse(expiresAt) - lapsed - 63 * day)).toBeLessThan(hour)
    }
  })

  test('Bob’s archived projects are deleted after their mails, and leave nothing', { timeout }, async () => {
    await passToDay(45)
    for (const { person } of [ada, bob]) await person.signInAgain()
    for (const days of [52.9, 53, 56, 57, 59]) await passToDay(days)
    await passUntil(lapsed + 60 * day - hour)
    const deleted = ['Wiki', 'Forum'].map((name) => projectOf(bob, name))
    for (const project of deleted) expect(await rowsOfProject(server.rows, project)).toHaveProperty('grants')
    await passToDay(60)
    // The mail waits some minutes for others to join it.
    await passUntil(server.now() + hour)
    expect(mailsTo(bob).slice(5)).toEqual([
      [53, 'archive-reminder'],
      [57, 'archive-reminder'],
      [59, 'archive-reminder'],
      [60.1, 'archived-projects-deleted'],
    ])
    for (const project of deleted) {
      expect(await rowsOfProject(server.rows, project)).toEqual({})
      expect(await reads.statusOf(project)).toBe(401)
    }
    const entries = await server.rows(
      "select description, at from activity where event_type = 'archived_project_deleted' order by description",
    )
    expect(entries.map(({ description }) => description)).toEqual([
      'Permanently deleted the archived project "Forum"',
      'Permanently deleted the archived project "Wiki"',
    ])
  })

  test('Ada pays again, and everything is back as it was', { timeout }, async () => {
    await passToDay(61)
    await payForPro(ada.person.client)
    const { archivedProjects } = await ada.person.client.call(listArchivedProjects, {})
    expect(archivedProjects.map(({ name }) => name)).toEqual(['Maps'])
    const restoreToken = archivedProjects[0]?.restoreToken ?? ''
    await ada.person.client.call(restoreProject, { params: { restoreToken } })
    live.set(ada, ['Blog', 'Shop', 'Mail', 'Maps'])
    await readEverything()
    expect(await membersReading(ada, 'Shop')).toEqual([200, 200, 200, 200, 200])
    const { projects } = await ada.person.client.call(listProjects, {})
    expect(projects.map(({ name, read_only }) => [name, read_only])).toEqual([
      ['Maps', null],
      ['Mail', null],
      ['Shop', null],
      ['Blog', null],
    ])
    await passToDay(64)
    expect(mailsTo(ada).slice(8)).toEqual([
      [56, 'archive-reminder'],
      [60, 'archive-reminder'],
      [61, 'projects-restored'],
    ])
  })

  test('nothing was taken away without a mail 20 hours to 7 days before', async () => {
    const taken = await server.rows(
      `select user_id, event_type, at from activity
       where event_type in ('downgrade_final', 'archived_project_deleted')`,
    )
    expect(taken).toHaveLength(4)
    for (const { user_id, event_type, at } of taken) {
      const { email } = Number(user_id) === ada.person.userId ? ada.person : bob.person
      const reminder = event_type === 'downgrade_final' ? 'grace-reminder' : 'archive-reminder'
      const before = server.mails
        .filter((mail) => mail.to === email && mail.template === reminder)
        .map((mail) => Number(at) - mail.at)
      expect(before.some((ms) => ms >= 20 * hour && ms <= 7 * day)).toBe(true)
    }
  })

  test('no read of a live project failed, and the stored data is valid', { timeout }, async () => {
    expect(reads.failures).toEqual([])
    expect(reads.count()).toBeGreaterThan(900)
    expect(server.problems()).toEqual([])
    for (const program of ['verify', 'audit verify'] as const)
      expect(await server.run(program)).toMatchObject({ code: 0, err: '' })
  })
})
