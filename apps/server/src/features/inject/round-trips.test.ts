import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnotherNode, anotherNode } from '../../../../../dev/world/another-node.ts'
import { type Line, lineTo } from '../../../../../dev/world/line-to.ts'
import { seedApiKey, seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

const app = withApp('postgres')
// The operator, whose projects and calls have no limit.
const operator = withPerson(app)
// A month that is limited is counted in a row of its own.
const customer = withPerson(app)

let line: Line
let node: AnotherNode
beforeAll(async () => {
  line = await lineTo(app.ctx.config.databaseUrl?.reveal() ?? '', 20)
  node = await anotherNode(app, line.url)
})
afterAll(async () => {
  await node.stop()
  line.close()
})

async function newTarget(owner: Person = operator) {
  const { projectId } = await seedEnvironment(owner)
  const { apiKey } = await seedApiKey(owner, projectId)
  return { path: `/api/v1/inject/${projectId}/production`, headers: { 'x-api-key': apiKey } }
}
type Target = Awaited<ReturnType<typeof newTarget>>

const call = async ({ path, headers }: Target, url = node.url) => {
  const answer = await fetch(`${url}${path}`, { headers })
  await answer.text()
  expect(answer.status).toBe(200)
}
/** Round trips on all connections, without those that open a connection. */
async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
  const before = line.roundTrips()
  await work()
  return line.roundTrips() - before
}

test('a call whose answer is remembered costs two round trips: one for its state, one for its record', async () => {
  const target = await newTarget(customer)
  for (let n = 0; n < 5; n++) await call(target)
  const trips: number[] = []
  for (let n = 0; n < 3; n++) trips.push(await roundTripsOf(() => call(target)))
  // Something else may have asked the database meanwhile.
  expect(Math.min(...trips)).toBe(2)
})

test('it costs as many in a project in which another node records calls, too', async () => {
  const target = await newTarget()
  for (let n = 0; n < 5; n++) await call(target)
  const trips: number[] = []
  for (let n = 0; n < 4; n++) {
    await call(target, app.url)
    trips.push(await roundTripsOf(() => call(target)))
  }
  expect(trips[0], 'it did not know').toBeGreaterThan(2)
  expect(Math.min(...trips)).toBe(2)
})

test('a call without a remembered answer costs four: two to look it up, two for its record', async () => {
  await call(await newTarget())
  const trips: number[] = []
  for (let n = 0; n < 3; n++) {
    const target = await newTarget()
    // The project's chain exists.
    for (let n = 0; n < 2; n++) await call(target, app.url)
    trips.push(await roundTripsOf(() => call(target)))
  }
  expect(Math.min(...trips)).toBe(4)
})

test('calls of many projects that come together cost fewer round trips than calls', async () => {
  const targets = await Promise.all(Array.from({ length: 24 }, () => newTarget()))
  const all = () => Promise.all(targets.map((target) => call(target)))
  for (let n = 0; n < 3; n++) await all()
  const trips = [await roundTripsOf(all), await roundTripsOf(all)]
  expect(Math.min(...trips)).toBeLessThan(targets.length)
})
