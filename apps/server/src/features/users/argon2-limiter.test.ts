import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Argon2Caller, type Argon2Lane, createArgon2Limiter } from './argon2-limiter.ts'

const bounds = { running: 2, maxWaitMs: 20_000, maxWaiting: 100, maxWaitingPerKey: 50, rejectionDelayMs: 0 }
const caller = (account: string, ipKey = account, lane: Argon2Lane = 'sign-in'): Argon2Caller => ({
  lane,
  account,
  ipKey,
})

/** A limiter whose work ends when the test says so. */
function limited(given: Partial<typeof bounds> = {}) {
  const limiter = createArgon2Limiter({ ...bounds, ...given })
  const started: string[] = []
  const running: (() => void)[] = []
  return {
    limiter,
    started,
    isIdle: () => running.length === 0,
    /** Queues a call. The names of started calls are in `started`, in order. */
    ask: (name: string, by: Argon2Caller) =>
      limiter.run(by, async () => {
        started.push(name)
        await new Promise<void>((resolve) => running.push(resolve))
        return name
      }),
    /** Ends the oldest running call. */
    finishOne: async () => {
      running.shift()?.()
      await turn()
    },
  }
}

const finishAll = async ({ isIdle, finishOne }: ReturnType<typeof limited>) => {
  await turn()
  while (!isIdle()) await finishOne()
}

test('runs two at once, and starts the next when one ends', async () => {
  const world = limited()
  const all = ['a', 'b', 'c'].map((name) => world.ask(name, caller(name)))
  await turn()
  expect(world.started).toEqual(['a', 'b'])
  await world.finishOne()
  expect(world.started).toEqual(['a', 'b', 'c'])
  await finishAll(world)
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
})

test.each([
  ['account', (n: number) => caller('attacker', `address-${n}`)],
  ['IP address', (n: number) => caller(`account-${n}`, 'attacker')],
])('other callers go before the many calls of one %s', async (_, attackerOf) => {
  const world = limited()
  const flood = Array.from({ length: 40 }, (_unused, n) => world.ask('flood', attackerOf(n)))
  await turn()
  const others = ['ada', 'bob', 'cyd'].map((name) => world.ask(name, caller(name)))
  for (let ended = 0; ended < 3; ended++) await world.finishOne()
  expect(world.started).toEqual(['flood', 'flood', 'ada', 'bob', 'cyd'])
  await finishAll(world)
  await Promise.all([...flood, ...others])
})

test.each(['sign-in', 'unlock'] as const)(
  'a flood in the other lane does not stop the %s lane',
  async (lane) => {
    const other = lane === 'unlock' ? 'sign-in' : 'unlock'
    const world = limited()
    const flood = Array.from({ length: 40 }, (_, n) =>
      world.ask(other, caller(`bot-${n}`, `bot-${n}`, other)),
    )
    await turn()
    const own = Array.from({ length: 3 }, (_, n) => world.ask(lane, caller(`user-${n}`, `user-${n}`, lane)))
    for (let ended = 0; ended < 6; ended++) await world.finishOne()
    expect(world.started.filter((name) => name === lane)).toHaveLength(3)
    await finishAll(world)
    await Promise.all([...flood, ...own])
  },
)

const unavailable = { code: 'UNAVAILABLE', retryAfter: 2 }

test('rejects a call that waits too long, and frees its place', async () => {
  const world = limited({ running: 1, maxWaitMs: 20, maxWaitingPerKey: 1 })
  const first = world.ask('first', caller('a'))
  await expect(world.ask('second', caller('a'))).rejects.toMatchObject(unavailable)
  await expect(world.ask('third', caller('a'))).rejects.toMatchObject(unavailable)
  await finishAll(world)
  await first
  expect(world.started).toEqual(['first'])
  const again = world.ask('again', caller('a'))
  await finishAll(world)
  expect(await again).toBe('again')
})

test('bounds how many calls wait, per account and in total', async () => {
  const world = limited({ running: 1, maxWaiting: 3, maxWaitingPerKey: 2 })
  const waiting = [1, 2, 3].map(() => world.ask('a', caller('a')))
  await expect(world.ask('a', caller('a'))).rejects.toMatchObject(unavailable)
  waiting.push(world.ask('b', caller('b')))
  await expect(world.ask('c', caller('c'))).rejects.toMatchObject(unavailable)
  await finishAll(world)
  expect(await Promise.all(waiting)).toEqual(['a', 'a', 'a', 'b'])
})

test('drops a caller who disconnects from the queue', async () => {
  const world = limited({ running: 1 })
  const running = world.ask('running', caller('a'))
  const client = new AbortController()
  const left = world.ask('left', { ...caller('b'), signal: client.signal })
  const next = world.ask('next', caller('c'))
  client.abort()
  await expect(left).rejects.toMatchObject(unavailable)
  await expect(world.ask('gone', { ...caller('b'), signal: client.signal })).rejects.toMatchObject(
    unavailable,
  )
  await finishAll(world)
  await Promise.all([running, next])
  expect(world.started).toEqual(['running', 'next'])
})

test('starts the next call after work that fails', async () => {
  const { limiter } = limited({ running: 1 })
  const failing = limiter.run(caller('a'), async () => {
    throw new Error('no')
  })
  const next = limiter.run(caller('b'), async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
