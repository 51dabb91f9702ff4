import { updateApiKey } from '@envhold/contract/api-keys.ts'
import { createEnvironment, deleteEnvironment } from '@envhold/contract/environments/environments.ts'
import { requiredApiKeyPermissions } from '@envhold/contract/permissions.ts'
import { deleteProject } from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { checksum } from '@envhold/integrity/base62.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { usageOf } from '../../../../../dev/world/events-of.ts'
import {
  type ApiKeyRequest,
  seedApiKey,
  seedEnvironment,
  seedProject,
} from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { findUser, userMac } from '../users/user-store.ts'

const hour = 3_600_000

forEachEngine((engine) => {
  const app = withApp(engine, { TRUST_PROXY: '127.0.0.1/32' })
  const owner = withPerson(app)
  /** An environment that no test changes. */
  let production: { id: number; projectId: number; key: string }
  beforeAll(async () => {
    const seeded = await seedEnvironment(owner, { A: '1', LINES: 'x\ny', lower: "it's" })
    production = { ...seeded, key: (await seedApiKey(owner, seeded.projectId)).apiKey }
  })

  const ask = (path: string, key: string | undefined, headers: Record<string, string> = {}) =>
    app.fetch(`/api/v1/${path}`, { headers: { ...(key && { 'x-api-key': key }), ...headers } })
  const fetched = async (path: string, key: string, headers: Record<string, string> = {}) => {
    const response = await ask(path, key, headers)
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  const statusOf = async (path: string, key: string, headers: Record<string, string> = {}) =>
    (await fetched(path, key, headers)).status
  const write = (id: number, variables: Record<string, string>) =>
    owner.client.call(writeVariables, { params: { id }, body: { variables, mode: 'replace' } })
  const newKey = async (request: ApiKeyRequest = {}) => {
    const { id, apiKey } = await seedApiKey(owner, production.projectId, request)
    return { id, key: apiKey, path: `inject/${production.projectId}/production` }
  }
  const from = (ip: string) => ({ 'x-forwarded-for': ip })
  const rejection = async (path: string, key: string, headers: Record<string, string> = {}) => {
    const { status, text } = await fetched(path, key, headers)
    const { error, message } = JSON.parse(text)
    return [status, error, message]
  }

  test.each([
    ['dotenv', 'text/plain; charset=utf-8', "A=1\nLINES='x\ny'\nlower=\"it's\"\n"],
    [
      'json',
      'application/json; charset=utf-8',
      '{\n  "A": "1",\n  "LINES": "x\\ny",\n  "lower": "it\'s"\n}\n',
    ],
    ['yaml', 'application/yaml; charset=utf-8', '"A": "1"\n"LINES": "x\\ny"\n"lower": "it\'s"\n'],
    ['shell', 'text/plain; charset=utf-8', expect.stringMatching(/^export A='?1'?\n/)],
    ['github', 'text/plain; charset=utf-8', expect.stringMatching(/^A<<(\S+)\n1\n\1\n/)],
  ])('responds in the format %s', async (format, type, text) => {
    const path = `inject/${production.projectId}/production?format=${format}`
    const answer = await fetched(path, production.key)
    expect(answer).toMatchObject({ status: 200, text })
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('etag')).toBe(`"${production.id}.1"`)
    expect(answer.headers.get('x-envhold-warnings')).toBeNull()
  })

  test('dotenv is the default format, and unknown formats are rejected', async () => {
    const path = `inject/${production.projectId}/production`
    expect((await fetched(path, production.key)).text).toContain('A=1\n')
    expect(await rejection(`${path}?format=toml`, production.key)).toEqual([
      400,
      'VALIDATION_FAILED',
      expect.anything(),
    ])
    expect(await rejection(`${path}?dialect=cobol`, production.key)).toEqual([
      400,
      'VALIDATION_FAILED',
      expect.anything(),
    ])
  })

  test('names a value that the chosen dialect cannot represent; without a dialect it warns', async () => {
    const { id, projectId } = await seedEnvironment(owner, {
      FINE: '1',
      TRICKY: 'canary$x',
      LINES: 'canary\n',
    })
    const { apiKey } = await seedApiKey(owner, projectId)
    const path = `inject/${projectId}/${id}`
    expect((await fetched(path, apiKey)).headers.get('x-envhold-warnings')).toBe('not-portable: TRICKY')
    expect((await fetched(`${path}?dialect=node`, apiKey)).headers.get('x-envhold-warnings')).toBeNull()
    const response = await fetched(`${path}?dialect=docker`, apiKey)
    expect(response.status).toBe(400)
    expect(JSON.parse(response.text)).toMatchObject({
      error: 'VALIDATION_FAILED',
      details: [{ path: 'LINES' }],
    })
    expect(response.text).not.toContain('canary')
  })

  test('finds an environment by name, in any case, and by id', async () => {
    const { projectId, id, key } = production
    for (const name of ['production', 'PRODUCTION', 'Production', String(id)])
      expect(await statusOf(`inject/${projectId}/${name}`, key)).toBe(200)
  })

  test('an environment whose name looks like an id wins over the id', async () => {
    const { project, environments } = await seedProject(owner, 'first')
    const named = await owner.client.call(createEnvironment, {
      params: { projectId: project.id },
      body: { name: String(environments[0]?.id) },
    })
    await write(named.environment.id, { WHICH: 'by name' })
    const { apiKey } = await seedApiKey(owner, project.id)
    expect((await fetched(`inject/${project.id}/${environments[0]?.id}`, apiKey)).text).toBe(
      "WHICH='by name'\n",
    )
  })

  test('accepts the key in its own header or as a bearer token, not both', async () => {
    const { projectId, key } = production
    const path = `inject/${projectId}/production`
    const bearer = { authorization: `Bearer ${key}` }
    expect((await ask(path, undefined, bearer)).status).toBe(200)
    expect((await ask(path, key, bearer)).status).toBe(401)
    expect((await ask(path, undefined)).status).toBe(401)
    expect((await ask(path, owner.token)).status).toBe(401)
    expect((await ask(path, undefined, { authorization: `Bearer ${owner.token}` })).status).toBe(401)
    expect((await ask(path, `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`)).status).toBe(401)
  })

  test('returns 304 while nothing changed, also when the environment is deleted and created again under the same name', async () => {
    const { project, environments } = await seedProject(owner, 'production')
    const [first] = environments.map(({ id }) => id) as [number]
    const { apiKey } = await seedApiKey(owner, project.id)
    const path = `inject/${project.id}/production`
    const schema = `schema/${project.id}/production`
    await write(first, { A: '1' })
    const tag = (await fetched(path, apiKey)).headers.get('etag') ?? ''
    const other = `"${first}.9"`
    for (const which of [path, schema, `${path}?format=json`]) {
      const tag = (await fetched(which, apiKey)).headers.get('etag') ?? ''
      for (const same of [tag, `W/${tag}`, `${other}, ${tag}`, `"x", W/${tag},${other}`]) {
        const answer = await fetched(which, apiKey, { 'if-none-match': same })
        expect(answer).toMatchObject({ status: 304, text: '' })
        expect(answer.headers.get('etag')).toBe(tag)
      }
    }
    const others = [
      '"1"',
      `"${first}.0"`,
      `"${first}.2"`,
      `"${first}.9999999999"`,
      '"999999999999999.1"',
      '*',
      `${tag.slice(0, -1)}0"`,
    ]
    for (const unknown of [...others, others.join(', ')])
      expect(await fetched(path, apiKey, { 'if-none-match': unknown })).toMatchObject({
        status: 200,
        text: 'A=1\n',
      })
    await write(first, { A: '2' })
    expect(await fetched(path, apiKey, { 'if-none-match': tag })).toMatchObject({
      status: 200,
      text: 'A=2\n',
    })
    await owner.client.call(deleteEnvironment, { params: { projectId: project.id, envId: first } })
    expect(await statusOf(path, apiKey, { 'if-none-match': tag })).toBe(404)
    const again = await owner.client.call(createEnvironment, {
      params: { projectId: project.id },
      body: { name: 'production' },
    })
    await write(again.environment.id, { A: 'of the second' })
    const second = await fetched(path, apiKey, { 'if-none-match': tag })
    expect(second).toMatchObject({ status: 200, text: "A='of the second'\n" })
    expect(second.headers.get('etag')).not.toBe(tag)
  })

  test('rejects an unknown query parameter and names it', async () => {
    const { key, path } = await newKey()
    for (const [which, named] of [
      [`${path}?fromat=json`, 'fromat'],
      [`${path.replace('inject', 'schema')}?format=json`, 'format'],
    ] as const) {
      const { status, text } = await fetched(which, key)
      expect([status, JSON.parse(text)]).toMatchObject([
        400,
        { error: 'VALIDATION_FAILED', details: [{ path: named }] },
      ])
    }
  })

  test('HEAD returns the headers of GET without a body, and is recorded like GET', async () => {
    const { id, key, path } = await newKey()
    for (const which of [path, `${path}?format=json`, path.replace('inject', 'schema')]) {
      const got = await fetched(which, key)
      const head = await app.fetch(`/api/v1/${which}`, { method: 'HEAD', headers: { 'x-api-key': key } })
      expect([head.status, await head.text()]).toEqual([200, ''])
      for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
        expect(head.headers.get(name), name).toBe(got.headers.get(name))
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(got.text)))
    }
    const wrong = await app.fetch(`/api/v1/${path}`, { method: 'HEAD' })
    expect(wrong.status).toBe(401)
    const rows = (await usageOf(app)).filter(({ api_key_id }) => api_key_id === id)
    expect(rows.map(({ status_code, variables_count }) => [status_code, variables_count])).toEqual([
      [200, 3],
      [200, 3],
      [200, 3],
      [200, 3],
      [200, 0],
      [200, 0],
    ])
  })

  test('the schema returns names and no value', async () => {
    const { projectId, id, key } = production
    const answer = await fetched(`schema/${projectId}/production`, key)
    expect(JSON.parse(answer.text)).toEqual({
      project: { id: projectId, name: 'Shop' },
      environment: { id, name: 'production' },
      version: 1,
      keys: ['A', 'LINES', 'lower'],
    })
    expect(answer.headers.get('etag')).toMatch(new RegExp(`^"${id}\\.1\\.[\\w-]{8}"$`))
  })

  test('environments that a key was not granted look like missing ones', async () => {
    const { project, environments } = await seedProject(owner, 'mine', 'withheld')
    const { apiKey } = await seedApiKey(owner, project.id, {
      environment_access: [String(environments[0]?.id)],
    })
    expect(await statusOf(`inject/${project.id}/mine`, apiKey)).toBe(200)
    const withheld = await rejection(`inject/${project.id}/withheld`, apiKey)
    expect(withheld).toEqual([
      404,
      'NOT_FOUND',
      'There is no such environment, or this API key may not read it.',
    ])
    expect(await rejection(`inject/${project.id}/${environments[1]?.id}`, apiKey)).toEqual(withheld)
    for (const name of [
      'nothing',
      '999999',
      '9999999999999999',
      'a%00b',
      '%F0%9F%98%80',
      'a%0Ab',
      "'; drop table usage; --",
    ])
      expect(await statusOf(`inject/${project.id}/${name}`, apiKey), name).toBeOneOf([400, 404])
    // This also holds for a request that asks only whether it changed.
    const known = { 'if-none-match': `"${environments[1]?.id}.0"` }
    expect(await rejection(`inject/${project.id}/withheld`, apiKey, known)).toEqual(withheld)
    for (const other of [production.projectId, 999_999])
      for (const name of ['production', 'mine'])
        expect(await statusOf(`inject/${other}/${name}`, apiKey), name).toBe(404)
    expect(await statusOf(`schema/${project.id}/withheld`, apiKey)).toBe(404)
    expect(await statusOf(`inject/${project.id}/${'x'.repeat(51)}`, apiKey)).toBe(400)
  })

  test('the schema has its own permission', async () => {
    const { id, key, path } = await newKey({ permissions: [...requiredApiKeyPermissions] })
    expect(await statusOf(path, key)).toBe(200)
    expect(await rejection(path.replace('inject', 'schema'), key)).toEqual([
      403,
      'FORBIDDEN',
      'This API key does not have the permission read_schema.',
    ])
    const { api_key } = await owner.client.call(updateApiKey, {
      params: { id: production.projectId, keyId: id },
      body: { permissions: [...requiredApiKeyPermissions, 'read_schema'] },
    })
    expect(api_key.permissions).toEqual(['read_variables', 'read_schema', 'variables.api_inject'])
    expect(await statusOf(path.replace('inject', 'schema'), key)).toBe(200)
  })

  test('rejects at once a key that expired or was switched off, or whose project or owner was deleted', async () => {
    const expiring = await newKey({ expires_at: new Date(app.ctx.clock() + hour).toISOString() })
    expect(await statusOf(expiring.path, expiring.key)).toBe(200)
    app.advance(hour)
    expect(await rejection(expiring.path, expiring.key)).toEqual([
      401,
      'UNAUTHENTICATED',
      'This API key has expired.',
    ])

    const off = await newKey()
    const turn = (is_active: boolean) =>
      owner.client.call(updateApiKey, {
        params: { id: production.projectId, keyId: off.id },
        body: { is_active },
      })
    await turn(false)
    expect(await rejection(off.path, off.key)).toEqual([
      401,
      'UNAUTHENTICATED',
      'This API key is not active.',
    ])
    await turn(true)
    expect(await statusOf(off.path, off.key)).toBe(200)

    const { projectId } = await seedEnvironment(owner)
    const { apiKey } = await seedApiKey(owner, projectId)
    expect(await statusOf(`inject/${projectId}/production`, apiKey)).toBe(200)
    await owner.client.call(deleteProject, { params: { id: projectId } })
    const notFound = [404, 'NOT_FOUND', 'Project not found']
    expect(await rejection(`inject/${projectId}/production`, apiKey)).toEqual(notFound)

    const someone = await addPerson(app)
    const theirs = await seedEnvironment(someone)
    const theirKey = await seedApiKey(someone, theirs.projectId)
    const user = await findUser(app.ctx, someone.userId)
    if (!user) throw new Error('Nobody was signed up')
    const suspended = { ...user, status: 'SUSPENDED' as const }
    await app.ctx.db
      .updateTable('users')
      .set({ status: 'SUSPENDED', mac: userMac.of(app.ctx.secrets, suspended) })
      .where('id', '=', user.id)
      .execute()
    expect(await statusOf(`inject/${theirs.projectId}/production`, theirKey.apiKey)).toBe(401)
  })

  test('responds the same to an unknown id and a wrong secret', async () => {
    const stranger = newToken('pak').text
    const { projectId, key } = production
    const path = `inject/${projectId}/production`
    const unknown = await rejection(path, stranger)
    expect(unknown).toEqual([401, 'UNAUTHENTICATED', 'This API key is unknown.'])
    // The id of an existing key with the secret of another, rebuilt so that the checksum is correct.
    const [, id] = key.split('_') as [string, string]
    const body = `pak_${id}_${stranger.split('_')[2]?.slice(0, 43)}`
    expect(await rejection(path, `${body}${checksum(body)}`)).toEqual(unknown)
  })

  test.each([
    ['203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.8', ['203.0.113.7'], false],
    ['203.0.113.8', ['10.0.0.0/8', '203.0.113.0/24'], true],
    ['203.0.114.1', ['203.0.113.0/24'], false],
    ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
    ['203.0.113.7', ['::ffff:203.0.113.7'], true],
    ['203.0.113.7', ['::/0'], true],
    ['2001:db8::1', ['2001:DB8:0::1'], true],
    ['2001:db8::2', ['2001:db8::1'], false],
    ['2001:db8:1::2', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['2001:db8::1', ['0.0.0.0/0'], false],
    ['198.51.100.1', ['0.0.0.0/0'], true],
  ])('from %s with %j allowed: %s', async (ip, allowed_ips, allowed) => {
    const { key, path } = await newKey({ allowed_ips })
    expect(await statusOf(path, key, from(ip))).toBe(allowed ? 200 : 403)
    if (!allowed)
      expect(await rejection(path, key, from(ip))).toEqual([
        403,
        'IP_NOT_ALLOWED',
        'This API key may not be used from this address.',
      ])
  })

  test('a read never returns less than the last acknowledged write', async () => {
    const { id, projectId } = await seedEnvironment(owner, { N: '0' })
    const { apiKey } = await seedApiKey(owner, projectId)
    let acknowledged = 0
    let writing = true
    const reader = async () => {
      while (writing) {
        const minCount = acknowledged
        const { text } = await fetched(`inject/${projectId}/production`, apiKey)
        expect(Number(text.slice('N='.length))).toBeGreaterThanOrEqual(minCount)
      }
    }
    const readers = Promise.all([reader(), reader(), reader(), reader()])
    for (let n = 1; n <= 15; n++) {
      await write(id, { N: String(n) })
      acknowledged = n
    }
    writing = false
    await readers
  })
})
