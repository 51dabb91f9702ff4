import { expect, test } from 'vitest'
import { appForTests } from '../../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'

const token = 'a-token-for-metrics'
const app = withApp('sqlite', { METRICS_TOKEN: token })

const ask = (authorization?: string) =>
  app.fetch('/api/metrics', { headers: authorization ? { authorization } : {} })

test('counts requests by route and status, never by their content', async () => {
  await app.fetch('/api/openapi.json?secret=hunter2')
  await app.fetch('/api/hunter2')
  const response = await ask(`Bearer ${token}`)
  const text = await response.text()
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(text).toMatch(
    /envhold_http_requests_total\{method="GET",route="\/api\/openapi\.json",status="200"\} 1\n/,
  )
  expect(text).toMatch(
    /envhold_http_request_duration_seconds_bucket\{le="0\.01",method="GET",route="none"\} /,
  )
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).not.toContain('hunter2')
  expect(text).not.toContain(token)
})

test.each([undefined, 'Bearer wrong', `Basic ${token}`, token])(
  'responds 404 to %s',
  async (authorization) => {
    const response = await ask(authorization)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: 'NOT_FOUND' })
  },
)

test('is not served when no token is configured', async () => {
  const without = await appForTests('sqlite')
  expect((await without.fetch('/api/metrics', { headers: { authorization: 'Bearer ' } })).status).toBe(404)
  await without.stop()
})

test('serves the contract as an OpenAPI document', async () => {
  const response = await app.fetch('/api/openapi.json')
  expect(await response.json()).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: 'http://localhost:4680/api' }],
    paths: { '/health/live': { get: { operationId: 'readLiveness' } } },
  })
})
