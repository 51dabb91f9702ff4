import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createLog, type Log } from '../../apps/server/src/http/log/log.ts'
import { withApp } from '../world/with-app.ts'

const token = 'a-token-for-metrics'
const app = withApp('sqlite', { METRICS_TOKEN: token })
const page = await readFile(new URL('../../docs/monitoring.md', import.meta.url), 'utf8')

/** Has every field, so that each function of the log can write its line. */
const anything: object = new Proxy(new Error('anything'), { get: (_, name) => String(name) })

test('docs/monitoring.md has every message and field of the log', () => {
  const lines: string[] = []
  const log = createLog('debug', { to: { write: (line) => void lines.push(line) } })
  const { flush: _flush, ...events } = log
  for (const name of Object.keys(events) as (keyof typeof events)[])
    (log[name] as (about: object) => void)(anything)
  expect(lines.length).toBe(Object.keys(events satisfies Partial<Log>).length)
  for (const line of lines) {
    const { level: _level, time: _time, msg, ...fields } = JSON.parse(line)
    const row = page.split('\n').find((text) => text.startsWith(`| ${msg} |`))
    expect(row, `the row of “${msg}”`).toBeDefined()
    for (const field of Object.keys(fields)) expect(row, String(msg)).toContain(`\`${field}\``)
  }
})

test('the line in docs/runbooks/verify.md is one that the server writes', async () => {
  const runbook = await readFile(new URL('../../docs/runbooks/verify.md', import.meta.url), 'utf8')
  const example = /^{"level.*}$/m.exec(runbook)?.[0] ?? ''
  const { head, time } = JSON.parse(example)
  const lines: string[] = []
  createLog('info', { to: { write: (line) => void lines.push(line) } }).auditHead(head)
  expect(lines.map((line) => ({ ...JSON.parse(line), time }))).toEqual([JSON.parse(example)])
  expect(new Date(time).toISOString()).toBe(time)
})

test('docs/monitoring.md has every metric of ours', async () => {
  const response = await app.fetch('/api/metrics', { headers: { authorization: `Bearer ${token}` } })
  const names = Array.from((await response.text()).matchAll(/^# TYPE (envhold_\w+)/gm), ([, name]) => name)
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
