// Each kind of server that this one calls, with a certificate that nobody trusts.

import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sayProgram, settingsOf } from '../../../../dev/world/run-program.ts'
import {
  certificateFile,
  type SelfSignedServer,
  startSelfSignedHttps,
  startSelfSignedPostgres,
} from '../../../../dev/world/self-signed-server.ts'
import { StartError, startServer } from '../../../../dev/world/start-server.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { isUnavailable } from '../db/storage-errors.ts'
import { type LoadProviderDeps, loadProvider } from '../payments/load-provider.ts'
import type { RemoteProviderId } from '../payments/outbound-origins.ts'
import { createFetch } from './create-fetch.ts'

const code = 'DEPTH_ZERO_SELF_SIGNED_CERT'
const advice = 'its certificate is not trusted: name your certificate authority in NODE_EXTRA_CA_CERTS'

let https: SelfSignedServer
let postgres: SelfSignedServer
beforeAll(async () => {
  https = await startSelfSignedHttps()
  postgres = await startSelfSignedPostgres()
})
afterAll(() => Promise.all([https.stop(), postgres.stop()]))

test('PostgreSQL: the start says so, and not the password', async () => {
  const settings = {
    DATABASE_URL: `postgres://envhold:canary-4711@127.0.0.1:${postgres.port}/envhold?sslmode=verify-full`,
    SERVER_SECRET: newServerSecret(),
  }
  const failure = await startServer({ engine: 'postgres', settings }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartError)
  const { exitCode, output } = failure as StartError
  expect(exitCode).toBe(69)
  expect(output).toContain(`The database cannot be used: ${advice}`)
  expect(output).not.toContain('canary-4711')
})

test('PostgreSQL: while the server runs, the database is unavailable', () => {
  expect(isUnavailable(Object.assign(new Error('self-signed certificate'), { code }))).toBe(true)
})

const apiKey = 'sk_test_canary4711'

test.each<[RemoteProviderId, string]>([
  ['stripe', 'sub_1'],
  ['dodo', 'sub_1'],
  ['lemonsqueezy', '1'],
  ['polar', '00000000-0000-4000-8000-000000000001'],
])('payments at %s: testing the connection says so', async (id, subscription) => {
  const baseUrl = `https://127.0.0.1:${https.port}`
  const settings = { apiKey, webhookSecret: '', storeId: '1', testMode: true, baseUrl }
  const deps = { fetch: createFetch({ origins: [baseUrl] }), clock: Date.now } as LoadProviderDeps
  const provider = await loadProvider(id, settings, deps)
  const { success, message } = await provider.testConnection()
  expect(success).toBe(false)
  expect(message).toContain(`cannot be called: ${advice}`)
  expect(message).not.toContain(apiKey)
  await expect(provider.getSubscription(subscription)).rejects.toMatchObject({ failure: 'unavailable', code })
})

const app = withApp('sqlite')

test('the identity provider: its test says so, until the certificate is trusted', async () => {
  const issuer = `https://127.0.0.1:${https.port}`
  const settings = { issuer, clientId: 'envhold', clientSecret: 'canary-4711', label: 'Example ID' }
  const run = (command: string, env: Record<string, string> = {}) =>
    sayProgram('identity-provider', { ...settingsOf(app), ...env }, command.split(' '), {
      input: JSON.stringify(settings),
    })
  await run('set -')
  const { said } = await run('test')
  expect(said).toContain(`${issuer} failed: ${code}. That means: ${advice}`)
  const trusting = await run('test', { NODE_EXTRA_CA_CERTS: certificateFile })
  expect(trusting.said).not.toContain('CERT')
})
