// What a flood of sign-ins costs other users: normal use, alone and beside loops of sign-ins, registrations and
// unlocks, each with a new server.

import type { FloodFigure, FloodRequest } from './flood-load.ts'
import { type FloodWorld, startFloodWorld } from './flood-world.ts'
import { measureNormalUse, type NormalUse } from './normal-use.ts'
import { startFlood } from './start-flood.ts'

const loops = 40
const attackerIp = '198.51.100.7'
/** How long others may wait to sign in, in milliseconds, and the share of injects that must still succeed. */
const goals = { signInMs: 3_000, injectShare: 0.5 }

const from = (ip: string, token?: string) => ({
  'x-forwarded-for': ip,
  ...(token && { authorization: `Bearer ${token}` }),
})

/** The kinds of flood, by what their loops send. */
const floods = {
  'wrong passwords, one account, one address': ({ attacker: { email } }: FloodWorld) => [
    signIn(email, 'wrong #', attackerIp),
  ],
  'right passwords, one account, one address': ({ attacker: { email }, password }: FloodWorld) => [
    signIn(email, password, attackerIp),
  ],
  'right passwords, one account, 40 addresses': ({ attacker: { email }, password }: FloodWorld) =>
    Array.from({ length: loops }, (_, n) => signIn(email, password, `198.51.100.${n + 10}`)),
  'registrations, one address': () => [
    {
      method: 'POST',
      path: '/api/auth/register',
      headers: from(attackerIp),
      body: JSON.stringify({ email: 'flood-#@example.com', password: 'sign-in password' }),
    } as const,
  ],
  'unlocks, one account': ({ attacker: { token } }: FloodWorld) => [
    {
      method: 'POST',
      path: '/api/auth/master-password/validate',
      headers: from(attackerIp, token),
      body: JSON.stringify({ masterPassword: 'wrong #' }),
    } as const,
  ],
} satisfies Record<string, (world: FloodWorld) => readonly FloodRequest[]>

function signIn(email: string, password: string, ip: string): FloodRequest {
  const body = JSON.stringify({ email, password })
  return { method: 'POST', path: '/api/auth/login', headers: from(ip), body }
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const ms = (time: number) => Math.round(time).toLocaleString('en')
const pair = ({ p99, failed, count }: NormalUse['signIn']) => `${ms(p99)} (${failed} of ${count} failed)`
const verdict = (isReached: boolean) => (isReached ? 'reached' : 'MISSED')

function printUse(name: string, use: NormalUse, calm: NormalUse, answers: FloodFigure): void {
  const share = use.inject.perSecond / calm.inject.perSecond
  const isReached = use.signIn.failed === 0 && use.signIn.p99 <= goals.signInMs && share >= goals.injectShare
  const cells = [
    name,
    pair(use.signIn),
    pair(use.unlock),
    pair(use.read),
    Math.round(use.inject.perSecond),
    share.toFixed(2),
    Object.entries(answers)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
    use === calm ? '' : verdict(isReached),
  ]
  print(`| ${cells.join(' | ')} |`)
}

/** Runs every flood for a number of seconds, after as long without one. */
export async function benchFlood(seconds: number): Promise<void> {
  print(`Node ${process.version}; ${loops} loops, ${seconds} s each; SQLite`)
  print(`Goal: others sign in within ${goals.signInMs} ms (p99), and injects keep half their rate\n`)
  print('| flood | sign-in p99 ms | unlock p99 ms | read p99 ms | injects/s | share | responses | goal |')
  print('|---|---:|---:|---:|---:|---:|---|---|')
  for (const [name, requestsOf] of Object.entries(floods)) {
    const world = await startFloodWorld('sqlite')
    try {
      const calm = await measureNormalUse(world, seconds)
      printUse('none', calm, calm, {})
      const flood = { url: world.server.url, loops, seconds, requests: requestsOf(world) }
      const [use, answers] = await Promise.all([measureNormalUse(world, seconds), startFlood(flood)])
      printUse(name, use, calm, answers)
    } finally {
      await world.server.stop()
    }
  }
}
