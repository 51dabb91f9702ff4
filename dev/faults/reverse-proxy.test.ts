// Caddy, HAProxy and nginx in front of a server, with TLS and HTTP/2, where they are installed.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@envhold/client/client.ts'
import { listSessions } from '@envhold/contract/accounts/account-settings.ts'
import { awaitVersion } from '@envhold/contract/environments/environments.ts'
import { maxWaitSeconds } from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedEnvironment } from '../world/seed-project.ts'
import { signUp } from '../world/sign-up.ts'
import { holdSocket, type SocketHolder } from '../world/socket-holder.ts'
import { request } from './http2-request.ts'
import { isInstalled, proxyNames, type ReverseProxy, startReverseProxy } from './reverse-proxies.ts'

const json = { 'content-type': 'application/json' }

describe.each(proxyNames)('%s', (name) => {
  const has = isInstalled(name)
  let dataDir: string
  let holder: SocketHolder
  let proxy: ReverseProxy
  beforeAll(async () => {
    if (!has) return
    dataDir = await mkdtemp(join(tmpdir(), 'envhold-proxied-'))
    holder = await holdSocket({
      DATA_DIR: dataDir,
      TRUST_PROXY: '127.0.0.1',
      PUBLIC_URL: 'https://vault.example.com',
    })
    await holder.start()
    proxy = await startReverseProxy(name, holder.url)
  })
  afterAll(async () => {
    await proxy?.stop()
    await holder?.end()
    holder?.stop()
    if (has) await rm(dataDir, { recursive: true, force: true })
  })

  test.skipIf(!has)('speaks HTTP/2, and sends each header once', async () => {
    const { status, headers, protocol } = await request(proxy.url, '/api/health/ready')
    expect([status, protocol]).toEqual([200, 'h2'])
    for (const header of [
      'content-type',
      'cache-control',
      'x-content-type-options',
      'strict-transport-security',
    ])
      expect(headers[header], header).toMatch(/^[^,]+$/)
    expect(headers['content-security-policy']).toBeDefined()
  })

  test.skipIf(!has)('lets the server answer a body that is too large', async () => {
    const body = JSON.stringify({ email: 'ada@example.com', password: 'x'.repeat(2.2 * 1024 * 1024) })
    const answer = await request(proxy.url, '/api/auth/login', { method: 'POST', headers: json, body })
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.body)).toMatchObject({ error: 'PAYLOAD_TOO_LARGE' })
  })

  test.skipIf(!has)('answers 304 for an ETag that compression made weak', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const first = await request(proxy.url, '/api/openapi.json', { headers })
    expect(first.status).toBe(200)
    const { etag } = first.headers
    expect(etag).toBeDefined()
    const weak = `W/${etag?.replace(/^W\//, '')}`
    for (const known of [String(etag), weak]) {
      const again = await request(proxy.url, '/api/openapi.json', {
        headers: { ...headers, 'if-none-match': known },
      })
      expect(again.status, known).toBe(304)
    }
  })

  test.skipIf(!has)('passes the address of the client, and none that the client made up', async () => {
    const body = JSON.stringify({ email: `${name}@example.com`, password: 'sign-in password' })
    const { status, body: answer } = await request(proxy.url, '/api/auth/register', {
      method: 'POST',
      headers: { ...json, 'x-forwarded-for': '203.0.113.7' },
      body,
      from: '127.0.0.2',
    })
    expect(status).toBe(201)
    const { token } = JSON.parse(answer)
    const client = createClient({ server: holder.url, headers: () => ({ authorization: `Bearer ${token}` }) })
    const { sessions } = await client.call(listSessions, {})
    expect(sessions.map(({ ip_address }) => ip_address)).toEqual(['127.0.0.2'])
  })

  test.skipIf(!has)(
    'passes on a call that waits for a version, its news, its end and the end of the server',
    async () => {
      const person = await signUp(holder.url)
      const { id } = await seedEnvironment(person, { WAITED: 'first' })
      const wait = async (seconds: number) => {
        const { version } = await person.client.call(awaitVersion, {
          params: { id },
          query: { after: 0, wait: 0 },
        })
        const start = performance.now()
        const { status, body } = await request(
          proxy.url,
          `/api/env/environments/${id}/version?after=${version}&wait=${seconds}`,
          { headers: { authorization: `Bearer ${person.token}` } },
        )
        return { status, body: JSON.parse(body), version, waitedMs: performance.now() - start }
      }
      const waiting = wait(maxWaitSeconds)
      await sleep(1_000)
      const body = { variables: { WAITED: 'second' }, mode: 'merge' as const }
      await person.client.call(writeVariables, { params: { id }, body })
      const written = performance.now()
      const news = await waiting
      expect(performance.now() - written, 'it answers when there is news').toBeLessThan(5_000)
      expect([news.status, news.body.version]).toEqual([200, news.version + 1])

      const silent = await wait(2)
      expect([silent.status, silent.body.version]).toEqual([200, silent.version])
      expect(silent.waitedMs).toBeGreaterThan(1_900)

      const pending = wait(maxWaitSeconds)
      await sleep(1_000)
      const ended = performance.now()
      expect(await holder.end()).toBe(0)
      const answer = await pending
      expect(performance.now() - ended, 'the server does not wait with it').toBeLessThan(5_000)
      expect([answer.status, answer.body.version]).toEqual([200, answer.version])
      await holder.start()
      expect((await wait(0)).status).toBe(200)
    },
  )

  test.skipIf(!has)('loses no call while the server restarts behind a socket that stays', async () => {
    const failures: string[] = []
    let [calls, isOver] = [0, false]
    const work = async () => {
      while (!isOver) {
        const outcome = await request(proxy.url, '/api/health/live').then(
          ({ status }) => (status === 200 ? undefined : String(status)),
          (error: Error) => error.message,
        )
        calls++
        if (outcome) failures.push(outcome)
      }
    }
    const working = Array.from({ length: 10 }, work)
    for (let round = 0; round < 3; round++) {
      const before = calls
      await expect.poll(() => calls).toBeGreaterThan(before + 50)
      expect(await holder.end()).toBe(0)
      await holder.start()
    }
    const before = calls
    await expect.poll(() => calls).toBeGreaterThan(before + 50)
    isOver = true
    await Promise.all(working)
    expect(failures).toEqual([])
  })
})
