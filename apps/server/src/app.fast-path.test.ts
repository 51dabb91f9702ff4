// Random requests go to two servers, one without the plain front: both answer the same bytes, and record, count and
// log the same. `npm test -- --long` sends 10,000.

import { isDeepStrictEqual } from 'node:util'
import { updateApiKey } from '@envhold/contract/api-keys.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { newToken } from '@envhold/integrity/token.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { appForTests, type TestApp } from '../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../dev/world/change-plan.ts'
import { activityOf, usageOf } from '../../../dev/world/events-of.ts'
import { bytesOf, type KeyName, type OddRequest, oddRequest } from '../../../dev/world/plain-requests.ts'
import { rawExchange } from '../../../dev/world/raw-exchange.ts'
import { seedApiKey, seedProject } from '../../../dev/world/seed-project.ts'
import type { Person } from '../../../dev/world/sign-up.ts'

const connections = inject('longRuns') ? 10_000 : 350
const minute = 60_000

interface Side {
  readonly app: TestApp
  readonly drain: { isOn: boolean }
  readonly operator: Person
  readonly keys: Readonly<Record<KeyName, string>>
  readonly switchedId: string
  readonly environmentId: number
}

async function startSide(fastPath: boolean): Promise<Side> {
  const drain = { isOn: false }
  const settings = { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: 'a-token-for-the-metrics-of-this-test' }
  const app = await appForTests('sqlite', settings, { fastPath, drain: { isDraining: () => drain.isOn } })
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
  const key = async (...given: Parameters<typeof seedApiKey>) => (await seedApiKey(...given)).apiKey
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

let sides: readonly Side[] = []
beforeAll(async () => {
  sides = [await startSide(true), await startSide(false)]
}, 120_000)
afterAll(() => Promise.all(sides.map(({ app }) => app.stop())))

/** What differs between two servers at the same moment. */
const comparable = (answer: string) =>
  answer
    .replaceAll(/^date: .*$/gim, 'date')
    .replaceAll(/^x-request-id: [0-9a-f]{16}-\w+\r$/gim, 'x-request-id')
    .replaceAll(/"request_id":"[0-9a-f]{16}-\w+"/g, 'request_id')
    .replaceAll(/envhold_[0-9a-f]{32}/g, 'delimiter')
    .replaceAll(/"expires_at":"[^"]*"/g, 'expires_at')
    .replaceAll(/^(retry-after|ratelimit-reset): \d+\r$/gim, '$1')

const lastRequest = 'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

let version = 1
/** The answers of both servers to the same requests. */
const answersTo = (requests: readonly OddRequest[]) =>
  Promise.all(
    sides.map(async ({ app, keys, environmentId }) => {
      const etag = `"${environmentId}.${version}"`
      const bytes = requests.map((request) => bytesOf(request, keys, etag))
      return comparable(await rawExchange(app.url, Buffer.concat([...bytes, Buffer.from(lastRequest)])))
    }),
  )

/**
 * Requests on one connection are served at the same time, so their order must not matter: bytes that are no HTTP close
 * the connection, and the last call within a limit is served.
 */
const isFreeOfOrder = ({ version, headers }: OddRequest) =>
  version === '1.1' &&
  headers.includes('Host: localhost') &&
  !/KEY:(limited|elsewhere|expiring|switched)|^ | :|Content-Length|Transfer|Host: two|\xff/.test(
    headers.join('\n'),
  )

const changes: readonly ((side: Side, step: number) => Promise<unknown>)[] = [
  ({ operator: { client }, environmentId: id }, step) =>
    client.call(writeVariables, {
      params: { id },
      body: { variables: { A: String(step) }, mode: 'merge' },
    }),
  ({ operator: { client }, switchedId: keyId }, step) =>
    client.call(updateApiKey, { params: { id: 1, keyId }, body: { is_active: step % 4 === 1 } }),
  async ({ app }) => app.advance(11 * minute),
  async ({ drain }) => {
    drain.isOn = !drain.isOn
  },
]

/** Calls beyond a limit share rows, which are written about once a minute: their sum is compared. */
const usageRecordOf = async ({ app }: Side) => {
  const counts = new Map<string, number>()
  for (const row of await usageOf(app)) {
    const { project_id, environment_id, environment_name, method, endpoint, status_code, ...rest } = row
    const call = [project_id, environment_id, environment_name, method, endpoint, status_code]
    const name = (status_code === 429 ? [429] : [...call, rest.variables_count, rest.ip]).join(' ')
    counts.set(name, (counts.get(name) ?? 0) + rest.calls)
  }
  return [...counts].sort()
}

const recordOf = async (side: Side) => {
  const { app } = side
  return {
    usage: await usageRecordOf(side),
    activity: (await activityOf(app))
      .map((row) => [row.event_type, row.description, row.project_id, row.ip].join(' '))
      .sort(),
    counted: await app.ctx.db
      .selectFrom('key_counters')
      .innerJoin('api_keys', 'api_keys.id', 'key_counters.counter')
      .select(['key_counters.total', 'key_counters.hour_calls'])
      .orderBy('api_keys.created_at')
      .orderBy('key_counters.total')
      .execute(),
    logged: app
      .logged()
      .split('\n')
      .filter((line) => line.includes('"answered"') && line.includes('/inject/'))
      .map((line) => {
        const { method, route, status, ip } = JSON.parse(line)
        return [method, route, status, ip].join(' ')
      })
      .sort(),
    metrics: (
      await (
        await app.fetch('/api/metrics', {
          headers: { authorization: 'Bearer a-token-for-the-metrics-of-this-test' },
        })
      ).text()
    )
      .split('\n')
      .filter(
        (line) =>
          /^envhold_http_request(s_total|_duration_seconds_count)/.test(line) && line.includes('inject'),
      ),
  }
}

test(
  `${connections} connections with random requests get the same bytes from both`,
  async () => {
    const drawn = fc.sample(fc.array(oddRequest, { minLength: 1, maxLength: 3 }), {
      numRuns: connections,
      seed: 79,
    })
    const statuses = new Map<string, number>()
    for (const [step, requests] of drawn.entries()) {
      const sent = requests.every(isFreeOfOrder) ? requests : requests.slice(0, 1)
      const [withFront, without] = await answersTo(sent)
      expect(withFront, JSON.stringify(sent)).toBe(without)
      for (const [, status = ''] of withFront?.matchAll(/^HTTP\/1\.1 (\d+)/gm) ?? [])
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const change = step % 50 === 49 ? changes[Math.floor(step / 50) % changes.length] : undefined
      for (const side of sides) await change?.(side, step)
      if (change === changes[0]) version++
    }
    for (const { app } of sides) app.advance(2 * minute)
    const records = () => Promise.all(sides.map(recordOf))
    // Rejected calls are written by the next check.
    const areEqual = async () => isDeepStrictEqual(...((await records()) as [unknown, unknown]))
    await expect
      .poll(areEqual, { timeout: 20_000, interval: 500 })
      .toBe(true)
      .catch(() => {})
    const [withFront, without] = await records()
    expect(withFront).toEqual(without)
    // All of this happened, or the comparison proves little.
    for (const status of ['200', '304', '400', '401', '403', '404', '429'])
      expect(statuses.get(status), status).toBeGreaterThan(2)
    expect(withFront?.logged.length).toBeGreaterThan(connections / 2)
  },
  inject('longRuns') ? 3_600_000 : 240_000,
)
