// An environment answers to its former names for a while, and never to another environment's.

import {
  createEnvironment,
  deleteEnvironment,
  renameEnvironment,
} from '@envhold/contract/environments/environments.ts'
import {
  endFormerName,
  formerNameDays,
  listFormerNames,
  maxFormerNames,
} from '@envhold/contract/environments/former-names.ts'
import { inject as injectEndpoint } from '@envhold/contract/inject.ts'
import { readVariablesByName, writeVariables } from '@envhold/contract/variables/variables.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf, usageOf } from '../../../../../dev/world/events-of.ts'
import { expectDetected } from '../../../../../dev/world/planted-row.ts'
import { seedApiKey, seedPersonalToken, seedProject } from '../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../dev/world/share-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../dev/world/with-second-node.ts'

const dayMs = 86_400_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const member = withPerson(app)
  const second = withSecondNode(app)
  let projectId: number
  let staging: number
  let other: number
  let apiKey: string

  beforeEach(async () => {
    const { project, ids } = await seedProject(owner, 'Staging', 'other')
    projectId = project.id
    staging = ids.Staging
    other = ids.other
    for (const [id, value] of [
      [staging, 'staging'],
      [other, 'other'],
    ] as const)
      await write(id, value)
    apiKey = (await seedApiKey(owner, projectId)).apiKey
  })

  const write = (id: number, WHICH: string) =>
    owner.client.call(writeVariables, { params: { id }, body: { variables: { WHICH }, mode: 'replace' } })
  const rename = (id: number, name: string) =>
    owner.client.call(renameEnvironment, { params: { id }, body: { name } })
  const create = (name: string) =>
    owner.client.call(createEnvironment, { params: { projectId }, body: { name } })
  const end = (id: number, name: string) => owner.client.call(endFormerName, { params: { id, name } })
  const namesOf = async (id: number) =>
    (await owner.client.call(listFormerNames, { params: { id } })).former_names.map(({ name }) => name)
  const ask = (path: string, key = apiKey, url = app.url, headers = {}) =>
    fetch(`${url}/api/v1/${path}`, { headers: { 'x-api-key': key, ...headers } })
  const injected = async (name: string, key = apiKey, url = app.url) => {
    const answer = await ask(`inject/${projectId}/${name}`, key, url)
    return answer.status === 200 ? await answer.text() : answer.status
  }

  test('a key that uses the former name is answered, and told until when', async () => {
    await rename(staging, 'stage')
    const { former_names } = await owner.client.call(listFormerNames, { params: { id: staging } })
    expect(former_names).toEqual([{ name: 'Staging', ends_at: expect.any(String) }])
    const end = new Date(former_names[0]?.ends_at ?? '')
    for (const path of [
      `inject/${projectId}/staging`,
      `inject/${projectId}/STAGING?format=json`,
      `schema/${projectId}/staging`,
      'variables?environment=staging',
    ]) {
      const answer = await ask(path)
      expect(answer.status, path).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        etag: expect.stringContaining(`"${staging}.1`),
        deprecation: `@${Math.floor((end.getTime() - formerNameDays * dayMs) / 1_000)}`,
        sunset: end.toUTCString(),
        'x-envhold-warnings': `former-name: Staging is now stage and ends on ${end.toISOString().slice(0, 10)}`,
      })
      const etag = answer.headers.get('etag') ?? ''
      const same = await ask(path, apiKey, app.url, { 'if-none-match': etag })
      expect([same.status, same.headers.get('sunset')]).toEqual([304, end.toUTCString()])
    }
    for (const name of ['stage', String(staging)]) {
      const { status, headers } = await ask(`inject/${projectId}/${name}`)
      expect(status).toBe(200)
      for (const header of ['sunset', 'deprecation', 'x-envhold-warnings'])
        expect(headers.get(header)).toBeNull()
    }
    // The usage log has the name that was asked for, so that an owner finds who still uses it.
    const [entry] = (await usageOf(app)).filter(({ environment_name }) => environment_name === 'staging')
    expect(entry).toMatchObject({ environment_id: staging, status_code: 200 })
  })

  test('an answer with names is not unchanged after a rename, the values alone are', async () => {
    const paths = [
      `inject/${projectId}/${staging}`,
      `schema/${projectId}/${staging}`,
      `variables?environment=${staging}`,
      'variables?environment=staging',
    ]
    const etags = await Promise.all(paths.map(async (path) => (await ask(path)).headers.get('etag') ?? ''))
    const statuses = () =>
      Promise.all(
        paths.map(
          async (path, index) =>
            (await ask(path, apiKey, app.url, { 'if-none-match': etags[index] ?? '' })).status,
        ),
      )
    expect(await statuses()).toEqual([304, 304, 304, 304])
    await rename(staging, 'stage')
    expect(await statuses()).toEqual([304, 200, 200, 200])
  })

  test('a warning about values stays', async () => {
    await owner.client.call(writeVariables, {
      params: { id: staging },
      body: { variables: { TRICKY: '$x' }, mode: 'replace' },
    })
    await rename(staging, 'stage')
    const { headers } = await ask(`inject/${projectId}/staging`)
    expect(headers.get('x-envhold-warnings')).toMatch(
      /^not-portable: TRICKY; former-name: Staging is now stage /,
    )
  })

  test('a personal token reads by the former name, and only what it may see', async () => {
    await rename(staging, 'stage')
    const { token } = await seedPersonalToken(owner)
    const query = { project_id: projectId, environment: 'staging' }
    const { output, headers } = await app.as({ token }).ask(readVariablesByName, { query })
    expect(output).toMatchObject({ environment: { id: staging, name: 'stage' } })
    expect(headers.get('sunset')).not.toBeNull()
    const unknown = { code: 'NOT_FOUND', message: 'Environment not found' }
    await shareProject(app, owner, projectId, member, { environments: [other] })
    for (const environment of ['staging', 'nothing'])
      await expect(
        member.client.call(readVariablesByName, { query: { ...query, environment } }),
      ).rejects.toMatchObject(unknown)
    await expect(member.client.call(listFormerNames, { params: { id: staging } })).rejects.toMatchObject(
      unknown,
    )
  })

  test('a key without the environment is answered as for any other name', async () => {
    await rename(staging, 'stage')
    const { apiKey: narrow } = await seedApiKey(owner, projectId, { environment_access: [String(other)] })
    const answers = await Promise.all(
      ['staging', 'nothing'].map(async (name) => {
        const answer = await ask(`inject/${projectId}/${name}`, narrow)
        const { request_id: _, ...body } = (await answer.json()) as { request_id: string }
        return { status: answer.status, body, warning: answer.headers.get('sunset') }
      }),
    )
    expect(answers[0]).toMatchObject({ status: 404, warning: null })
    expect(answers[0]).toEqual(answers[1])
  })

  test('every name of a chain answers, and a name that comes back is the current one', async () => {
    for (const name of ['b', 'c']) await rename(staging, name)
    for (const name of ['staging', 'b', 'c']) expect(await injected(name)).toBe('WHICH=staging\n')
    expect(await namesOf(staging)).toEqual(['b', 'Staging'])
    await rename(staging, 'STAGING')
    expect(await namesOf(staging)).toEqual(['c', 'b'])
    expect((await ask(`inject/${projectId}/staging`)).headers.get('sunset')).toBeNull()
    await rename(staging, 'staging')
    expect(await namesOf(staging)).toEqual(['c', 'b'])
  })

  test('ends now, with an entry in the activity', async () => {
    await rename(staging, 'stage')
    expect(await injected('staging')).toBe('WHICH=staging\n')
    await expect(end(other, 'staging')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await end(staging, 'STAGING')
    for (const url of [app.url, second.url]) expect(await injected('staging', apiKey, url)).toBe(404)
    await expect(end(staging, 'staging')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await activityOf(app)).at(-1)).toMatchObject({
      event_type: 'environment_updated',
      environment_id: staging,
      description: 'Ended the former name "Staging" of the environment "stage"',
    })
  })

  describe('another environment', () => {
    test.each([
      ['a new environment', () => create('STAGING')],
      ['a rename', () => rename(other, 'STAGING')],
    ])('gets the name by %s only once it has ended', async (_, take) => {
      await rename(staging, 'stage')
      const message = expect.stringMatching(
        /^The environment "stage" still answers to "Staging", until \d{4}-\d\d-\d\d\. End that name there first/,
      )
      await expect(take()).rejects.toMatchObject({ code: 'CONFLICT', message, details: [{ path: 'name' }] })
      expect(await injected('staging')).toBe('WHICH=staging\n')
      await end(staging, 'staging')
      const { environment } = await take()
      await write(environment.id, 'another')
      expect(await injected('staging')).toBe('WHICH=another\n')
    })

    test('never has a name at the same time, whatever comes first', async () => {
      for (let round = 0; round < 4; round++) {
        const { environment } = await create(`a-${round}`)
        const [renamed, made] = await Promise.allSettled([
          rename(environment.id, `b-${round}`),
          create(`a-${round}`),
        ])
        expect(renamed.status).toBe('fulfilled')
        expect(made).toMatchObject({ status: 'rejected', reason: { code: 'CONFLICT' } })
      }
    })

    test('in another project may have the name', async () => {
      await rename(staging, 'stage')
      const { environments } = await seedProject(owner, 'staging')
      expect(environments).toHaveLength(1)
    })
  })

  test('the newest 20 answer', async () => {
    for (let n = 0; n <= maxFormerNames; n++) {
      app.advance(1)
      await rename(staging, `n${n}`)
    }
    const names = await namesOf(staging)
    expect(names).toHaveLength(maxFormerNames)
    expect([names[0], names.at(-1)]).toEqual([`n${maxFormerNames - 1}`, 'n0'])
    expect(await injected('staging')).toBe(404)
  })

  test('an environment takes its former names with it', async () => {
    await rename(staging, 'stage')
    await owner.client.call(deleteEnvironment, { params: { projectId, envId: staging } })
    expect(await injected('staging')).toBe(404)
    await create('staging')
  })

  test.each([
    ['moved to another environment', 'staging', () => ({ environment_id: other })],
    ['that lasts longer', 'staging', () => ({ renamed_at: app.ctx.clock() + dayMs })],
    ['under another name', 'production', () => ({ name_canonical: 'production' })],
  ])('a row %s is rejected', async (_, name, change) => {
    await rename(staging, 'stage')
    const rows = app.ctx.db.updateTable('former_environment_names').where('environment_id', '=', staging)
    await rows.set(change()).execute()
    const params = { projectId, environment: name }
    await expectDetected(app, 'former_environment_names', () =>
      app.as({ apiKey }).call(injectEndpoint, { params, query: {} }),
    )
  })

  test('ends after its days, on every node, also before the hourly run', async () => {
    await rename(staging, 'stage')
    app.advance((formerNameDays / 2) * dayMs)
    expect(await namesOf(staging)).toEqual(['Staging'])
    app.advance((formerNameDays / 2) * dayMs - 60_000)
    for (const url of [app.url, second.url])
      expect(await injected('staging', apiKey, url)).toBe('WHICH=staging\n')
    app.advance(60_000)
    for (const url of [app.url, second.url]) expect(await injected('staging', apiKey, url)).toBe(404)
    expect(await namesOf(staging)).toEqual([])
    await expect(end(staging, 'staging')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { environment } = await create('staging')
    await write(environment.id, 'new')
    expect(await injected('staging')).toBe('WHICH=new\n')
    await rename(environment.id, 'newer')
    expect(await injected('staging')).toBe('WHICH=new\n')
  })
})
