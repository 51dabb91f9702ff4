import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  type Argon2Caller,
  type Argon2Lane,
  createArgon2Limiter,
  defaultArgon2Bounds,
} from './argon2-limiter.ts'

const bounds = {
  running: 2,
  maxWaitMs: 20_000,
  maxWaiting: 100,
  maxWaitingPerAccount: 50,
  maxWaitingPerAddress: 50,
  rejectionDelayMs: 0,
}
const caller = (account: string, ipKey = account, lane: Argon2Lane = 'sign-in'): Argon2Caller => ({
  lane,
  account,
  ipKey,
})

/** A limiter whose work ends when the test says so. */
function limited(overrides: Partial<typeof bounds> = {}) {
  const limiter = createArgon2Limiter({ ...bounds, ...overrides })
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

test.each([
  ['sign-in', 'unlock'],
  ['unlock', 'sign-in'],
  ['known-device', 'sign-in'],
] as const)('the %s lane goes on beside a flood in the %s lane', async (lane, other) => {
  const world = limited()
  const flood = Array.from({ length: 40 }, (_, n) => world.ask(other, caller(`bot-${n}`, `bot-${n}`, other)))
  await turn()
  const own = Array.from({ length: 3 }, (_, n) => world.ask(lane, caller(`user-${n}`, `user-${n}`, lane)))
  for (let ended = 0; ended < 6; ended++) await world.finishOne()
  expect(world.started.filter((name) => name === lane)).toHaveLength(3)
  await finishAll(world)
  await Promise.all([...flood, ...own])
})

const unavailable = { code: 'UNAVAILABLE', retryAfter: 5 }

test('rejects a call that waits too long, and frees its place', async () => {
  const world = limited({ running: 1, maxWaitMs: 20, maxWaitingPerAccount: 1 })
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

test('bounds how many calls wait, per account and in each lane', async () => {
  const world = limited({ running: 1, maxWaiting: 3, maxWaitingPerAccount: 1 })
  const waiting = ['a', 'a', 'b', 'c'].map((name, n) => world.ask(name, caller(name, `address-${n}`)))
  await expect(world.ask('a', caller('a', 'another'))).rejects.toMatchObject(unavailable)
  await expect(world.ask('d', caller('d'))).rejects.toMatchObject(unavailable)
  await finishAll(world)
  expect(await Promise.all(waiting)).toEqual(['a', 'a', 'b', 'c'])
})

test('bounds how many calls wait for one address, whatever their accounts', async () => {
  const world = limited({ running: 1, maxWaitingPerAddress: 2 })
  const waiting = [1, 2, 3].map((n) => world.ask('a', caller(`account-${n}`, 'office')))
  await expect(world.ask('a', caller('account-4', 'office'))).rejects.toMatchObject(unavailable)
  await finishAll(world)
  expect(await Promise.all(waiting)).toEqual(['a', 'a', 'a'])
})

test.each([
  ['60 addresses', (n: number) => caller(`user-${n}`, `address-${n}`, 'unlock')],
  ['one address', (n: number) => caller(`user-${n}`, 'office', 'unlock')],
])('60 people at %s are all served, in order of arrival', async (_, callerOf) => {
  const world = limited({ ...defaultArgon2Bounds, maxWaitMs: 20_000 })
  const names = Array.from({ length: 60 }, (_unused, n) => `user-${n}`)
  const all = names.map((name, n) => world.ask(name, callerOf(n)))
  await finishAll(world)
  expect(await Promise.all(all)).toEqual(names)
  expect(world.started).toEqual(names)
})

test('the many tries of one person do not delay colleagues at the same address', async () => {
  const world = limited()
  const tries = Array.from({ length: 20 }, () => world.ask('again', caller('ada', 'office')))
  const others = ['bob', 'cyd', 'dan'].map((name) => world.ask(name, caller(name, 'office')))
  await turn()
  for (let ended = 0; ended < 3; ended++) await world.finishOne()
  expect(world.started).toEqual(['again', 'again', 'bob', 'cyd', 'dan'])
  await finishAll(world)
  await Promise.all([...tries, ...others])
})

test('a full lane makes room for a new caller: the newest call of the largest crowd leaves', async () => {
  const world = limited({ running: 1, maxWaiting: 4 })
  const first = world.ask('first', caller('first'))
  const crowd = [1, 2, 3].map((n) => world.ask(`crowd ${n}`, caller(`account-${n}`, 'crowd')))
  const person = world.ask('person', caller('person'))
  const late = world.ask('late', caller('late'))
  await expect(crowd[2]).rejects.toMatchObject(unavailable)
  await expect(world.ask('crowd 4', caller('account-4', 'crowd'))).rejects.toMatchObject(unavailable)
  await finishAll(world)
  expect(await Promise.all([first, crowd[0], crowd[1], person, late])).toEqual([
    'first',
    'crowd 1',
    'crowd 2',
    'person',
    'late',
  ])
  expect(world.started).toEqual(['first', 'crowd 1', 'person', 'late', 'crowd 2'])
})

test('a full sign-in lane rejects nobody in the other lanes', async () => {
  const world = limited({ running: 1, maxWaiting: 2 })
  const strangers = [1, 2, 3].map((n) => world.ask('stranger', caller(`stranger-${n}`)))
  await expect(world.ask('stranger', caller('stranger-4'))).rejects.toMatchObject(unavailable)
  const known = world.ask('known', caller('ada', 'ada', 'known-device'))
  const unlock = world.ask('unlock', caller('ada', 'ada', 'unlock'))
  await finishAll(world)
  expect(await Promise.all([...strangers, known, unlock])).toHaveLength(5)
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

test('a server leaves the cost of user keys to the vault', () => {
  expect(defaultArgon2Bounds.userKeyCost).toBeUndefined()
  expect(createArgon2Limiter().userKeyCost).toBeUndefined()
})
