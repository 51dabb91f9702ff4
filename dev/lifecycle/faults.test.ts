// What must not cost anybody a project: a server that was off, mail that does not go out, and many that are due at once.
// Each on a real server in a process of its own.

import { createProject } from '@envhold/contract/projects/projects.ts'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { databaseSettings } from '../world/new-database.ts'
import { signUp } from '../world/sign-up.ts'
import { becomeCustomer, type Customer, endSubscription, payForPro } from './customer.ts'
import { textOf } from './mail-days.ts'
import { day, hour, type MovedServer, startMovedServer } from './moved-server.ts'
import { passTo } from './pass-to.ts'
import { type Reads, startReads } from './reads.ts'

const timeout = 10 * 60_000
const isLong = inject('longRuns')
const engines = isLong ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)
const daysOff = isLong ? [20, 29, 40, 60] : [45]
/** Together more than a quarter of all projects, and at least 20. */
const [accounts, excess] = isLong ? [30, 1] : [4, 5]

describe.each(engines)('%s', (engine) => {
  const open: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of open.splice(0)) await stop()
  })

  async function start(): Promise<MovedServer> {
    const server = await startMovedServer(engine, await databaseSettings(engine))
    open.push(() => server.stop())
    await signUp(server.url, { email: 'operator@example.com' })
    return server
  }

  /** An account with two projects whose subscription ends now. */
  async function startLapsed() {
    const server = await start()
    const reads = await startReads(server)
    open.push(() => reads.stop())
    const carl = await becomeCustomer(server, 'carl', {
      projects: ['Stays', 'Goes'],
      members: 0,
      shared: 'Stays',
    })
    await endSubscription(carl.person.client)
    return { server, reads, carl, lapsed: server.now() }
  }

  /** Somebody works on the server, so that it knows its clock to be right. */
  const readStays = (reads: Reads, carl: Customer) => reads.readAll(carl, carl.projects.slice(0, 1), 'CI')
  const statusOfGoes = (reads: Reads, { projects: [, goes] }: Customer) =>
    goes ? reads.statusOf(goes) : Promise.resolve(0)
  const lastMail = ({ mails }: MovedServer, template: string) =>
    mails.findLast((mail) => mail.template === template)

  /**
   * Passes time in hours until the project that is over the limit answers `status`.
   * @returns how long that was
   */
  async function waitFor(status: number, { server, reads, carl }: Awaited<ReturnType<typeof startLapsed>>) {
    const since = server.now()
    while ((await statusOfGoes(reads, carl)) !== status) {
      if (server.now() - since > 8 * day) throw new Error(`The project never answered ${status}`)
      await server.pass(hour)
      await readStays(reads, carl)
    }
    return server.now()
  }

  test.each(daysOff)(
    'a server that was off for %i days archives and deletes after fresh mails only',
    {
      timeout,
    },
    async (days) => {
      const life = await startLapsed()
      const { server, reads, carl, lapsed } = life
      await passTo(server, lapsed + 3 * day, () => readStays(reads, carl))
      for (const { gone, reminder, status } of [
        { gone: 404, reminder: 'grace-reminder', status: 200 },
        { gone: 401, reminder: 'archive-reminder', status: 404 },
      ]) {
        await server.passOff(days * day)
        await carl.person.signInAgain()
        const back = server.now()
        await server.pass(hour)
        expect(await statusOfGoes(reads, carl)).toBe(status)
        await readStays(reads, carl)
        await passTo(server, back + (26 - days) * day, () => readStays(reads, carl))
        const at = await waitFor(gone, life)
        const told = lastMail(server, reminder)?.at ?? 0
        expect(told).toBeGreaterThan(back)
        expect(at - told).toBeGreaterThanOrEqual(20 * hour)
        expect(at - told).toBeLessThanOrEqual(7 * day)
      }
      expect(reads.failures).toEqual([])
    },
  )

  test('mail that is down through the last week makes the end wait', { timeout }, async () => {
    const life = await startLapsed()
    const { server, reads, carl, lapsed } = life
    await passTo(server, lapsed + 22 * day, () => readStays(reads, carl))
    server.smtp.refuse = { status: 451, at: 'recipient' }
    await passTo(server, lapsed + 33 * day, () => reads.readAll(carl, carl.projects, 'CI'))
    expect(lastMail(server, 'grace-reminder')).toBeUndefined()
    expect(await statusOfGoes(reads, carl)).toBe(200)
    server.smtp.refuse = undefined
    const up = server.now()
    const at = await waitFor(404, life)
    // Those that were waiting say what is not true any more.
    const reminders = server.mails.filter(({ template }) => template === 'grace-reminder')
    expect(reminders.map(({ subject }) => subject)).toEqual([
      '1 day left before projects of yours are archived',
    ])
    const [reminder] = reminders
    const decideBy = Date.parse(/Decide by: (.+)/.exec(textOf(reminder))?.[1] ?? '')
    expect(decideBy).toBeGreaterThan(up)
    expect(at).toBeGreaterThan(decideBy)
    expect(at - (reminder?.at ?? 0)).toBeGreaterThanOrEqual(20 * hour)
    expect(reads.failures).toEqual([])
  })

  test(`${accounts} accounts that are due at once wait for an operator`, { timeout }, async () => {
    const server = await start()
    for (let number = 1; number <= accounts; number++) {
      const { client } = await signUp(server.url, { email: `customer-${number}@example.com` })
      await payForPro(client)
      for (let project = 0; project <= excess; project++)
        await client.call(createProject, { body: { name: `Project ${project}` } })
      await endSubscription(client)
    }
    const lapsed = server.now()
    const countArchived = async () => {
      const [row] = await server.rows('select count(*) as n from archived_projects')
      return Number(row?.n)
    }
    const release = (count: number) => server.run('operator', 'confirm-deletions', String(count))
    // Something is recorded every day, as on any server that is used.
    const recorded = () => signUp(server.url, { masterPassword: null }).then(() => undefined)
    await passTo(server, lapsed + 32 * day, recorded)
    expect(await countArchived()).toBe(0)
    const waiting = accounts * excess
    const mails = server.mails.filter(({ template }) => template === 'downgrade-brake')
    expect(mails.map(({ to }) => to)).toContain('operator@example.com')
    // The first came when the first of them were due.
    expect(mails.at(-1)?.text).toContain(`confirm-deletions ${waiting}`)
    expect(await release(waiting - 1)).toMatchObject({ code: 1 })
    expect(await release(waiting)).toMatchObject({ code: 0 })
    await server.pass(hour)
    expect(await countArchived()).toBe(waiting)
    expect(server.mails.filter(({ template }) => template === 'downgrade-final')).toHaveLength(accounts)
  })
})
