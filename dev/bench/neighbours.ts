// What one account's ordinary calls cost all others: fetching an environment and the readiness check, alone and beside
// each attack, with one attacker and with five. Their accounts are free ones, and each attack is a loop of valid calls.
// Strangers attack too, without an account, each from an address of their own.

import { setTimeout as wait } from 'node:timers/promises'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { seedApiKey, seedEnvironment } from '../world/seed-project.ts'
import { type Person, signUp } from '../world/sign-up.ts'
import { type StartedServer, startServer } from '../world/start-server.ts'
import { at, closeConnection, timeOf } from './answer-times.ts'
import type { FloodFigure, FloodRequest } from './flood-load.ts'
import { startFlood } from './start-flood.ts'

const attackers = 5
const names = 1_900
const versions = 50
const everyMs = 20
const readyEvery = 2
/** How much slower others' p95 may be than in the same minute without an attack. */
const goals = { inject: 2, ready: 3 }

interface Attacker extends Person {
  readonly environmentId: number
  readonly projectId: number
  /** Soon without calls: a free account has few an hour. */
  readonly apiKey: string
}

type Call = Omit<FloodRequest, 'headers'> & { readonly headers?: FloodRequest['headers'] }

interface Attack {
  /** How many loops run at once. */
  readonly loops: number
  readonly request: (attacker: Attacker) => Call
  /** Whether it needs no account. */
  readonly isStrangers?: true
}

const valuesOf = (prefix: string, count: number, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}_${n}`, value]))
const replacing = (variables: Record<string, string>) => JSON.stringify({ mode: 'replace', variables })
const dotenv = Array.from({ length: names }, (_, n) => `NAME_#_${n}=value`).join('\n')

const get = (path: (attacker: Attacker) => string, loops: number): Attack => ({
  loops,
  request: (attacker) => ({ method: 'GET', path: path(attacker) }),
})
const put = (variables: Record<string, string>, loops: number): Attack => ({
  loops,
  request: ({ environmentId: id }) => ({
    method: 'PUT',
    path: `/api/env/environments/${id}/variables`,
    body: replacing(variables),
  }),
})

const rejected = (call: (attacker: Attacker) => Call): Attack => ({ loops: 8, request: call })
const byStrangers = (call: Call): Attack => ({ loops: 8, request: () => call, isStrangers: true })

/** `#` becomes a unique number. */
const attacks: Readonly<Record<string, Attack>> = {
  [`versions, ${versions} of ${names} names, 8 connections`]: get(
    ({ environmentId: id }) => `/api/env/environments/${id}/versions?limit=50`,
    8,
  ),
  [`writes of ${names} new names, 4 connections`]: put(valuesOf('NAME_#', names, 'value'), 4),
  [`writes of ${names} new names, 1 connection`]: put(valuesOf('NAME_#', names, 'value'), 1),
  'writes of 900 KB, 2 connections': put(valuesOf('LARGE', 14, `#${'x'.repeat(64_000)}`), 2),
  'imports, 2 connections': {
    loops: 2,
    request: ({ environmentId: id }) => ({
      method: 'POST',
      path: `/api/env/environments/${id}/import`,
      body: JSON.stringify({ dotenv, mode: 'replace' }),
    }),
  },
  'reads of all values, 8 connections': get(
    ({ environmentId: id }) => `/api/env/environments/${id}/variables`,
    8,
  ),
  'exports of an environment, 4 connections': get(
    ({ environmentId: id }) => `/api/export/environments/${id}`,
    4,
  ),
  'exports of the activity, 4 connections': get(
    () => '/api/activity/logs/export?timeRange=90d&format=json',
    4,
  ),
  'searches in the activity, 8 connections': get(
    () => '/api/activity/logs?timeRange=90d&search=nothing-has-this',
    8,
  ),
  'right unlocks, 16 connections': {
    loops: 16,
    request: ({ masterPassword }) => ({
      method: 'POST',
      path: '/api/auth/master-password/validate',
      body: JSON.stringify({ masterPassword }),
    }),
  },
  'rejected: an unknown parameter, 8 connections': rejected(() => ({
    method: 'GET',
    path: '/api/env/projects?unknown=1',
  })),
  'rejected: a call of operators, 8 connections': rejected(() => ({
    method: 'GET',
    path: '/api/admin/users',
  })),
  'rejected: a key without calls, 8 connections': rejected(({ projectId, apiKey }) => ({
    method: 'GET',
    path: `/api/v1/inject/${projectId}/production`,
    headers: { 'x-api-key': apiKey },
  })),
  'strangers: the page, 8 connections': byStrangers({ method: 'GET', path: '/' }),
  'strangers: the description of the API, 8 connections': byStrangers({
    method: 'GET',
    path: '/api/openapi.json',
  }),
  'strangers: registrations, 8 connections': byStrangers({
    method: 'POST',
    path: '/api/auth/register',
    body: JSON.stringify({ email: 'stranger-#@example.com', password: 'sign-in password' }),
  }),
  'strangers: webhooks of 60 KB, 8 connections': byStrangers({
    method: 'POST',
    path: '/api/webhooks/sandbox',
    headers: {
      'webhook-id': 'event',
      'webhook-timestamp': String(Math.round(Date.now() / 1_000)),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    },
    body: JSON.stringify({ padding: `#${'x'.repeat(60_000)}` }),
  }),
  'strangers: unknown keys, 8 connections': byStrangers({
    method: 'GET',
    path: '/api/v1/inject/1/production',
    headers: { 'x-api-key': newToken('pak').text },
  }),
  'strangers: unknown sessions, 8 connections': byStrangers({
    method: 'GET',
    path: '/api/env/projects',
    headers: { authorization: `Bearer ${newToken('ses').text}` },
  }),
}

