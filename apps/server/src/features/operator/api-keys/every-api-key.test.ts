import { randomBytes } from 'node:crypto'
import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import { updateApiKey } from '@envhold/contract/api-keys.ts'
import { inject } from '@envhold/contract/inject.ts'
import { listEveryApiKey, readApiKeyDetail } from '@envhold/contract/operator/api-keys.ts'
import { listEveryProject } from '@envhold/contract/operator/projects.ts'
import { updateProject } from '@envhold/contract/projects/projects.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { seedApiKey, seedEnvironment } from '../../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { unique } from '../../../../../../dev/world/unique.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { findKeys, findProjectIds } from '../../activity/instance-wide/instance-store.ts'

const minute = 60_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const operator = withPerson(app, { masterPassword: null })

  const list = async (query: object) => await operator.client.call(listEveryApiKey, { query })
  const namesOf = async (query: object) => (await list(query)).api_keys.map(({ key_name }) => key_name)
  const detail = (id: string) => operator.client.call(readApiKeyDetail, { params: { id } })
  const withVault = async (email?: string) => {
    const owner = await addPerson(app, email === undefined ? {} : { email })
    return { owner, ...(await seedEnvironment(owner, { SECRET_NAME: 'secret value' })) }
  }
  const looksIn = async ({ client }: Person) =>
    (await client.call(listActivityLogs, { query: {} })).logs
      .filter(({ event_type }) => event_type === 'api_key_viewed')
      .map(({ description }) => description)

  test('shows a key with its project, its owner and its creator, and nothing that opens it', async () => {
    const { owner, projectId } = await withVault()
    const key = await seedApiKey(owner, projectId, { name: 'Deploy', allowed_ips: ['127.0.0.0/8'] })
    const { api_keys } = await list({ search: owner.email.toUpperCase() })
    const person = { id: owner.userId, username: owner.username, email: owner.email }
    expect(api_keys).toEqual([
      {
        id: key.id,
        key_name: 'Deploy',
        is_active: true,
        deactivated_at: null,
        deactivated_reason: null,
        expires_at: null,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
        rate_limit_per_hour: expect.any(Number),
        permissions: ['read_variables', 'read_schema', 'variables.api_inject'],
        allowed_ips: ['127.0.0.0/8'],
        projects: { id: projectId, name: 'Shop', users: person },
        creator: person,
      },
    ])
    expect(api_keys[0]?.rate_limit_per_hour).toBeGreaterThan(0)
  })

  test('is searched, filtered, sorted and cut into pages by the server', async () => {
    const mark = randomBytes(4).toString('hex')
    const { owner, projectId } = await withVault(`keys-${mark}@example.com`)
    for (const name of ['beta', 'Gamma', 'alpha', 'delta']) {
      app.advance(1_000)
      const { id } = await seedApiKey(owner, projectId, {
        name: `${name} ${mark}`,
        ...(name === 'alpha' && { expires_at: new Date(app.ctx.clock() + 2 * 1_000).toISOString() }),
      })
      if (name === 'Gamma')
        await owner.client.call(updateApiKey, {
          params: { id: projectId, keyId: id },
          body: { is_active: false },
        })
    }
    app.advance(3_000)
    const keysFor = async (query: object) =>
      (await namesOf({ search: mark.toUpperCase(), ...query })).map((name) => name.split(' ')[0])
    expect(await keysFor({})).toEqual(['delta', 'alpha', 'Gamma', 'beta'])
    expect(await keysFor({ sortOrder: 'asc' })).toEqual(['beta', 'Gamma', 'alpha', 'delta'])
    expect(await keysFor({ sortBy: 'key_name', sortOrder: 'asc' })).toEqual([
      'alpha',
      'beta',
      'delta',
      'Gamma',
    ])
    expect(await keysFor({ sortBy: 'updated_at' })).toHaveLength(4)
    expect(await keysFor({ status: 'active' })).toEqual(['delta', 'beta'])
    expect(await keysFor({ status: 'inactive' })).toEqual(['Gamma'])
    expect(await keysFor({ status: 'expired' })).toEqual(['alpha'])
    expect(await keysFor({ search: `gamma ${mark}` })).toEqual(['Gamma'])
    const { api_keys, pagination } = await list({ search: mark, page: 2, limit: 3 })
    expect([api_keys.length, pagination]).toEqual([1, { page: 2, limit: 3, total: 4, pages: 2 }])
    expect((await list({ search: mark, limit: 2 })).pagination).toMatchObject({ total: 4, pages: 2 })
    // Characters with a meaning in a pattern have none here.
    for (const term of ['%', '_', '\\', "'"]) expect(await keysFor({ search: `${term}${mark}` })).toEqual([])
    for (const query of [{ limit: 101 }, { page: 0 }, { status: 'none' }, { search: 'x'.repeat(201) }])
      await expect(list(query)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  test('is found by a name with letters beyond ASCII, as is its project', async () => {
    const { owner, projectId } = await withVault()
    const name = unique('Überweisung Ä')
    await seedApiKey(owner, projectId, { name })
    await owner.client.call(updateProject, { params: { id: projectId }, body: { name } })
    expect(await namesOf({ search: name })).toEqual([name])
    const { projects } = await operator.client.call(listEveryProject, { query: { search: name } })
    expect(projects.map(({ id }) => id)).toEqual([projectId])
    expect(await findProjectIds(app.ctx.db, name)).toEqual([projectId])
    expect(await findKeys(app.ctx.db, name)).toMatchObject([{ projectId }])
  })

  test('is found by its id, and by the whole key that leaked', async () => {
    const { owner, projectId } = await withVault()
    const { id, apiKey } = await seedApiKey(owner, projectId, { name: 'Leaked' })
    for (const search of [id, `pak_${id}`, apiKey]) expect(await namesOf({ search })).toEqual(['Leaked'])
  })

  test('a detail shows the newest calls and what they came to, but no text of the caller', async () => {
    const { owner, projectId } = await withVault()
    const key = await seedApiKey(owner, projectId)
    const call = (environment: string) =>
      app.as(key).call(inject, { params: { projectId, environment }, query: {} })
    await call('production')
    await expect(call('SECRET_NAME')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await call('production')
    const details = await detail(key.id)
    expect(details.api_key).toMatchObject({ id: key.id, projects: { name: 'Shop' } })
    const path = (environment: string) => `/v1/inject/${projectId}/${environment}`
    expect(
      details.recent_usage.map(({ endpoint, status_code, variables_count }) => [
        endpoint,
        status_code,
        variables_count,
      ]),
    ).toEqual([
      [path('production'), 200, 1],
      [path('{environment}'), 404, 0],
      [path('production'), 200, 1],
    ])
    expect(details.recent_usage[0]).toMatchObject({ ip_address: '127.0.0.1', calls: 1 })
    expect(details.usage_stats_30d.map(({ status_code, count }) => [status_code, count])).toEqual([
      [200, 2],
      [404, 1],
    ])
    expect(JSON.stringify(details)).not.toMatch(/SECRET_NAME|secret value/)
    await expect(detail('nosuchkey')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'API key not found',
    })
  })

  test('a look is recorded once an hour: for the owner without the name of the operator, and for the operator', async () => {
    const { owner, projectId } = await withVault()
    const key = await seedApiKey(owner, projectId, { name: 'Deploy' })
    await Promise.all([detail(key.id), detail(key.id)])
    await detail(key.id)
    const ofOwner = 'An operator looked at the API key "Deploy" and its usage'
    const ofOperator = `As an operator, looked at the API key ${key.id} of project ${projectId}`
    const own = async () => (await looksIn(operator)).filter((text) => text === ofOperator).length
    expect([await looksIn(owner), await own()]).toEqual([[ofOwner], 1])
    app.advance(40 * minute)
    await detail(key.id)
    expect(await own()).toBe(1)
    app.advance(21 * minute)
    await detail(key.id)
    expect([await looksIn(owner), await own()]).toEqual([[ofOwner, ofOwner], 2])
  })
})
