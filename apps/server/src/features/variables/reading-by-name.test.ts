import { ApiError } from '@envhold/client/api-error.ts'
import type { Client } from '@envhold/client/client.ts'
import type { InputOf } from '@envhold/contract/endpoint.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createProject, updateProject } from '@envhold/contract/projects/projects.ts'
import { readVariablesByName, writeVariables } from '@envhold/contract/variables/variables.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf, eventsDuring } from '../../../../../dev/world/events-of.ts'
import { seedPersonalToken, seedProject } from '../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withProject } from '../../../../../dev/world/with-project.ts'

type Query = NonNullable<InputOf<typeof readVariablesByName>['query']>

forEachEngine((engine) => {
  const app = withApp(engine)
  /** The operator, whom no plan limits to a number of projects. */
  const owner = withPerson(app)
  const shop = withProject(owner, 'development', 'production')
  let laptop: Client
  let token: string
  beforeAll(async () => {
    await rename(shop.project.id, 'shop')
    await write(shop.ids.development, { WHICH: 'development' })
    await write(shop.ids.production, { WHICH: 'production' })
    token = (await seedPersonalToken(owner)).token
    laptop = app.as({ token })
  })

  const write = (id: number, variables: Record<string, string>, by: Person = owner) =>
    by.client.call(writeVariables, { params: { id }, body: { variables, mode: 'replace' } })
  const rename = (id: number, name: string, by: Person = owner) =>
    by.client.call(updateProject, { params: { id }, body: { name } })
  const read = (query: Query, client: Client = laptop) => client.call(readVariablesByName, { query })
  const rejection = async (query: Query, client: Client = laptop) => {
    const error = await read(query, client).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof ApiError)) throw new Error('It was not refused')
    return error
  }
  const newProject = async (name: string) =>
    (await owner.client.call(createProject, { body: { name } })).project.id
  const newEnvironment = async (projectId: number, name: string) =>
    (await owner.client.call(createEnvironment, { params: { projectId }, body: { name, protected: false } }))
      .environment.id

  test('returns values, names, version and the head of the chain in one recorded call', async () => {
    let answer: Awaited<ReturnType<typeof read>> | undefined
    const events = await eventsDuring(app, async () => {
      answer = await read({ project: 'shop', environment: 'development' })
    })
    expect(events).toEqual(['variables_read'])
    const last = (await activityOf(app)).at(-1)
    expect(answer).toEqual({
      project: { id: shop.project.id, name: 'shop' },
      environment: { id: shop.ids.development, name: 'development' },
      version: 1,
      variables: { WHICH: 'development' },
      details: {},
      // The entry of this very call.
      activity: {
        head: {
          sequence: last?.sequence,
          mac: Buffer.from(last?.mac ?? []).toString('hex'),
          created_at: expect.any(String),
        },
        remembered: null,
      },
    })
    const { sequence = 0, mac = '' } = answer?.activity?.head ?? {}
    const next = await read({ project: 'shop', environment: 'production', head_at: sequence })
    expect(next.activity?.remembered).toEqual({ sequence, mac })
  })

  test.each<[string, Query]>([
    ['another case', { project: 'SHOP', environment: 'Development' }],
    ['owner and name', { project: 'OWNER/shop', environment: 'development' }],
    ['ids as text', { project: 'PROJECT', environment: 'DEVELOPMENT' }],
    ['ids', { project_id: 0, environment_id: 0 }],
  ])('finds by %s', async (_, query) => {
    const names: Record<string, string> = {
      'OWNER/shop': `${owner.username}/shop`,
      PROJECT: String(shop.project.id),
      DEVELOPMENT: String(shop.ids.development),
    }
    const resolved = {
      ...(query.project !== undefined && { project: names[query.project] ?? query.project }),
      ...(query.environment !== undefined && { environment: names[query.environment] ?? query.environment }),
      ...(query.project_id !== undefined && { project_id: shop.project.id }),
      ...(query.environment_id !== undefined && { environment_id: shop.ids.development }),
    }
    expect((await read(resolved)).variables).toEqual({ WHICH: 'development' })
  })

  test('a name wins over an id, and a parameter for an id accepts nothing else', async () => {
    const decoy = await newProject(String(shop.project.id))
    const inDecoy = await newEnvironment(decoy, 'development')
    expect((await read({ project: String(shop.project.id), environment: 'development' })).project.id).toBe(
      decoy,
    )
    expect((await read({ project_id: shop.project.id, environment: 'development' })).project.id).toBe(
      shop.project.id,
    )
    const numbered = await newEnvironment(decoy, String(inDecoy))
    const named = await read({ project_id: decoy, environment: String(inDecoy) })
    expect(named.environment.id).toBe(numbered)
    expect((await read({ project_id: decoy, environment_id: inDecoy })).environment.id).toBe(inDecoy)
    await rename(decoy, 'decoy')
  })

  test('with an own and a shared project of one name, 409 lists both, and owner/name selects one', async () => {
    const other = await addPerson(app)
    const { project, environments } = await seedProject(other, 'development')
    await rename(project.id, 'shop', other)
    const id = environments[0]?.id ?? 0
    await write(id, { WHICH: 'of the other' }, other)
    await shareProject(app, other, project.id, owner, { environments: [id] })
    const error = await rejection({ project: 'shop', environment: 'development' })
    expect([error.status, error.code]).toEqual([409, 'CONFLICT'])
    expect(error.details.map(({ message }) => message).toSorted()).toEqual(
      [
        `${owner.username}/shop has the id ${shop.project.id}`,
        `${other.username}/shop has the id ${project.id}`,
      ].toSorted(),
    )
    // A token that may not list projects does not learn who owns them.
    const narrow = app.as(await seedPersonalToken(owner, ['read_variables']))
    expect((await rejection({ project: 'shop', environment: 'development' }, narrow)).details).toEqual([])
    const selected = await read({ project: `${other.username}/shop`, environment: 'development' })
    expect(selected.variables).toEqual({ WHICH: 'of the other' })
    await rename(project.id, 'Other shop', other)
    expect((await read({ project: 'shop', environment: 'development' })).project.id).toBe(shop.project.id)
  })

  test('readers and writers read what is shared with them, and everything else looks like it does not exist', async () => {
    for (const role of ['read', 'write'] as const) {
      const member = await addPerson(app)
      await shareProject(app, owner, shop.project.id, member, { role, environments: [shop.ids.development] })
      const client = app.as(await seedPersonalToken(member))
      const mine = await read({ project: 'shop', environment: 'development' }, client)
      expect(mine.variables).toEqual({ WHICH: 'development' })
      const hidden = await rejection({ project: 'shop', environment: 'production' }, client)
      const absent = await rejection({ project: 'shop', environment: 'nowhere' }, client)
      expect([hidden.status, hidden.message]).toEqual([404, absent.message])
      expect(
        (await rejection({ project_id: shop.project.id, environment_id: shop.ids.production }, client))
          .status,
      ).toBe(404)
    }
    const stranger = await addPerson(app)
    const strange = app.as(await seedPersonalToken(stranger))
    const there = await rejection({ project_id: shop.project.id, environment: 'development' }, strange)
    const nowhere = await rejection({ project: 'nowhere', environment: 'development' }, strange)
    expect([there.code, there.message]).toEqual([nowhere.code, nowhere.message])
    expect((await rejection({ project: 'shop', environment: 'development' }, strange)).code).toBe('NOT_FOUND')
  })

  test('an environment of another project is not found', async () => {
    const elsewhere = await newProject('elsewhere')
    const error = await rejection({ project_id: elsewhere, environment_id: shop.ids.development })
    expect(error.code).toBe('NOT_FOUND')
  })

  test('a token needs read_variables, and needs read_projects to get the head', async () => {
    const names = app.as(await seedPersonalToken(owner, ['read_projects']))
    expect((await rejection({ project: 'shop', environment: 'development' }, names)).code).toBe('FORBIDDEN')
    const narrow = app.as(await seedPersonalToken(owner, ['read_variables']))
    expect((await read({ project: 'shop', environment: 'development' }, narrow)).activity).toBeNull()
    const session = app.as({ token: owner.token })
    expect((await rejection({ project: 'shop', environment: 'development' }, session)).code).toBe(
      'MASTER_PASSWORD_REQUIRED',
    )
  })

  test.each<Query>([
    {},
    { project: 'shop' },
    { environment: 'development' },
    { project: 'shop', project_id: 1, environment: 'development' },
    { project: 'shop', environment: 'development', environment_id: 1 },
    { project: '', environment: 'development' },
    { project: 'x'.repeat(202), environment: 'development' },
    { project: 'shop', environment: 'development', head_at: 0 },
  ])('responds 400 to %j', async (query) => {
    expect((await rejection(query)).code).toBe('VALIDATION_FAILED')
  })

  test('returns 304 while nothing changed, recorded too, and never for another environment', async () => {
    const url = `/api/env/variables?project=shop&environment=production`
    const ask = (etag: string) =>
      app.fetch(url, { headers: { ...headersOf({ token }), 'if-none-match': etag } })
    const first = await app.fetch(url, { headers: headersOf({ token }) })
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(new RegExp(`^"${shop.ids.production}\\.1\\.[\\w-]{8}"$`))
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect(await eventsDuring(app, async () => expect((await ask(etag)).status).toBe(304))).toEqual([
      'variables_read',
    ])
    expect((await ask(`"${shop.ids.development}.1"`)).status).toBe(200)
    await write(shop.ids.production, { WHICH: 'newer' })
    expect((await ask(etag)).status).toBe(200)
  })

  test('a renamed project is not unchanged', async () => {
    const id = await newProject('renamed')
    await newEnvironment(id, 'production')
    const ask = (headers: Record<string, string> = {}) =>
      app.fetch(`/api/env/variables?project_id=${id}&environment=production`, {
        headers: { ...headersOf({ token }), ...headers },
      })
    const etag = (await ask()).headers.get('etag') ?? ''
    await rename(id, 'newer')
    expect((await ask({ 'if-none-match': etag })).status).toBe(200)
  })

  test('an environment whose canonical name was changed in the database is not found under it', async () => {
    const project = await newProject('swapped')
    const id = await newEnvironment(project, 'one')
    const set = (name_canonical: string) =>
      app.ctx.db.updateTable('environments').set({ name_canonical }).where('id', '=', id).execute()
    await set('two')
    expect((await rejection({ project: 'swapped', environment: 'two' })).status).toBe(500)
    await set('one')
    expect((await read({ project: 'swapped', environment: 'one' })).version).toBe(0)
  })
})
