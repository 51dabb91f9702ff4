import type { Client } from '@envhold/client/client.ts'
import { listProjectActivity } from '@envhold/contract/activity/activity.ts'
import {
  type ActivityLine,
  lineSearchesPerMinute,
  listActivityLines,
  listProjectActivityLines,
} from '@envhold/contract/activity/activity-lines.ts'
import { removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import type { InputOf } from '@envhold/contract/endpoint.ts'
import { updateEnvironment } from '@envhold/contract/environments/environments.ts'
import { importVariables } from '@envhold/contract/variables/dotenv.ts'
import { findSameValues } from '@envhold/contract/variables/find.ts'
import {
  createVariable,
  readVariables,
  updateVariable,
  writeVariables,
} from '@envhold/contract/variables/variables.ts'
import { restoreVersion } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { seedProject } from '../../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../../dev/world/share-project.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'

type Caller = { readonly client: Client }
type Query = NonNullable<InputOf<typeof listProjectActivityLines>['query']>

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app, { email: 'ada@example.com' })

  const page = ({ client }: Caller, id: number, query: Query = {}) =>
    client.call(listProjectActivityLines, { params: { id }, query })
  const texts = async (caller: Caller, id: number, query?: Query) =>
    (await page(caller, id, query)).lines.map(({ text }) => text)
  const write = (
    id: number,
    variables: Readonly<Record<string, string>>,
    more: { remove?: string[]; name?: string } = {},
  ) =>
    owner.client.call(
      writeVariables,
      { params: { id }, body: { variables, mode: 'merge', ...(more.remove && { remove: more.remove }) } },
      more.name === undefined ? {} : { confirmedEnvironment: more.name },
    )
  /** Time passes, so that what follows is something else. */
  const later = (ms: number) => app.advance(ms)
  const hour = 3_600_000

  test('a save over several environments is one line, which names the keys and the protected one last', async () => {
    const { project, ids } = await seedProject(owner, 'production', 'development', 'qa')
    await owner.client.call(updateEnvironment, { params: { id: ids.production }, body: { protected: true } })
    for (const id of Object.values(ids)) await write(id, { SENDGRID_API_KEY: 'one' })
    later(hour)
    await write(ids.development, { SENDGRID_API_KEY: 'two' })
    await write(ids.qa, { SENDGRID_API_KEY: 'two' })
    await write(ids.production, { SENDGRID_API_KEY: 'two' }, { name: 'production' })
    const { lines, total } = await page(owner, project.id)
    expect(lines.map(({ text }) => text)).toContain('Created the environments development, qa and production')
    expect(lines.map(({ text }) => text).slice(0, 2)).toEqual([
      'Changed SENDGRID_API_KEY in development, qa and production',
      'Added SENDGRID_API_KEY to development, qa and production',
    ])
    const [line] = lines
    expect(line).toMatchObject({
      entries: 3,
      event_type: 'variables_imported',
      people: [{ username: 'ada', email: 'ada@example.com' }],
      versions: [
        { environment: 'development', version: 2 },
        { environment: 'qa', version: 2 },
        { environment: 'production', version: 2 },
      ],
    })
    expect(line?.sentence.at(-1)).toEqual({
      kind: 'environment',
      text: 'production',
      environment: { id: ids.production, color: 'plum', protected: true },
    })
    expect(total).toBe(lines.reduce((sum, { entries }) => sum + entries, 0))
  })

  test('what was changed is said as it is: many keys, several actions, again and again', async () => {
    const { project, ids } = await seedProject(owner, 'staging')
    const id = ids.staging
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`KEY_${n}`, 'x']))
    await write(id, many)
    later(hour)
    await write(id, { KEY_0: 'y', NEW: '1' }, { remove: ['KEY_8'] })
    later(hour)
    for (const value of ['a', 'b', 'c'])
      await owner.client.call(updateVariable, { params: { id, key: 'KEY_1' }, body: { value } })
    later(hour)
    await owner.client.call(updateVariable, { params: { id, key: 'KEY_2' }, body: { key: 'KEY_TWO' } })
    later(hour)
    await owner.client.call(importVariables, {
      params: { id },
      body: { dotenv: 'A=1\nB=2\nC=3\nD=4\n', mode: 'merge' },
    })
    later(hour)
    await owner.client.call(restoreVersion, { params: { id, version: 1 } })
    later(hour)
    await write(id, {}, { remove: Object.keys(many) })
    expect(await texts(owner, project.id, { category: 'project_changes', timeRange: 'all' })).toEqual([
      'Removed 9 keys from staging: KEY_0, KEY_1 and 7 more',
      'Restored 10 keys in staging to version 1: A, B and 8 more',
      'Imported 4 keys into staging: A, B and 2 more',
      'Renamed KEY_2 to KEY_TWO in staging',
      'Changed KEY_1 in staging, 3 times',
      'Changed KEY_0, added NEW, and removed KEY_8 in staging',
      'Added 9 keys to staging: KEY_0, KEY_1 and 7 more',
      'Created the environment staging',
      'Created the project',
    ])
  })

  test('different changes of one save are said apart, and none is claimed for another environment', async () => {
    const { project, ids } = await seedProject(owner, 'development', 'production')
    await write(ids.development, { A: '1' })
    await write(ids.production, { B: '1' })
    expect((await texts(owner, project.id))[0]).toBe('Added A to development; added B to production')
    later(hour)
    await write(ids.development, { A: '2' })
    later(10_000)
    await write(ids.production, { B: '2' })
    expect((await texts(owner, project.id)).slice(0, 2)).toEqual([
      'Changed B in production',
      'Changed A in development',
    ])
  })

  test('joining is one line, and so is a removal with its re-keys', async () => {
    const { project, ids } = await seedProject(owner, 'production', 'staging')
    const cleo = await addPerson(app, { email: 'cleo@example.com' })
    await shareProject(app, owner, project.id, cleo, { role: 'read', environments: Object.values(ids) })
    const joined = (await page(owner, project.id, { category: 'team_changes' })).lines
    expect(joined.map(({ text }) => text)).toEqual([
      'cleo joined to read · 2 environments re-keyed',
      'Invited cleo@example.com (read)',
    ])
    expect(joined[0]?.entries).toBe(4)
    expect(joined[0]?.sentence[0]).toEqual({ kind: 'name', text: 'cleo', environment: null })
    await owner.client.call(removeCollaborator, { params: { id: project.id, userId: cleo.userId } })
    await write(ids.staging, { A: '1' })
    await write(ids.production, { A: '1' })
    const lines = await texts(owner, project.id, { category: 'team_changes' })
    expect(lines[0]).toBe('Removed cleo · 2 environments re-keyed')
    expect((await texts(owner, project.id))[0]).toBe('Added A to production and staging')
  })

  test('a search over several environments is called so, and only the owner sees it', async () => {
    const { project, ids } = await seedProject(owner, 'production', 'acquisition')
    const cleo = await addPerson(app)
    await shareProject(app, owner, project.id, cleo, { environments: [ids.production] })
    for (const id of Object.values(ids)) await write(id, { SECRET: 'same-in-both' })
    later(hour)
    const search = () =>
      owner.client.call(findSameValues, { body: { value: 'same-in-both', projects: [project.id] } })
    const newest = async (caller: Caller, query?: Query) => (await texts(caller, project.id, query))[0]
    await search()
    expect(await newest(owner)).toBe('ada looked for equal values in production and acquisition')
    await owner.client.call(readVariables, { params: { id: ids.production } })
    await search()
    expect(await newest(owner)).toBe(
      'ada read production; ada looked for equal values in production and acquisition twice',
    )
    later(hour)
    await search()
    await write(ids.acquisition, { OTHER: '1' })
    later(1)
    await search()
    expect(await newest(owner, { timeRange: 'all' })).toBe(
      'ada looked for equal values in production and acquisition twice',
    )
    const seen = await page(cleo, project.id, { timeRange: 'all' })
    expect(JSON.stringify(seen)).not.toContain('acquisition')
    expect(seen.total).toBe(seen.lines.reduce((sum, { entries }) => sum + entries, 0))
    expect(await texts(cleo, project.id, { timeRange: 'all', search: 'acquisition' })).toEqual([])
    const { activities } = await cleo.client.call(listProjectActivity, { params: { id: project.id } })
    expect(JSON.stringify(activities)).not.toContain('acquisition')
  })

  test('reads are one line with the people in it', async () => {
    const { project, ids } = await seedProject(owner, 'production', 'staging', 'qa')
    const grace = await addPerson(app, { email: 'grace@example.com' })
    await shareProject(app, owner, project.id, grace, { environments: Object.values(ids) })
    for (const { client } of [owner, grace, owner])
      for (const id of Object.values(ids)) await client.call(readVariables, { params: { id } })
    const [line] = (await page(owner, project.id)).lines
    expect(line).toMatchObject({
      text: 'ada and grace read 3 environments 9 times',
      is_read: true,
      entries: 9,
    })
    expect(line?.people.map(({ username }) => username)).toEqual(['ada', 'grace'])
  })

  test('a line is on one page only, however small the pages are, and is counted once', async () => {
    const { project, ids } = await seedProject(owner, 'production', 'staging')
    for (const round of [1, 2, 3]) {
      await write(ids.production, { [`A${round}`]: '1' })
      await owner.client.call(readVariables, { params: { id: ids.production } })
      await write(ids.staging, { [`A${round}`]: '1' })
      await owner.client.call(readVariables, { params: { id: ids.staging } })
      later(5 * 60_000)
    }
    const all = (await page(owner, project.id, { limit: 100 })).lines
    for (const limit of [1, 2, 3])
      for (const search of [undefined, 'production', 'shop ada']) {
        const whole = (await page(owner, project.id, { limit: 100, ...(search && { search }) })).lines
        const paged: ActivityLine[] = []
        for (let before: number | null | undefined; before !== null; ) {
          const { lines, next } = await page(owner, project.id, {
            limit,
            ...(before !== undefined && { before }),
            ...(search && { search }),
          })
          expect(lines.length).toBeLessThanOrEqual(limit)
          paged.push(...lines)
          before = next
        }
        expect(paged.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
      }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.filter(({ is_read }) => is_read)).toHaveLength(1)
  })

  test('search finds keys, people and text, and names the found key first', async () => {
    const { project, ids } = await seedProject(owner, 'load-test', 'staging')
    const grace = await addPerson(app, { email: 'hopper@example.com' })
    await shareProject(app, owner, project.id, grace, { environments: Object.values(ids) })
    const many = Object.fromEntries(['APP_URL', 'B', 'C', 'SENDGRID_API_KEY', 'Z'].map((key) => [key, 'x']))
    await write(ids['load-test'], many)
    later(hour)
    await grace.client.call(createVariable, {
      params: { id: ids.staging },
      body: { key: 'OTHER', value: '1' },
    })
    const result = await page(owner, project.id, { search: 'sendgrid' })
    expect(result.lines.map(({ text }) => text)).toEqual([
      'Added SENDGRID_API_KEY and 4 other keys to load-test',
    ])
    expect(result.found).toBe(1)
    expect(result.total).toBeGreaterThan(1)
    expect(await texts(owner, project.id, { search: 'HOPPER other' })).toEqual(['Added OTHER to staging'])
    expect(await texts(owner, project.id, { search: 'grid_api load' })).toHaveLength(1)
    expect(await texts(owner, project.id, { search: 'sendgrid other' })).toEqual([])
    expect(await texts(owner, project.id, { search: '100%_' })).toEqual([])
    const account = await owner.client.call(listActivityLines, { query: { search: 'shop sendgrid_api' } })
    expect(account.lines.map(({ text }) => text)).toContain(
      'Added SENDGRID_API_KEY and 4 other keys to load-test',
    )
    expect(account.lines[0]).toMatchObject({ project_id: project.id, project_name: 'Shop' })
  })

  test('what one may not read is not found, not counted and not named', async () => {
    const { project, ids } = await seedProject(owner, 'production', 'staging')
    const reader = await addPerson(app, { email: 'reader@example.com' })
    await shareProject(app, owner, project.id, reader, { environments: [ids.staging] })
    await write(ids.production, { HIDDEN_KEY: '1', SHARED_KEY: '1' })
    await write(ids.staging, { SHARED_KEY: '1' })
    expect((await texts(owner, project.id))[0]).toContain('HIDDEN_KEY')
    const seen = await page(reader, project.id)
    expect(JSON.stringify(seen)).not.toMatch(/HIDDEN|production/)
    expect(seen.lines[0]?.text).toBe('Added SHARED_KEY to staging')
    expect(await page(reader, project.id, { search: 'hidden_key' })).toMatchObject({ lines: [], found: 0 })
    expect(await page(reader, project.id, { search: 'shared_key' })).toMatchObject({ found: 1 })
    const stranger = await addPerson(app)
    await expect(page(stranger, project.id, { search: 'shared' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const theirs = await stranger.client.call(listActivityLines, { query: { search: 'shared_key' } })
    expect(theirs).toMatchObject({ lines: [], found: 0 })
  })

  test('a search covers days of the whole history', async () => {
    const { project, ids } = await seedProject(owner, 'production')
    await write(ids.production, { OLD_KEY: '1' })
    const day = new Date(app.ctx.clock()).toISOString().slice(0, 10)
    later(3 * 24 * hour)
    await write(ids.production, { OLD_KEY: '2' })
    const search = 'old_key'
    expect(await texts(owner, project.id, { search, timeRange: '24h' })).toEqual([
      'Changed OLD_KEY in production',
    ])
    expect(await texts(owner, project.id, { search, timeRange: 'all' })).toHaveLength(2)
    for (const query of [{ to: day }, { from: day, to: day }, { to: day, search }])
      expect((await texts(owner, project.id, { timeRange: 'all', ...query }))[0]).toBe(
        'Added OLD_KEY to production',
      )
    expect((await page(owner, project.id, { timeRange: 'all', to: day })).total).toBe(3)
    expect((await texts(owner, project.id, { timeRange: 'all', from: day, to: day })).at(-1)).toBe(
      'Created the project',
    )
  })

  test('an unchanged page is 304, and a search has a limit', async () => {
    const person = await addPerson(app)
    const { project } = await seedProject(person)
    const ask = (ifNoneMatch?: string, search = 'shop') =>
      person.client.ask(
        listProjectActivityLines,
        { params: { id: project.id }, query: { search } },
        { ...(ifNoneMatch && { ifNoneMatch }) },
      )
    const first = await ask()
    expect((await ask(first.headers.get('etag') ?? '')).output).toBeNull()
    await expect(ask(undefined, 'a b c d e f g h i j k')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    for (let count = 1; count < lineSearchesPerMinute; count++) await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429 })
    expect((await page(person, project.id)).lines).toHaveLength(1)
    later(60_000)
    expect((await ask()).output?.lines).toHaveLength(1)
  })
})
