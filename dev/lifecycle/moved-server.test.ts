import { afterAll, beforeAll, expect, test } from 'vitest'
import { forEachEngine } from '../world/app-for-tests.ts'
import { databaseSettings } from '../world/new-database.ts'
import { signUp } from '../world/sign-up.ts'
import { day, hour, type MovedServer, startMovedServer } from './moved-server.ts'

forEachEngine((engine) => {
  let server: MovedServer
  beforeAll(async () => {
    server = await startMovedServer(engine, await databaseSettings(engine))
  })
  afterAll(() => server.stop())

  const newestEntry = async () => {
    const [row] = await server.rows('select max(at) as at from activity')
    return Number(row?.at)
  }
  /** Waiting for mails passes some time; the steps are much longer. */
  const isNow = (time: number) => Math.abs(server.now() - time) < hour / 4

  test('the hourly work is done also if a round was under way when time passed', async () => {
    // The first round is due now.
    for (let second = 0; second <= 15; second++) await server.waitAMoment()
    const before = server.now()
    await server.pass(hour)
    const late = await server.rows(`select name from task_runs where finished_at < ${before + hour}`)
    expect(late).toEqual([])
  })

  test('time passes for everything that the server does, and the hourly work runs', async () => {
    for (const step of [20 * hour, 23 * hour, 90 * 60_000]) {
      await server.pass(step)
      await signUp(server.url)
      expect(isNow(await newestEntry())).toBe(true)
      await server.mailed()
      const mail = server.mails.findLast(({ template }) => template === 'master-password-set')
      expect(isNow(mail?.at ?? 0)).toBe(true)
    }
    expect(server.problems()).toEqual([])
  })

  test('its other programs have the same time, and find nothing wrong', async () => {
    expect(await server.run('verify')).toMatchObject({ code: 0, err: '' })
    expect(await server.run('audit verify')).toMatchObject({ code: 0, err: '' })
  })

  test('a server that was off for a month sweeps nothing for a day, even if somebody signs up', async () => {
    await server.passOff(30 * day)
    await server.pass(hour)
    expect(server.problems().join()).toContain('the clock jumped')
    await signUp(server.url, { masterPassword: null })
    const before = server.problems().length
    await server.pass(hour)
    expect(server.problems().length).toBeGreaterThan(before)
    await server.pass(23 * hour)
    const problems = server.problems().length
    await server.pass(hour)
    expect(server.problems()).toHaveLength(problems)
  })
})
