import { setTimeout as wait } from 'node:timers/promises'
import { endpoint } from '@envhold/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type ServedForTests, serveForTests } from '../../../../../dev/world/serve-for-tests.ts'
import { AppError } from '../../app-error.ts'
import { charged, chargeSteps, chargeTo, pauseWork, restCall } from '../../db/charged-work.ts'
import { type Call, route } from '../route.ts'
import type { Left } from './long-lane.ts'
import { type Turn, type TurnBounds, Turns } from './turns.ts'

const [ana, ben, cem] = [1, 2, 3]
const never = () => undefined

const setUp = (bounds: Partial<TurnBounds> = {}) =>
  new Turns({ maxWaitMs: 200, aloneAfterMs: 60_000, longBurstMs: 0, ...bounds })
const begin = (turns: Turns, account: number, guessMs = 0, left: Left = never) =>
  turns.begin({ account, kind: `${guessMs}`, guessMs, left })
const end = (turn: Turn, ms: number) => {
  turn.work.ms = ms
  turn.end()
}
/** Whether the turn has come by itself before 50 ms have passed. */
const isSoon = (turn: Promise<unknown>) => Promise.race([turn.then(() => true), wait(50).then(() => false)])

it('lets an account that is alone do as much as it wants', async () => {
  const turns = setUp()
  for (let call = 0; call < 20; call++) end(await begin(turns, ana, 500), 500)
})

it('lets an account with calls of its own keys do as much as it wants', async () => {
  const turns = setUp({ burstMs: 20, part: 0.01 })
  for (let call = 0; call < 20; call++) {
    turns.sawKeyOf(ana)
    end(await begin(turns, ana, 500), 500)
  }
})

it('lets an account wait that has used its part, and no other', async () => {
  const turns = setUp({ burstMs: 20, part: 0.01, longMs: 1_000 })
  turns.sawKeyOf(ben)
  end(await begin(turns, ana), 100)
  await expect(begin(turns, ana)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    retryAfter: expect.any(Number),
  })
  expect(await isSoon(begin(turns, ben))).toBe(true)
})

it('lets the turn come when the part covers what was used', async () => {
  const turns = setUp({ burstMs: 0, part: 1, longMs: 1_000, maxWaitMs: 10_000 })
  turns.sawKeyOf(ben)
  end(await begin(turns, ana), 100)
  const begun = performance.now()
  await begin(turns, ana)
  // 1.5 × 100 ms at half of the time.
  expect(performance.now() - begun).toBeGreaterThan(200)
})

it('runs one long call of an account at a time', async () => {
  const turns = setUp({ burstMs: 1_000, longPart: 1 })
  turns.sawKeyOf(ben)
  const first = await begin(turns, ana, 10)
  const second = begin(turns, ana, 10)
  expect(await isSoon(second)).toBe(false)
  expect(await isSoon(begin(turns, ana))).toBe(true)
  end(first, 5)
  await second
})