interface World {
  readonly server: StartedServer
  readonly people: readonly Attacker[]
  readonly inject: () => Promise<number>
  readonly ready: () => Promise<number>
}

/** A call that fails counts as one that took forever. */
const timed = (call: () => Promise<{ ms: number }>): Promise<number> =>
  call().then(
    ({ ms }) => ms,
    () => Number.POSITIVE_INFINITY,
  )

async function startWorld(engine: 'sqlite' | 'postgres'): Promise<World> {
  const server = await startServer({
    engine,
    settings: { LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1' },
  })
  // The operator's keys have no limit.
  const owner = await signUp(server.url)
  const pairs = Array.from({ length: 50 }, (_, n) => [`SERVICE_${n}_URL`, `https://service-${n}.internal`])
  const { projectId } = await seedEnvironment(owner, Object.fromEntries(pairs))
  const { apiKey } = await seedApiKey(owner, projectId)
  const people: Attacker[] = []
  for (let n = 0; n < attackers; n++) people.push(await newAttacker(server.url))
  const path = `${server.url}/api/v1/inject/${projectId}/production`
  return {
    server,
    people,
    inject: () => timed(() => timeOf(path, { 'x-api-key': apiKey })),
    ready: () => timed(() => timeOf(`${server.url}/api/health/ready`, {})),
  }
}

async function newAttacker(url: string): Promise<Attacker> {
  const person = await signUp(url)
  const { projectId, id } = await seedEnvironment(person, { FIRST: '1' })
  for (let version = 1; version < versions; version++)
    await person.client.call(writeVariables, {
      params: { id },
      body: { mode: 'replace', variables: valuesOf(`NAME_${version}`, names, 'value') },
    })
  const { apiKey } = await seedApiKey(person, projectId)
  return { ...person, token: person.token, projectId, environmentId: id, apiKey }
}

interface Times {
  readonly inject: number
  readonly ready: number
}

/** p95 in ms of calls that others make at a steady pace. */
async function measure({ inject, ready }: World, seconds: number): Promise<Times> {
  const injects: number[] = []
  const readies: number[] = []
  const until = performance.now() + seconds * 1_000
  for (let turn = 0; performance.now() < until; turn++) {
    injects.push(await inject())
    if (turn % readyEvery === 0) readies.push(await ready())
    await wait(everyMs)
  }
  return { inject: at(injects, 0.95), ready: at(readies, 0.95) }
}

async function attacked(
  world: World,
  attack: Attack,
  people: readonly Attacker[],
  seconds: number,
): Promise<{ times: Times; answers: FloodFigure }> {
  const requests = people.map((person, index) => {
    const { headers, ...call } = attack.request(person)
    const own = {
      authorization: `Bearer ${person.token}`,
      'x-master-password': encodeURIComponent(person.masterPassword ?? ''),
    }
    return {
      ...call,
      headers: {
        'x-forwarded-for': `198.51.100.${index + 1}`,
        ...(headers ?? (attack.isStrangers ? {} : own)),
      },
    }
  })
  const loops = attack.loops * people.length
  const flood = startFlood({ url: world.server.url, loops, seconds: seconds + 4, requests })
  // What an account may do at once is over by then.
  await wait(3_000)
  const times = await measure(world, seconds)
  return { times, answers: await flood }
}

const print = (line: string) => process.stdout.write(`${line}\n`)

/**
 * @param seconds of each measurement: three for each attack
 * @param only what the engine's or the attack's name contains
 */
export async function benchNeighbours(
  engine: 'sqlite' | 'postgres',
  seconds: number,
  only: string,
): Promise<void> {
  const chosen = Object.entries(attacks).filter(([name]) => `${engine} ${name}`.includes(only))
  if (chosen.length === 0) return
  const world = await startWorld(engine)
  try {
    print(`\n${engine}: p95 of others in ms, alone and beside an attack of ${seconds} s\n`)
    print('| attack | attackers | inject | × | ready | × | answers | goal |')
    print('|---|---:|---:|---:|---:|---:|---|---|')
    for (const [name, attack] of chosen) {
      const calm = await measure(world, seconds)
      for (const count of [1, attackers]) {
        const { times, answers } = await attacked(world, attack, world.people.slice(0, count), seconds)
        const [inject, ready] = [times.inject / calm.inject, times.ready / calm.ready]
        const isReached = inject <= goals.inject && ready <= goals.ready
        const cells = [
          ...[name, count],
          ...[`${calm.inject.toFixed(1)} → ${times.inject.toFixed(1)}`, inject.toFixed(1)],
          ...[`${calm.ready.toFixed(1)} → ${times.ready.toFixed(1)}`, ready.toFixed(1)],
          Object.entries(answers)
            .map(([status, calls]) => `${status}: ${calls}`)
            .join(', '),
          isReached ? 'reached' : 'MISSED',
        ]
        print(`| ${cells.join(' | ')} |`)
      }
    }
  } finally {
    closeConnection()
    await world.server.stop()
  }
}
