import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined
const promtool = (args: readonly string[], input = '') =>
  spawnSync('promtool', ['check', ...args], { input, encoding: 'utf8' })
const deployed = (path: string) => join(import.meta.dirname, '../../../../../deploy', path)

test.skipIf(!hasPromtool)('promtool accepts the metrics and the alerts', async () => {
  const metrics = await (await ask(`Bearer ${token}`)).text()
  expect(promtool(['metrics'], metrics)).toMatchObject({ status: 0, stderr: '' })
  expect(promtool(['rules', deployed('prometheus/alerts.yaml')])).toMatchObject({ status: 0 })
})

test('alerts and the dashboard ask for metrics that there are', async () => {
  const metrics = await (await ask(`Bearer ${token}`)).text()
  const names = new Set(Array.from(metrics.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name))
  const files = await Promise.all(
    ['prometheus/alerts.yaml', 'grafana/envhold.json'].map((path) => readFile(deployed(path), 'utf8')),
  )
  const used = files.flatMap((file) => file.match(/\b(?:envhold|nodejs|process)_\w+/g) ?? [])
  expect(new Set(used).size).toBeGreaterThanOrEqual(20)
  expect(used.filter((name) => !names.has(name.replace(/_bucket$/, '')))).toEqual([])
})

test('no alert depends on backups that something else makes', async () => {
  const metrics = await (await ask(`Bearer ${token}`)).text()
  const alerts = await readFile(deployed('prometheus/alerts.yaml'), 'utf8')
  expect(metrics).not.toMatch(/^envhold_backup_timestamp_seconds /m)
  expect(alerts).not.toContain('absent(envhold_backup_timestamp_seconds)')
})

test.each(['sqlite', 'postgres'] as const)(
  '%s: tells how the instance is, and that it is not ready',
  async (engine) => {
    const instance = await appForTests(engine, { METRICS_TOKEN: token })
    const read = async () => {
      const response = await instance.fetch('/api/metrics', { headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(200)
      return await response.text()
    }
    const healthy = await read()
    expect(healthy).toContain('\nenvhold_ready 1\n')
    expect(healthy).toMatch(new RegExp(`^envhold_build_info\\{version="[^"]+",engine="${engine}"\\} 1$`, 'm'))
    expect(healthy).toContain('\nenvhold_warnings{kind="database_fault"} 0\n')
    expect(healthy).toContain('\nenvhold_mails_waiting 0\n')
    expect(healthy.includes('envhold_database_connections{state="idle"}')).toBe(engine === 'postgres')

    await instance.ctx.db.destroy()
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const broken = await read()
    expect(broken).toContain('\nenvhold_ready 0\n')
    expect(broken).not.toMatch(/^envhold_mails_waiting \d/m)
    expect(broken).toMatch(/^envhold_unlocked_vaults 0$/m)
  },
)

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
