import {
  awaitVersion,
  deleteEnvironment,
  listEnvironments,
} from '@envhold/contract/environments/environments.ts'
import { limits } from '@envhold/contract/limits.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { beforeAll, expect, test } from 'vitest'
import { anotherNode } from '../../../../../dev/world/another-node.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../../../dev/world/change-plan.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { seedEnvironment, seedPersonalToken } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

const hour = 3_600_000

forEachEngine((engine) => {
  const app = withApp(engine)
  // The operator: the owner is on a plan.
  withPerson(app)
  const owner = withPerson(app)
  beforeAll(async () => {
    await changePlan(app, 'starter', { max_projects: -1 })
  })

  const seeded = () => seedEnvironment(owner, { A: '1' })
  const wait = (id: number, after: number, seconds: number, client = owner.client) =>
    client.call(awaitVersion, { params: { id }, query: { after, wait: seconds } })
  const write = (id: number, value: string) =>
    owner.client.call(writeVariables, { params: { id }, body: { variables: { A: value }, mode: 'merge' } })
  const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
    const started = performance.now()
    return [await work, performance.now() - started]
  }

  test('responds at once when the caller is behind, and after the wait when nothing happens', async () => {
    const { id } = await seeded()
    const [behind, atOnce] = await timed(wait(id, 0, 20))
    expect(behind).toEqual({ version: 1 })
    expect(atOnce).toBeLessThan(10_000)
    const [same, waited] = await timed(wait(id, 1, 1))
    expect(same).toEqual({ version: 1 })
    expect(waited).toBeGreaterThan(900)
  })

  test('a wait does not count as a slow call', async () => {
    const { id } = await seeded()
    await wait(id, 1, 2)
    const lines = app.logged().match(/^.*\/version".*"answered".*$/gm) ?? []
    expect(lines.some((line) => JSON.parse(line).waitedMs >= 1_900)).toBe(true)
    expect(lines.filter((line) => JSON.parse(line).ms >= 1_900 && JSON.parse(line).level >= 40)).toEqual([])
  })

  test('responds soon after a write, to everyone who waits', async () => {
    const { id } = await seeded()
    const waiting = Promise.all([wait(id, 1, 20), wait(id, 1, 20), wait(id, 1, 20)])
    await new Promise((resolve) => setTimeout(resolve, 200))
    await write(id, '2')
    const [answers, duration] = await timed(waiting)
    expect(answers).toEqual([{ version: 2 }, { version: 2 }, { version: 2 }])
    expect(duration).toBeLessThan(10_000)
  })

  test('an environment deleted meanwhile is not found', async () => {
    const { id, projectId } = await seeded()
    const rejection = expect(wait(id, 1, 20)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    await owner.client.call(deleteEnvironment, { params: { projectId, envId: id } })
    await rejection
  })

  test('records nothing, because the response contains no secret', async () => {
    const { id } = await seeded()
    const before = (await activityOf(app)).length
    await wait(id, 1, 1)
    expect(await activityOf(app)).toHaveLength(before)
  })

  test('an unsuccessful wait of a token is free; every other call counts', async () => {
    const { id, projectId } = await seeded()
    app.advance(hour - (app.ctx.clock() % hour))
    const { id: principal, token } = await seedPersonalToken(owner)
    const client = app.as({ token })
    // Leaves five calls in this hour.
    const window_start = app.ctx.clock() - (app.ctx.clock() % hour)
    await app.ctx.db
      .insertInto('rate_windows')
      .values({ principal, window: 'hour', window_start, count: limits.personalTokenCallsPerHour - 5 })
      .execute()
    for (const [after, seconds] of [
      [0, 20],
      [0, 0],
      [1, 0],
      [1, 1],
    ] as const)
      await wait(id, after, seconds, client)
    await client.call(listEnvironments, { params: { projectId } })
    await expect(wait(id, 0, 20, client)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(wait(0x7fffffff, 0, 20, client)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    const inVain = await Promise.all(Array.from({ length: 8 }, () => wait(id, 1, 10, client)))
    expect(inVain).toEqual(Array.from({ length: 8 }, () => ({ version: 1 })))
  })

  test('one user waits in 32 places at most', async () => {
    const { id } = await seeded()
    const waits = Array.from({ length: 32 }, () => wait(id, 1, 20))
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await expect(wait(id, 1, 20)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 30 })
    await write(id, '2')
    expect(await Promise.all(waits)).toHaveLength(32)
  })

  test.runIf(engine === 'postgres')('wakes on a write of another node', async () => {
    const { id } = await seeded()
    const node = await anotherNode(app)
    const waiting = wait(id, 1, 20)
    const other = await fetch(`${node.url}/api/env/environments/${id}/variables`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${owner.token}`,
        'x-master-password': encodeURIComponent(owner.masterPassword ?? ''),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ variables: { A: '2' }, mode: 'merge' }),
    })
    expect(other.status).toBe(200)
    expect((await timed(waiting))[1]).toBeLessThan(10_000)
    await node.stop()
  })

  test('rejects a wait that is too long for proxies', async () => {
    const { id } = await seeded()
    await expect(wait(id, 1, 51)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})
