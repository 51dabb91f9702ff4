import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFakeClock } from './fake-clock.ts'
import { startFakeServer } from './fake-server.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'
import { createWebhookSender, signStandardWebhook, type WebhookSender } from './webhook-sender.ts'

const clock = createFakeClock()
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let sender: WebhookSender

beforeEach(async () => {
  receiver = await startWebhookReceiver()
  sender = createWebhookSender({
    clock,
    secret: 'secret',
    sign: (message, secret, seconds) => signStandardWebhook(message, Buffer.from(secret), seconds),
    retryDelaysMs: [1_000, 2_000],
    switchOffAfter: 4,
  })
  sender.url = receiver.url
})
afterEach(() => receiver.stop())

const queue = (...ids: string[]) => {
  for (const id of ids) sender.queue({ id, type: 'tested', body: JSON.stringify({ id }) })
}
const received = () => receiver.received.map(({ headers }) => headers['webhook-id'])

test('what is held comes later, what is dropped never does', async () => {
  queue('a')
  sender.hold = true
  expect(await sender.deliver()).toEqual([])
  sender.hold = false
  sender.drop = true
  queue('b')
  sender.drop = false
  await sender.deliver()
  expect(received()).toEqual(['a'])
})

test('webhooks come twice, in another order and late', async () => {
  sender.delayMs = 5_000
  queue('late')
  sender.delayMs = 0
  queue('a', 'b')
  Object.assign(sender, { duplicate: true, reorder: true })
  await sender.deliver()
  expect(received()).toEqual(['b', 'b', 'a', 'a'])
  clock.advance(5_000)
  await sender.deliver()
  expect(received().slice(4)).toEqual(['late', 'late'])
})

test('the signature is of another secret, of an older time or of other bytes', async () => {
  for (const mode of [
    {},
    { wrongSecret: true },
    { wrongSecret: false, ageSeconds: 400 },
    { ageSeconds: 0, garbage: true },
  ]) {
    Object.assign(sender, mode)
    queue('a')
    await sender.deliver()
  }
  const now = Math.floor(clock.now() / 1000)
  const checks = receiver.received.map(({ rawBody, headers }) => {
    const time = headers['webhook-timestamp']
    const mac = createHmac('sha256', 'secret')
      .update(`a.${time}.${Buffer.from(rawBody)}`)
      .digest('base64')
    return [headers['webhook-signature'] === `v1,${mac}`, now - Number(time)]
  })
  expect(checks).toEqual([
    [true, 0],
    [false, 0],
    [true, 400],
    [false, 0],
  ])
})

test('a failed delivery is repeated after its delays, and too many switch the endpoint off', async () => {
  receiver.status = 500
  queue('a')
  for (const wait of [0, 999, 1, 1_999, 1, 100_000]) {
    clock.advance(wait)
    await sender.deliver()
  }
  expect(sender.deliveries.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, 500],
    [2, 500],
    [3, 500],
  ])
  expect(sender.pending).toBe(0)
  receiver.status = 200
  queue('b')
  await sender.deliver()
  receiver.status = 500
  queue('c', 'd', 'e', 'f', 'g')
  await sender.deliver()
  expect(sender.switchedOff).toBe(true)
  expect(sender.deliveries).toHaveLength(8)
})

test('the log of a fake shows its requests without the key', async () => {
  const server = await startFakeServer({
    routes: [],
    reject: () => undefined,
    notFound: () => ({ status: 404, body: {} }),
  })
  try {
    await fetch(`${server.url}/v1/x?y=1`, {
      method: 'POST',
      body: 'z',
      headers: { authorization: 'Bearer sk_1' },
    })
    const log = await (await fetch(`${server.url}/__log`)).text()
    expect(JSON.parse(log)).toMatchObject([
      { method: 'POST', path: '/v1/x?y=1', body: 'z', headers: { authorization: 'Bearer' } },
    ])
    expect(log).not.toContain('sk_1')
  } finally {
    await server.stop()
  }
})
