// Random requests around the call that programs make most: what was answered is what was logged, counted and recorded.
// `npm test -- --long` sends 10,000.

import { updateApiKey } from '@envhold/contract/api-keys.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { newToken } from '@envhold/integrity/token.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { appForTests, type TestApp } from '../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../dev/world/change-plan.ts'
import { usageOf } from '../../../dev/world/events-of.ts'
import { bytesOf, type KeyName, type OddRequest, oddRequest } from '../../../dev/world/plain-requests.ts'
import { rawExchange } from '../../../dev/world/raw-exchange.ts'
import { seedApiKey, seedProject } from '../../../dev/world/seed-project.ts'
import type { Person } from '../../../dev/world/sign-up.ts'

const requests = inject('longRuns') ? 10_000 : 350
const minute = 60_000

interface World {
  readonly app: TestApp
  readonly drain: { isOn: boolean }
  readonly operator: Person
  readonly keys: Readonly<Record<KeyName, string>>
  readonly switchedId: string
  readonly environmentId: number
}

const metricsToken = 'a-token-for-the-metrics-of-this-test'

async function startWorld(): Promise<World> {
  const drain = { isOn: false }
  const settings = { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: metricsToken }
  const app = await appForTests('sqlite', settings, { drain: { isDraining: () => drain.isOn } })
  const operator = await addPerson(app, { email: 'operator@example.com' })
  const customer = await addPerson(app, { email: 'customer@example.com' })
  const shop = await seedProject(operator, 'production', 'empty')
  const other = await seedProject(operator, 'production')
  const limited = await seedProject(customer, 'production')
  await changePlan(app, 'starter', { api_rate_limit_per_hour: 5 })
  const environmentId = shop.ids.production
  const variables = { A: '1', B: 'two words', C: 'ä€\n' }
  await operator.client.call(writeVariables, {
    params: { id: environmentId },
    body: { variables, mode: 'replace' },
  })
  const key = async (...args: Parameters<typeof seedApiKey>) => (await seedApiKey(...args)).apiKey
  const switched = await seedApiKey(operator, shop.project.id)
  const expires_at = new Date(app.ctx.clock() + 60 * minute).toISOString()
  return {
    app,
    drain,
    operator,
    environmentId,
    switchedId: switched.id,
    keys: {
      good: await key(operator, shop.project.id),
      limited: await key(customer, limited.project.id),
      elsewhere: await key(operator, other.project.id, { allowed_ips: ['203.0.113.9'] }),
      expiring: await key(operator, shop.project.id, { expires_at }),
      switched: switched.apiKey,
      confined: await key(operator, shop.project.id, { environment_access: [String(shop.ids.empty)] }),
      unknown: newToken('pak').text,
    },
  }
}

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.app.stop())

const lastRequest = 'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

let version = 1
const answersTo = async (request: OddRequest): Promise<string> => {
  const { app, keys, environmentId } = world
  const bytes = bytesOf(request, keys, `"${environmentId}.${version}"`)
  return await rawExchange(app.url, Buffer.concat([bytes, Buffer.from(lastRequest)]))
}

const changes: readonly ((step: number) => Promise<unknown>)[] = [
  (step) =>
    world.operator.client.call(writeVariables, {
      params: { id: world.environmentId },
      body: { variables: { A: String(step) }, mode: 'merge' },
    }),
  (step) =>
    world.operator.client.call(updateApiKey, {
      params: { id: 1, keyId: world.switchedId },
      body: { is_active: step % 4 === 1 },
    }),
  async () => world.app.advance(11 * minute),
  async () => {
    world.drain.isOn = !world.drain.isOn
  },
]

interface Answered {
  readonly requestId: string
  readonly status: number
}

const countBy = <T>(all: readonly T[], nameOf: (item: T) => string) =>
  Object.fromEntries([...Map.groupBy(all, nameOf)].map(([name, { length }]) => [name, length]).sort())

/** The responses of a connection. Those to bytes that are no HTTP have no request id. */
const readAnswers = (received: string): Answered[] =>
  received.split(/^(?=HTTP\/1\.1 \d{3} )/m).flatMap((answer) => {
    const [head = ''] = answer.split('\r\n\r\n', 1)
    const ids = [...head.matchAll(/^x-request-id: (\S+)\r?$/gm)].map(([, id = '']) => id)
    if (ids.length === 0) return []
    for (const name of ['x-request-id', 'x-content-type-options', 'content-security-policy', 'date'])
      expect(head.match(new RegExp(`^${name}: `, 'gim')), name).toHaveLength(1)
    return [{ requestId: ids.join(), status: Number(head.slice(9, 12)) }]
  })

interface Logged extends Answered {
  readonly method: string
  readonly route: string
}

const logged = (): Logged[] =>
  world.app
    .logged()
    .split('\n')
    .filter((line) => line.includes('"answered"'))
    .map((line) => JSON.parse(line))

const readMetrics = async () => {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await world.app.fetch('/api/metrics', { headers })).text()
  const counted = /^envhold_http_requests_total\{method="(\w+)",route="(.*)",status="(\d+)"\} (\d+)$/gm
  return [...text.matchAll(counted)].map(([, method, route, status, count]) => [
    [method, route, status].join(' '),
    Number(count),
  ])
}

const injectRoute = '/api/v1/inject/:projectId/:environment'
/** Other calls end before their key is known, or share an entry. */
const isRecorded = new Set([200, 304, 403, 404])

test(
  `${requests} random requests`,
  async () => {
    const drawn = fc.sample(oddRequest, { numRuns: requests, seed: 79 })
    const answers: Answered[] = []
    for (const [step, request] of drawn.entries()) {
      const received = await answersTo(request)
      expect(received, JSON.stringify(request)).not.toMatch(/^HTTP\/1\.1 500/m)
      answers.push(...readAnswers(received))
      const change = step % 50 === 49 ? changes[Math.floor(step / 50) % changes.length] : undefined
      await change?.(step)
      if (change === changes[0]) version++
    }
    const lines = new Map(logged().map((line) => [line.requestId, line]))
    expect(answers.filter(({ requestId, status }) => lines.get(requestId)?.status !== status)).toEqual([])
    const before = logged()
    const metrics = await readMetrics()
    expect(Object.fromEntries(metrics)).toEqual(
      countBy(before, ({ method, route, status }) => [method, route, status].join(' ')),
    )
    const injects = before.filter(({ route, status }) => route === injectRoute && isRecorded.has(status))
    const recorded = new Map(
      (await usageOf(world.app)).map(({ request_id, status_code }) => [request_id, status_code]),
    )
    expect(injects.filter(({ requestId, status }) => recorded.get(requestId) !== status)).toEqual([])
    // All of this happened, or the comparison proves little.
    for (const status of [200, 304, 400, 401, 403, 404, 429])
      expect(answers.filter((answer) => answer.status === status).length, `${status}`).toBeGreaterThan(2)
  },
  inject('longRuns') ? 3_600_000 : 240_000,
)