it('rejects a long call that has waited in vain for the one before while the lane was closed', async () => {
  const turns = setUp({ burstMs: 1_000, longPart: 0.001 })
  turns.sawKeyOf(ben)
  await begin(turns, ana, 10)
  await expect(begin(turns, ana, 10)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

it('lets a long call go ahead in the end if the one before waits for something else', async () => {
  const turns = setUp({ burstMs: 1_000, longPart: 1 })
  turns.sawKeyOf(ben)
  await begin(turns, ana, 10)
  const begun = performance.now()
  await begin(turns, ana, 10)
  expect(performance.now() - begun).toBeGreaterThan(150)
})

it('lets a long call run while the one before waits for a change, which runs after it', async () => {
  const turns = setUp({ burstMs: 1_000, longPart: 1, maxWaitMs: 10_000 })
  turns.sawKeyOf(ben)
  const first = await begin(turns, ana, 10)
  const { promise: changed, resolve: change } = Promise.withResolvers<void>()
  const rested = chargeTo(first.work, () => restCall(changed))
  const second = begin(turns, ana, 10)
  expect(await isSoon(second)).toBe(true)
  change()
  expect(await isSoon(rested)).toBe(false)
  end(await second, 5)
  await rested
  const third = begin(turns, ana, 10)
  expect(await isSoon(third)).toBe(false)
  end(first, 5)
  await third
})

it('lets accounts that seldom make long calls wait for none', async () => {
  const turns = setUp({ burstMs: 1_000, longPart: 0.01, longBurstMs: 30 })
  turns.sawKeyOf(ben)
  end(await begin(turns, ana, 100), 100)
  expect(await isSoon(begin(turns, ben, 10))).toBe(true)
  await expect(begin(turns, ana, 10)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

const search = (turns: Turns) =>
  turns.begin({ account: ana, kind: 'search', guessMs: 0, isOccasional: true, left: never })

it('gives occasional calls a lane of their own, and leaves the account its part', async () => {
  const turns = setUp({ burstMs: 20, part: 0.01, longPart: 0.01, occasionalPart: 0.5, occasionalBurstMs: 0 })
  turns.sawKeyOf(ben)
  const first = await search(turns)
  const begun = performance.now()
  first.work.ms = 40
  await first.work.pause()
  // 1.3 × 40 ms at half of the time, where long calls would wait for five seconds.
  expect(performance.now() - begun).toBeGreaterThan(95)
  expect(performance.now() - begun).toBeLessThan(2_000)
  first.work.ms += 400
  const working = first.work.pause()
  await expect(search(turns)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(await isSoon(begin(turns, ana))).toBe(true)
  await working
  first.end()
  expect(await isSoon(search(turns))).toBe(true)
})

it('charges occasional calls like any others once their credit is used, rejected ones too', async () => {
  const turns = setUp({
    burstMs: 20,
    part: 0.01,
    longMs: 1_000,
    occasionalPart: 1,
    creditMs: 50,
    creditPart: 0.01,
  })
  turns.sawKeyOf(ben)
  end(await search(turns), 100)
  expect(await isSoon(begin(turns, ana))).toBe(true)
  end(await search(turns), 100)
  await expect(search(turns)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await expect(begin(turns, ana)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

it('lets the occasional calls of an account that is alone run together', async () => {
  const turns = setUp({ occasionalBurstMs: 0, occasionalPart: 0.01 })
  const first = await search(turns)
  expect(await isSoon(search(turns))).toBe(true)
  first.work.ms = 100
  expect(await isSoon(first.work.pause())).toBe(true)
})

it('leaves pauses between the long calls of all accounts', async () => {
  const turns = setUp({ burstMs: 1_000, longPart: 0.1 })
  turns.sawKeyOf(ben)
  end(await begin(turns, ana, 10), 6)
  end(await begin(turns, ben, 10), 6)
  expect(await isSoon(begin(turns, ben))).toBe(true)
  const begun = performance.now()
  await begin(turns, ben, 10)
  expect(performance.now() - begun).toBeGreaterThan(50)
})

it('expects a call to take as long as the last two of its kind', async () => {
  const turns = setUp({ burstMs: 1_000, longPart: 0.01 })
  end(await begin(turns, ana), 50)
  end(await begin(turns, ana), 50)
  turns.sawKeyOf(ben)
  await begin(turns, ana)
  expect(await isSoon(begin(turns, ana))).toBe(false)
})

it('forgets callers who disconnect while they wait', async () => {
  const turns = setUp({ burstMs: 1_000, longPart: 1, maxWaitMs: 10_000 })
  turns.sawKeyOf(ben)
  const first = await begin(turns, ana, 10)
  const client = new AbortController()
  const waiting = begin(turns, ana, 10, () => client.signal)
  client.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  end(first, 5)
  expect(await isSoon(begin(turns, ana, 10))).toBe(true)
})

it('pauses within long work while others are there', async () => {
  const turns = setUp({ burstMs: 1_000, longPart: 0.05 })
  const work = async () => {
    for (let piece = 0; piece < 2; piece++) {
      charged(() => {
        const begun = process.threadCpuUsage()
        while (process.threadCpuUsage(begun).user < 4_000);
      })
      await pauseWork()
    }
  }
  const timeOf = async (turn: Turn) => {
    const begun = performance.now()
    await chargeTo(turn.work, work)
    return performance.now() - begun
  }
  const alone = await begin(turns, ana)
  await timeOf(alone)
  expect(alone.work.ms).toBeGreaterThanOrEqual(8)
  alone.end()
  turns.sawKeyOf(ben)
  expect(await timeOf(await begin(turns, ben))).toBeGreaterThan(200)
})

it('pauses between the steps of work that can pause', async () => {
  let pauses = 0
  const pause = async () => {
    pauses++
  }
  const steps = function* () {
    yield
    yield
    return 'done'
  }
  expect(await chargeTo({ ms: 0, pause }, () => chargeSteps(steps()))).toBe('done')
  expect(pauses).toBe(2)
})

const stranger = (turns: Turns, ip: string) => turns.beginStranger(ip, never)

it('lets the networks of strangers wait that have used their part, and nobody else', async () => {
  const turns = setUp({ strangerBurstMs: 20, strangerPart: 0.001 })
  for (let call = 0; call < 200; call++) (await stranger(turns, '192.0.2.1')).end()
  turns.sawKeyOf(ben)
  end(await stranger(turns, '192.0.2.1'), 100)
  const refused = { code: 'RATE_LIMITED', message: expect.stringContaining('network') }
  await expect(stranger(turns, '192.0.2.1')).rejects.toMatchObject(refused)
  expect(await isSoon(stranger(turns, '192.0.2.2'))).toBe(true)
  expect(await isSoon(begin(turns, ana))).toBe(true)
  end(await stranger(turns, '2001:db8:1:1::1'), 100)
  await expect(stranger(turns, '2001:db8:1:2::1')).rejects.toMatchObject(refused)
})

it('lets the rejections of a network wait that has had many, in the end not longer than a turn', async () => {
  const turns = setUp({ rejectionBurstMs: 20, rejectionPart: 0.001 })
  const reject = (ip: string, left: Left = never) => turns.delayRejection(ip, left)
  for (let call = 0; call < 200; call++) await reject('192.0.2.1')
  turns.sawKeyOf(ben)
  const free = Math.ceil(20 / 1.2)
  for (let call = 0; call < free; call++) expect(await isSoon(reject('192.0.2.1'))).toBe(true)
  const begun = performance.now()
  await reject('192.0.2.1')
  expect(performance.now() - begun).toBeGreaterThan(150)
  expect(await isSoon(reject('192.0.2.1', () => AbortSignal.abort()))).toBe(true)
  expect(await isSoon(reject('192.0.2.2'))).toBe(true)
  expect(await isSoon(stranger(turns, '192.0.2.1'))).toBe(true)
  expect(await isSoon(begin(turns, ana))).toBe(true)
})

describe('over HTTP', () => {
  const writing = endpoint('POST /things', {
    name: 'write',
    tag: 'Test',
    summary: 'Write.',
    audience: 'session',
    body: z.object({ text: z.string() }),
    output: z.object({ done: z.boolean() }),
    errors: [],
  })
  const fetching = endpoint('GET /fetch', {
    name: 'fetch',
    tag: 'Test',
    summary: 'Fetch.',
    audience: 'api-key',
    output: z.object({ done: z.boolean() }),
    errors: [],
  })
  const welcoming = endpoint('GET /welcome', {
    name: 'welcome',
    tag: 'Test',
    summary: 'Welcome.',
    audience: 'anyone',
    output: z.object({ done: z.boolean() }),
    errors: [],
  })
  const done = async () => ({ json: { done: true } })
  const rejected = {
    wrong: 'UNAUTHENTICATED',
    usedUp: 'RATE_LIMITED',
    elsewhere: 'FORBIDDEN',
    broken: 'INTERNAL',
  } as const
  const fetched = async ({ caller }: Call<typeof fetching>) => {
    if (caller.presented in rejected) throw new AppError(rejected[caller.presented as keyof typeof rejected])
    return { json: { done: true } }
  }
  let served: ServedForTests
  beforeAll(async () => {
    served = await serveForTests([route(writing, done), route(fetching, fetched), route(welcoming, done)], {
      authenticate: async (_, { bearer, apiKey }) =>
        (bearer
          ? { kind: 'session', userId: Number(bearer.at(-1)) }
          : { kind: 'api-key', presented: apiKey }) as never,
      turns: {
        maxWaitMs: 50,
        aloneAfterMs: 60_000,
        burstMs: 0,
        part: 0.001,
        strangerPart: 0.001,
        strangerBurstMs: 0,
        rejectionPart: 0.001,
        rejectionBurstMs: 0,
      },
    })
  })
  afterAll(() => served.stop())

  const write = (user: number, bytes: number) =>
    fetch(`${served.url}/api/things`, {
      method: 'POST',
      headers: { authorization: `Bearer ses_${user}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'x'.repeat(bytes) }),
    })

  it('refuses what an account wants beyond its part, and serves the others', async () => {
    const large = () => write(ana, 400_000)
    expect((await large()).status).toBe(200)
    expect((await write(cem, 10)).status).toBe(200)
    expect((await large()).status).toBe(200)
    const refused = await large()
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect(await refused.json()).toMatchObject({
      error: 'RATE_LIMITED',
      message: expect.stringContaining('account'),
    })
    expect((await write(ben, 10)).status).toBe(200)
    expect((await fetch(`${served.url}/api/fetch`, { headers: { 'x-api-key': 'one' } })).status).toBe(200)
  })

  const statusOf = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${served.url}${path}`, init)).status

  it('refuses what a network of strangers wants beyond its part', async () => {
    await statusOf('/nothing-here')
    expect(await statusOf('/nothing-here')).toBe(429)
    expect(await statusOf('/api/welcome')).toBe(429)
  })

  it('rejects what needs no turn, or comes to none, later', async () => {
    const isLate = async (status: number, path: string, init: RequestInit) => {
      const begun = performance.now()
      expect(await statusOf(path, init)).toBe(status)
      return performance.now() - begun > 40
    }
    const key = (text: string) => ({ headers: { 'x-api-key': text } })
    await statusOf('/api/fetch', key('wrong'))
    expect(await isLate(401, '/api/fetch', key('wrong'))).toBe(true)
    expect(await isLate(429, '/api/fetch', key('usedUp'))).toBe(true)
    expect(await isLate(403, '/api/fetch', key('elsewhere'))).toBe(true)
    expect(await isLate(400, '/api/fetch?wide=yes', key('one'))).toBe(true)
    expect(await isLate(500, '/api/fetch', key('broken'))).toBe(false)
    expect(await isLate(200, '/api/fetch', key('one'))).toBe(false)
    const unreadable = {
      method: 'POST',
      headers: { authorization: 'Bearer ses_9', 'content-type': 'application/json' },
      body: '{',
    }
    expect(await isLate(400, '/api/things', unreadable)).toBe(false)
  })
})
