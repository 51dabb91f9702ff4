// Reads and writes of one environment over three nodes that are killed, paused and cut off from PostgreSQL: each history
// must be one that a single node without faults could have given.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@envhold/client/api-error.ts'
import { freePlan, unlimited } from '@envhold/contract/billing/plans.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { isLinearizable, type Operation, type State } from '../histories/linearizability.ts'
import { changePlan } from '../world/change-plan.ts'
import { newDatabase } from '../world/new-database.ts'
import { type Person, signUp } from '../world/sign-up.ts'
import { startNodes } from '../world/start-nodes.ts'
import type { StartedServer } from '../world/start-server.ts'
import { clientOf } from './client-of.ts'
import { createTarget, type InjectTarget } from './inject-targets.ts'
import { openBeside, secretsOf } from './open-beside.ts'

const histories = inject('longRuns') ? 10_000 : 6
/** Histories that are recorded at the same time, each in an environment of its own: all of them see the same faults. */
const lanes = inject('longRuns') ? 16 : 2
const callers = 5
const callsOfCaller = 4
/** Longer than a node is paused: a call that waits for more has no answer. */
const patienceMs = 10_000
const pauseMs = 100
/** After a fault, most lanes need a new environment, which takes seconds. */
const betweenFaultsMs = inject('longRuns') ? 6_000 : 2_000

let databaseUrl: string
let nodes: StartedServer[]
/** One for each lane, since what an account writes in an hour is limited. Made before there are faults. */
let targets: Target[]
let beside: Client
beforeAll(async () => {
  databaseUrl = await newDatabase()
  nodes = await startNodes({ count: 3, databaseUrls: [databaseUrl] })
  await signUp(nodes[0]?.url ?? '', { masterPassword: null })
  await removeLimits()
  targets = await Promise.all(
    Array.from({ length: lanes }, async () => {
      const person = await signUp(nodes[0]?.url ?? '')
      return { person, ...(await createTarget(person, 'History')) }
    }),
  )
  beside = new Client({ connectionString: databaseUrl })
  await beside.connect()
})
afterAll(async () => {
  await beside?.end()
  await Promise.all((nodes ?? []).map((node) => node.stop()))
})

/** The keys of accounts with the free plan are called more often than that allows. */
async function removeLimits(): Promise<void> {
  const settings = nodes[0]?.settings ?? {}
  const { db, close } = openBeside(settings)
  await changePlan({ ctx: { db, secrets: secretsOf(settings) } }, freePlan, {
    max_api_calls_per_month: unlimited,
    api_rate_limit_per_hour: unlimited,
    api_rate_limit_per_day: unlimited,
  })
  await close()
}

const faults: readonly ((index: number) => Promise<void>)[] = [
  async (index) => {
    const node = nodes[index]
    await node?.kill()
    if (node) nodes[index] = await node.startAgain()
  },
  async (index) => {
    const pid = nodes[index]?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    await sleep(300)
    process.kill(pid, 'SIGCONT')
  },
  async () => {
    await beside.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  },
]

interface Target extends InjectTarget {
  readonly person: Person
}

interface Read {
  readonly variables: Readonly<Record<string, string>>
  readonly version: number | undefined
}

/** A read by a session, or by an API key, which a node may answer from memory. */
async function readAt(url: string, target: Target, byKey: boolean): Promise<Read> {
  if (!byKey) {
    const params = { id: target.environmentId }
    const signal = AbortSignal.timeout(patienceMs)
    return await clientOf(url, target.person).call(readVariables, { params }, { signal })
  }
  const answer = await fetch(`${url}${target.path}?format=json`, {
    headers: { 'x-api-key': target.apiKey },
    signal: AbortSignal.timeout(patienceMs),
  })
  if (!answer.ok) throw new Error(`inject answered ${answer.status}`)
  const [, version] = /\.(\d+)"$/.exec(answer.headers.get('etag') ?? '') ?? []
  return {
    variables: (await answer.json()) as Record<string, string>,
    version: version ? Number(version) : undefined,
  }
}

const variable = 'VALUE'

async function recordRead(url: string, target: Target, byKey: boolean): Promise<Operation[]> {
  const start = performance.now()
  const { variables, version } = await readAt(url, target, byKey)
  const value = variables[variable] ?? ''
  return [{ kind: 'read', value, version, start, end: performance.now() }]
}

