// Many calls at once, on two nodes: a login is answered once, its token is given out once, and guesses count one by one.

import { ApiError } from '@envhold/client/api-error.ts'
import { type Client, createClient } from '@envhold/client/client.ts'
import {
  approveDeviceLogin,
  denyDeviceLogin,
  openDeviceLogin,
  pollDeviceLogin,
  startDeviceLogin,
} from '@envhold/contract/personal-tokens/device-login.ts'
import { listPersonalTokens } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { beforeEach, expect, test } from 'vitest'
import { forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../dev/world/with-second-node.ts'

const count = 30

forEachEngine((engine) => {
  const app = withApp(engine)
  const node = withSecondNode(app)
  const owner = withPerson(app)
  beforeEach(() => app.ctx.db.deleteFrom('attempts').execute())

  const start = () => app.as().call(startDeviceLogin, { body: { device_name: 'laptop', client: 'envhold' } })
  const reviewOf = async (user_code: string) =>
    (await owner.client.call(openDeviceLogin, { body: { user_code } })).review
  const tokens = async () => (await owner.client.call(listPersonalTokens, {})).tokens.length

  /** How many of the calls ended in each way; both nodes get every second one. */
  const outcomes = async (call: (client: Client, index: number) => Promise<string>) => {
    const { token, masterPassword = '' } = owner
    const clients = [app.url, node.url].map((server) =>
      createClient({ server, headers: () => headersOf({ token, masterPassword }), timeoutMs: 60_000 }),
    )
    const results = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const client = clients[index % 2]
        if (!client) throw new Error('No node')
        return await call(client, index).catch((error) =>
          error instanceof ApiError ? error.code : String(error),
        )
      }),
    )
    return Object.fromEntries(
      [...new Set(results)].map((way) => [way, results.filter((result) => result === way).length]),
    )
  }

  test('one of many approvals creates a token', async () => {
    const { user_code } = await start()
    const body = { review: await reviewOf(user_code) }
    const before = await tokens()
    const ways = await outcomes(async (client) => {
      await client.call(approveDeviceLogin, { body })
      return 'approved'
    })
    expect(ways).toEqual({ approved: 1, NOT_FOUND: count - 1 })
    expect(await tokens()).toBe(before + 1)
  })

  test('it is either approved or denied', async () => {
    const login = await start()
    const body = { review: await reviewOf(login.user_code) }
    const before = await tokens()
    const ways = await outcomes(async (client, index) => {
      await client.call(index % 4 < 2 ? approveDeviceLogin : denyDeviceLogin, { body })
      return 'answered'
    })
    expect(ways).toEqual({ answered: 1, NOT_FOUND: count - 1 })
    const { status } = await app.as().call(pollDeviceLogin, { body: { device_code: login.device_code } })
    expect(await tokens()).toBe(before + (status === 'approved' ? 1 : 0))
  })

  test('one of many polls gets the token', async () => {
    const { user_code, device_code } = await start()
    await owner.client.call(approveDeviceLogin, { body: { review: await reviewOf(user_code) } })
    // Otherwise all but one were told to slow down, before they compete.
    await app.ctx.db.updateTable('device_logins').set({ interval_seconds: 0 }).execute()
    const ways = await outcomes(
      async (client) => (await client.call(pollDeviceLogin, { body: { device_code } })).status,
    )
    expect(ways.approved).toBe(1)
    const others = Object.keys(ways).filter((way) => way !== 'approved')
    for (const way of others) expect(['expired_token', 'slow_down']).toContain(way)
  })

  test('one of many early polls is answered, the others are told to slow down', async () => {
    const { device_code } = await start()
    const ways = await outcomes(
      async (client) => (await client.call(pollDeviceLogin, { body: { device_code } })).status,
    )
    expect(ways).toEqual({ authorization_pending: 1, slow_down: count - 1 })
  })

  test('guesses in parallel count one by one', async () => {
    const ways = await outcomes(async (client) => {
      await client.call(openDeviceLogin, { body: { user_code: 'BBBB-BBBB' } })
      return 'opened'
    })
    expect(ways).toEqual({ NOT_FOUND: 5, LOCKED_OUT: count - 5 })
  })
})
