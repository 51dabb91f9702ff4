import { setTimeout as wait } from 'node:timers/promises'
import {
  exportActivityLogs,
  exportApiUsage,
  exportProjectActivity,
} from '@envhold/contract/activity/activity.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf, usageOf } from '../../../../../dev/world/events-of.ts'
import { writeActivity, writeUsage } from '../../../../../dev/world/random-entries.ts'
import { seedApiKey, seedProject } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { blockLength } from '../audit-log/block.ts'
import { csvRecord } from './write-export.ts'

/** A parser of RFC 4180 that shares no code with the writer. */
function parseCsv(text: string): string[][] {
  const records: string[][] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  let record: string[] = []
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    record.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    if (match[3] === ',') continue
    records.push(record)
    record = []
  }
  return records
}

test('any cells survive a round trip, except formulas, which are defused', () => {
  const formula = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '\uff1d1+1',
      '\uff0b1',
      '\uff0d1',
      '\uff20x',
      '=1+1',
      '+1',
      '-1',
      '@x',
      '\tx',
      '\rx',
      'a"b',
      'x,\r\ny',
    ),
  )
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      const [read] = parseCsv(csvRecord(cells))
      expect(read).toEqual(cells.map((text) => (formula.test(text) ? `'${text}` : text)))
      for (const text of read ?? []) expect(text).not.toMatch(formula)
    }),
  )
  expect(csvRecord([1, null, -2.5, 'x'])).toBe('1,,-2.5,x\r\n')
})

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  let project: { id: number }
  beforeAll(async () => {
    project = (await seedProject(owner, 'production')).project
    const at = app.ctx.clock()
    const own = { at, event_type: 'variable_created', user_id: owner.userId, project_id: project.id } as const
    await writeActivity(app, [
      { ...own, description: '=HYPERLINK("http://x")' },
      { ...own, description: 'quoted "text", and\r\na second line', ip: '2001:db8::1' },
      ...Array.from({ length: 2 * blockLength }, (_, n) => ({ ...own, description: `number ${n} ✓` })),
    ])
    const key = await seedApiKey(owner, project.id)
    await writeUsage(
      app,
      Array.from({ length: 2_500 }, () => ({ at, api_key_id: key.id, project_id: project.id })),
    )
  })

  const get = (path: string, init: RequestInit = {}) =>
    app.fetch(`/api${path}`, { headers: { authorization: `Bearer ${owner.token}` }, ...init })

  test('a CSV file contains the whole list and can be parsed', async () => {
    const answer = await get('/activity/logs/export?format=csv')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="envhold-activity-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const text = await answer.text()
    expect(text).not.toMatch(/(?<!\r)\n/)
    const [header, ...records] = parseCsv(text)
    const rows = (await activityOf(app)).filter((row) => row.user_id === owner.userId).reverse()
    expect(header?.slice(0, 6)).toEqual([
      'id',
      'created_at',
      'event_type',
      'category',
      'severity',
      'description',
    ])
    expect(records.map((record) => record[0])).toEqual(rows.map(({ sequence }) => String(sequence)))
    const descriptions = records.map((record) => record[5])
    expect(descriptions).toContain(`'=HYPERLINK("http://x")`)
    expect(descriptions).toContain('quoted "text", and\r\na second line')
    expect(descriptions).toContain('number 7 ✓')
  })

  test('a JSON file contains the same, also when the list is empty', async () => {
    const answer = await get('/activity/api-usage/export?format=json&timeRange=24h')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('content-disposition')).toContain('.json"')
    const calls = (await answer.json()) as { id: string; project_name: string }[]
    const recorded = (await usageOf(app)).map((row) => `usage/${row.project_id}:${row.sequence}`)
    expect(calls.map(({ id }) => id)).toEqual(recorded.reverse())
    expect(calls[0]?.project_name).toBe('Shop')
    const none = await owner.client.call(exportApiUsage, { query: { search: 'nothing', format: 'json' } })
    expect(JSON.parse(none)).toEqual([])
    const header = await owner.client.call(exportApiUsage, { query: { search: 'nothing' } })
    expect(parseCsv(header)).toEqual([expect.arrayContaining(['id', 'api_key_name'])])
  })

  test('filters and searches apply to the file too', async () => {
    const text = await owner.client.call(exportActivityLogs, {
      query: { filter: 'security', search: 'exported', format: 'json' },
    })
    const entries: { event_type: string; description: string }[] = JSON.parse(text)
    expect(entries.length).toBeGreaterThan(1)
    expect(entries[0]).toMatchObject({
      event_type: 'activity_exported',
      description: 'Exported the security events of the last 30 days as JSON',
    })
    for (const entry of entries) expect(entry.event_type).toBe('activity_exported')
  })

  test('a project’s file contains that project only, and is recorded there', async () => {
    const params = { id: project.id }
    const answer = await get(`/projects/${project.id}/activity/export?format=csv`)
    expect(answer.headers.get('content-disposition')).toMatch(/envhold-shop-activity-[\d-]+\.csv/)
    const [header, ...records] = parseCsv(await answer.text())
    expect(header).toContain('username')
    const rows = (await activityOf(app)).filter((row) => row.project_id === project.id)
    expect(records).toHaveLength(rows.length)
    expect(rows.at(-1)).toMatchObject({
      event_type: 'activity_exported',
      user_id: owner.userId,
      project_id: project.id,
    })
    const stranger = await addPerson(app)
    await expect(stranger.client.call(exportProjectActivity, { params, query: {} })).rejects.toMatchObject({
      status: 404,
    })
    expect(
      (await activityOf(app)).filter((row) => row.event_type === 'activity_exported').at(-1)?.user_id,
    ).toBe(owner.userId)
  })

  test('stops writing when the caller disconnects, and serves other callers meanwhile', async () => {
    const leaving = new AbortController()
    const answer = await get('/activity/logs/export?format=json', { signal: leaving.signal })
    const reader = answer.body?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    leaving.abort()
    await expect(reader?.read()).rejects.toThrow()
    expect((await get('/activity/logs')).status).toBe(200)
    await wait(50)
    expect(app.logged()).not.toContain('task failed')
  })

  test('a file that cannot be completed is aborted, so that it is not mistaken for a complete one', async () => {
    const person = await addPerson(app)
    const own = { event_type: 'login', user_id: person.userId } as const
    const noTime = 9_000_000_000_000_000
    await writeActivity(app, [
      { ...own, at: noTime },
      ...Array.from({ length: 3_000 }, () => ({ ...own, at: app.ctx.clock() })),
    ])
    const headers = { authorization: `Bearer ${person.token}` }
    const answer = await get('/activity/logs/export?format=json', { headers })
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
    expect(app.logged()).toContain('"task":"export"')
  })
})