/** A write that is rejected because the account has too much work under way did not happen: it is tried again. */
async function recordWrite(url: string, target: Target, value: string): Promise<Operation> {
  const body = { variables: { [variable]: value }, mode: 'replace' as const }
  const input = { params: { id: target.environmentId }, body }
  for (;;) {
    const start = performance.now()
    try {
      const signal = AbortSignal.timeout(patienceMs)
      const { environment } = await clientOf(url, target.person).call(writeVariables, input, { signal })
      return { kind: 'write', value, version: environment.version, start, end: performance.now() }
    } catch (error) {
      const rejection = error instanceof ApiError && error.status < 500 ? error : undefined
      if (!rejection)
        return { kind: 'write', value, version: undefined, start, end: Number.POSITIVE_INFINITY }
      if (rejection.code !== 'RATE_LIMITED') throw rejection
      await sleep(pauseMs)
    }
  }
}

/** Callers at all nodes, each with one call after the other. */
async function recordHistory(target: Target, name: string): Promise<Operation[]> {
  const call = async (caller: number, n: number): Promise<Operation[]> => {
    const { url } = nodes[(caller + n) % nodes.length] ?? { url: '' }
    if ((caller * 7 + n * 3) % 5 < 2) return [await recordWrite(url, target, `${name} ${caller} ${n}`)]
    // A read without an answer says nothing.
    return await recordRead(url, target, n % 2 === 0).catch(() => [])
  }
  const all = Array.from({ length: callers }, async (_, caller) => {
    const operations: Operation[] = []
    for (let n = 0; n < callsOfCaller; n++) operations.push(...(await call(caller, n)))
    return operations
  })
  return (await Promise.all(all)).flat()
}

/** Of an environment with no call under way; undefined if the node that is asked is down. */
async function stateOf(target: Target): Promise<State | undefined> {
  const [node] = nodes
  const read = node && (await readAt(node.url, target, false).catch(() => undefined))
  return read?.version === undefined
    ? undefined
    : { value: read.variables[variable] ?? '', version: read.version }
}

/** Does what the node that is asked may be down for. */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.code !== 'RATE_LIMITED') throw error
      await sleep(pauseMs)
    }
}

/** A new environment beside another one, whose key reads it too: a new key would need a new proof of identity by then. */
async function besideTarget({ person, projectId, apiKey, keyId }: Target): Promise<Target> {
  const { environment } = await person.client.call(createEnvironment, {
    params: { projectId },
    body: { name: `history-${randomUUID()}`, protected: false },
  })
  const path = `/api/v1/inject/${projectId}/${environment.name}`
  const target = { person, projectId, apiKey, keyId, environmentId: environment.id, path }
  await readAt(nodes[0]?.url ?? '', target, true)
  return target
}

/** One history after the other. After a write without an answer, in another environment: it may still happen. */
async function checkHistories(own: Target, count: number, name: string): Promise<number> {
  let target: Target | undefined = own
  let answered = 0
  for (let n = 0; n < count; ) {
    target ??= await untilDone(() => besideTarget(own))
    const first = await stateOf(target)
    if (!first) {
      await sleep(pauseMs)
      continue
    }
    const history = await recordHistory(target, `${name} ${n++}`)
    expect(isLinearizable(history, first), JSON.stringify({ first, history })).toBe(true)
    const writesWithout = history.filter(({ end }) => end === Number.POSITIVE_INFINITY).length
    answered += history.length - writesWithout
    if (writesWithout > 0) target = undefined
  }
  return answered
}

test(`${histories} histories over three nodes with faults are linearizable`, {
  timeout: 600_000 + histories * 2_000,
}, async () => {
  const checking = Promise.all(
    targets.map((target, lane) => checkHistories(target, histories / lanes, `lane ${lane}`)),
  )
  let isOver = false
  checking.then(
    () => {
      isOver = true
    },
    () => {
      isOver = true
    },
  )
  for (let n = 0; !isOver || n < faults.length; n++) {
    await faults[n % faults.length]?.(n % nodes.length)
    await sleep(betweenFaultsMs)
  }
  const answered = (await checking).reduce((sum, count) => sum + count, 0)
  expect(answered).toBeGreaterThan((histories * callers * callsOfCaller) / 2)
})
