import { createClient } from '@envhold/client/client.ts'
import { downloadProjectLog, projectLogsPerHour } from '@envhold/contract/activity/project-log.ts'
import { deleteApiKey } from '@envhold/contract/api-keys.ts'
import { inject } from '@envhold/contract/inject.ts'
import { updateProject } from '@envhold/contract/projects/projects.ts'
import { type ChainPoint, pointText } from '@envhold/integrity/logged-chain.ts'
import { verifyProjectLog } from '@envhold/integrity/project-log.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf, eventsDuring } from '../../../../../dev/world/events-of.ts'
import { seedApiKey, seedEnvironment, seedPersonalToken } from '../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../dev/world/share-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { inTransaction } from '../../db/transaction.ts'
import { appendUsage, lockHeadsOf } from '../audit-log/append-usage.ts'
import { blockLength } from '../audit-log/block.ts'
import type { UsageEntry } from '../audit-log/recorded-usage.ts'
import { trimUsage } from '../audit-log/trim-usage.ts'
import { openActivity, openUsage } from './logged-chains.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  // Not limited by a plan: the first account is the operator.
  const owner = withPerson(app)
  const person = withPerson(app)
  let projectId: number
  beforeAll(async () => {
    projectId = await callsOf(3)
  })

  /** A project with this many calls, of two API keys. */
  async function callsOf(count: number): Promise<number> {
    const { projectId: id } = await seedEnvironment(owner)
    const keys = [await seedApiKey(owner, id), await seedApiKey(owner, id)]
    for (let n = 0; n < count; n++) {
      const { apiKey } = keys[n % 2] ?? {}
      const client = createClient({ server: app.url, headers: () => ({ 'x-api-key': apiKey ?? '' }) })
      await client.call(inject, { params: { projectId: id, environment: 'production' } })
    }
    return id
  }

  const ask = (id: number, token = owner.token, method = 'GET') =>
    app.fetch(`/api/projects/${id}/log`, { method, headers: { authorization: `Bearer ${token}` } })
  const download = async (id: number) => Buffer.from(await (await ask(id)).arrayBuffer())
  async function* oneChunk(file: Uint8Array) {
    yield file
  }
  const verify = (file: Uint8Array, noted: readonly ChainPoint[] = []) =>
    verifyProjectLog(oneChunk(file), noted)
  const packsOf = (id: number) =>
    app.ctx.db
      .selectFrom('usage_packs')
      .selectAll()
      .where('project_id', '=', id)
      .orderBy('first_sequence')
      .execute()

  const entryOf = (id: number, keyId: string, n: number): UsageEntry => ({
    projectId: id,
    keyId,
    requestId: `request-${n}`,
    durationUs: n,
    status: 200,
    variables: 3,
    environmentId: 1,
    environmentName: 'production',
    method: 'GET',
    endpoint: '/v1/inject/{projectId}/{environment}',
    ip: '203.0.113.7',
    calls: 1,
  })
  const append = (id: number, count: number, keys = 5) =>
    inTransaction(app.ctx, async (tx) => {
      const entries = Array.from({ length: count }, (_, n) => entryOf(id, `key${n % keys}`, n))
      await appendUsage(tx, entries, await lockHeadsOf(tx, entries))
    })

  test('the owner downloads both chains, which verify, and the download itself is in them', async () => {
    const answer = await ask(projectId)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="envhold-shop-log-\d{4}-\d\d-\d\d\.ndjson"$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const file = Buffer.from(await answer.arrayBuffer())
    const activity = (await activityOf(app)).filter((row) => row.project_id === projectId)
    const verdict = await verify(file)
    expect(verdict).toMatchObject({
      fault: null,
      header: { projectId, projectName: 'Shop', root: null },
      chains: [
        { chain: `usage/${projectId}`, entries: 3, erased: 0, trimmed: 0 },
        { chain: `activity/project/${projectId}`, entries: activity.length },
      ],
    })
    expect(activity.at(-1)).toMatchObject({
      event_type: 'activity_exported',
      description: 'Downloaded the log of the project "Shop"',
      user_id: owner.userId,
    })
    const instance = await app.ctx.db
      .selectFrom('instance')
      .select('value')
      .where('key', '=', 'instance-id')
      .executeTakeFirstOrThrow()
    expect(verdict.header?.instanceId).toBe(instance.value)
    const ends = verdict.chains.map(({ end }) => end && pointText(end))
    const head = await app.ctx.db
      .selectFrom('usage_heads')
      .selectAll()
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow()
    expect(ends[0]).toBe(`usage/${projectId}:3:${Buffer.from(head.link ?? []).toString('hex')}`)
  })

  test('a later file passes through the ends of an earlier one', async () => {
    const earlier = await verify(await download(projectId))
    await append(projectId, 2)
    await owner.client.call(updateProject, { params: { id: projectId }, body: { description: 'new' } })
    const noted = earlier.chains.flatMap(({ end }) => end ?? [])
    const later = await verify(await download(projectId), noted)
    expect(later.fault).toBeNull()
    expect(later.chains.flatMap(({ matched }) => matched)).toEqual(noted)
  })

  test('contains no other project, no account and no value', async () => {
    const text = (await download(projectId)).toString()
    const rows = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const entries = rows.filter((row) => 'event_type' in row)
    expect(new Set(entries.map((row) => row.project_id))).toEqual(new Set([projectId]))
    expect(entries).toHaveLength((await activityOf(app)).filter((row) => row.project_id === projectId).length)
    expect(text).not.toContain('world')
  })

  test('a project without calls has an empty chain of usage', async () => {
    const { projectId: id } = await seedEnvironment(owner)
    const verdict = await verify(await download(id))
    expect(verdict).toMatchObject({ fault: null, chains: [{ entries: 0, end: null }, {}] })
  })

  test('any name makes a name of a file', async () => {
    const { projectId: id } = await seedEnvironment(owner)
    await owner.client.call(updateProject, { params: { id }, body: { name: '漢字 "/..\\' } })
    const answer = await ask(id)
    expect(answer.headers.get('content-disposition')).toContain(`filename="envhold-${id}-log-`)
    const { header, fault } = await verify(Buffer.from(await answer.arrayBuffer()))
    expect([header?.projectName, fault]).toEqual(['漢字 "/..\\', null])
  })

  test('calls of a deleted key are in it without content', async () => {
    const id = await callsOf(3)
    const earlier = await verify(await download(id))
    const keyId = (await packsOf(id))[0]?.api_key_id ?? ''
    await owner.client.call(deleteApiKey, { params: { id, keyId } })
    const file = await download(id)
    const { fault, chains } = await verify(
      file,
      earlier.chains.flatMap(({ end }) => end ?? []),
    )
    expect(fault).toBeNull()
    expect(chains[0]).toMatchObject({ entries: 3, erased: 2, matched: [{ sequence: 3 }] })
    expect(file.toString()).not.toContain(`"api_key_id":"${keyId}"`)
  })

  /** Trims the oldest commit. @returns its end */
  const trim = async (id: number): Promise<ChainPoint> => {
    const packs = await packsOf(id)
    const { last } = await inTransaction(app.ctx, (tx) => trimUsage(tx, id, app.ctx.clock() + 60_000, 1))
    const link = packs.find(({ last_sequence }) => last_sequence === last)?.link
    return { chain: `usage/${id}`, sequence: last, link: link ?? new Uint8Array() }
  }

  test('begins after what was trimmed', async () => {
    const id = await callsOf(3)
    const start = await trim(id)
    const verdict = await verify(await download(id), [start])
    expect(verdict.fault).toBeNull()
    expect(verdict.chains[0]).toMatchObject({ entries: 2, trimmed: 1, matched: [start] })
  })

  describe('what was changed in the database', () => {
    test.each([
      [
        'an endpoint of a call',
        (pack: { entries: string }) => ({ entries: pack.entries.replace('GET', 'PUT') }),
      ],
      ['a time', () => ({ at: 1 })],
      ['a key', () => ({ api_key_id: 'another' })],
    ])('is found: %s', async (_, change) => {
      const id = await callsOf(2)
      const pack = (await packsOf(id))[1]
      if (!pack) throw new Error('The project has one call')
      await app.ctx.db
        .updateTable('usage_packs')
        .set(change(pack))
        .where('project_id', '=', id)
        .where('first_sequence', '=', pack.first_sequence)
        .execute()
      expect((await verify(await download(id))).fault).toMatchObject({ sequence: 2, chain: `usage/${id}` })
    })

    test('is found: a missing call, at the beginning, in the middle and at the end', async () => {
      for (const first of [1, 2, 3]) {
        const id = await callsOf(3)
        await app.ctx.db
          .deleteFrom('usage_packs')
          .where('project_id', '=', id)
          .where('first_sequence', '=', first)
          .execute()
        expect((await verify(await download(id))).fault).toMatchObject({ sequence: first })
      }
    })

    test.each([
      ['a beginning', { start_sequence: 1, start_link: Buffer.alloc(32) }],
      ['an end', { sequence: 2, link: Buffer.alloc(32) }],
    ])('is found: %s of the chain that the server did not write', async (_, change) => {
      const id = await callsOf(3)
      await app.ctx.db.updateTable('usage_heads').set(change).where('project_id', '=', id).execute()
      expect((await ask(id)).status).toBe(500)
      expect((await activityOf(app)).at(-1)).toMatchObject({
        event_type: 'security_violation',
        description: expect.stringContaining(`usage_heads (${id})`),
      })
    })

    test('is found: an end of activity that was cut off', async () => {
      const id = await callsOf(0)
      const chain = `activity/project/${id}`
      const entry = await app.ctx.db
        .selectFrom('activity')
        .select('link')
        .where('chain', '=', chain)
        .where('position', '=', 1)
        .executeTakeFirstOrThrow()
      const { end } = await openActivity(app.ctx, id)
      expect(end.sequence).toBeGreaterThan(1)
      const cut = { sequence: 1, link: entry.link }
      await app.ctx.db.updateTable('activity_heads').set(cut).where('chain', '=', chain).execute()
      await expect(openActivity(app.ctx, id)).rejects.toThrow('activity_heads')
    })

    test('is found: an entry of activity', async () => {
      const id = await callsOf(0)
      await app.ctx.db
        .updateTable('activity')
        .set({ description: 'Nothing' })
        .where('project_id', '=', id)
        .where('event_type', '=', 'environment_created')
        .execute()
      const { fault } = await verify(await download(id))
      expect(fault).toMatchObject({ chain: `activity/project/${id}`, why: 'The entry was changed.' })
    })
  })

  describe('only the owner', () => {
    test('no stranger, and no collaborator', async () => {
      const { projectId: id, id: environment } = await seedEnvironment(owner)
      const before = await activityOf(app)
      expect((await ask(id, person.token)).status).toBe(404)
      expect((await ask(id, '')).status).toBe(401)
      expect(await activityOf(app)).toEqual(before)
      await shareProject(app, owner, id, person, { role: 'write', environments: [environment] })
      expect(await eventsDuring(app, () => ask(id, person.token))).toEqual([])
      expect((await ask(id, person.token)).status).toBe(403)
    })

    test('a personal token that reads projects', async () => {
      const { projectId: id } = await seedEnvironment(owner)
      const { token } = await seedPersonalToken(owner, ['read_projects'])
      const other = await seedPersonalToken(owner, ['read_variables'])
      expect((await verify(Buffer.from(await (await ask(id, token)).arrayBuffer()))).fault).toBeNull()
      expect((await activityOf(app)).at(-1)?.token_id).not.toBeNull()
      expect((await ask(id, other.token)).status).toBe(403)
    })
  })

  test('an account downloads a number of logs in an hour', async () => {
    const { projectId: id } = await seedEnvironment(person)
    const call = () => person.client.call(downloadProjectLog, { params: { id } })
    for (let n = 0; n < projectLogsPerHour; n++) await call()
    const before = await activityOf(app)
    await expect(call()).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429 })
    expect(await activityOf(app)).toEqual(before)
    const { token } = await seedPersonalToken(person)
    expect((await ask(id, token)).status).toBe(429)
    app.advance(3_600_000)
    await call()
  })

  test('100,000 calls come in parts, and calls that arrive meanwhile do not', async () => {
    const { projectId: id } = await seedEnvironment(owner)
    for (let n = 0; n < 25; n++) await append(id, 4_000)
    const answer = await ask(id)
    await append(id, 10)
    const parts: Buffer[] = []
    for await (const part of answer.body ?? []) parts.push(Buffer.from(part))
    const verdict = await verify(Buffer.concat(parts))
    expect(verdict.fault).toBeNull()
    expect(verdict.chains[0]).toMatchObject({ entries: 100_000 })
  })

  test('a page has few packs, of one block', async () => {
    const { projectId: id } = await seedEnvironment(owner)
    await append(id, 1_500)
    await append(id, 1_500, 700)
    const { pages } = await openUsage(app.ctx, id)
    const rows: { first_sequence: number; last_sequence: number }[][] = []
    for await (const page of pages()) rows.push(page as never)
    expect(Math.max(...rows.map((page) => page.length))).toBe(256)
    const ends = rows.map((page) => page.at(-1)?.last_sequence)
    expect(ends).toContain(blockLength)
    expect(ends.at(-1)).toBe(3_000)
    expect(rows.flat().map(({ first_sequence }) => first_sequence)).toEqual(
      (await packsOf(id)).map(({ first_sequence }) => first_sequence),
    )
    expect((await verify(await download(id))).fault).toBeNull()
  })

  test('what is trimmed during a download aborts it', async () => {
    const { projectId: id } = await seedEnvironment(owner)
    for (let n = 0; n < 2; n++) await append(id, blockLength)
    const opened = await openUsage(app.ctx, id)
    const pages = opened.pages()[Symbol.asyncIterator]()
    await pages.next()
    for (let commits = 0; commits < 2; commits++) await trim(id)
    await expect(pages.next()).rejects.toThrow('Usage was trimmed while it was downloaded')
  })

  test('a reader that leaves stops the download', async () => {
    const { projectId: id } = await seedEnvironment(owner)
    for (let n = 0; n < 5; n++) await append(id, 4_000)
    const leaving = new AbortController()
    const answer = await app.fetch(`/api/projects/${id}/log`, {
      headers: { authorization: `Bearer ${owner.token}` },
      signal: leaving.signal,
    })
    const reader = answer.body?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    leaving.abort()
    await expect(reader?.read()).rejects.toThrow()
    expect((await ask(id)).status).toBe(200)
    expect(app.logged()).not.toContain('task failed')
  })
})
