import { deleteApiKey, updateApiKey } from '@envhold/contract/api-keys.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { updateProject } from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { beforeAll, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { usageOf } from '../../../../../dev/world/events-of.ts'
import { type ApiKeyRequest, seedApiKey } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withProject } from '../../../../../dev/world/with-project.ts'

forEachEngine((engine) => {
  const app = withApp(engine, { TRUST_PROXY: '127.0.0.1/32' })
  // The operator: the owner is on the free plan, which has limits.
  withPerson(app)
  const owner = withPerson(app)
  const shop = withProject(owner, 'development', 'production')
  beforeAll(async () => {
    for (const [id, WHICH] of [
      [shop.ids.development, 'development'],
      [shop.ids.production, 'production'],
    ] as const)
      await owner.client.call(writeVariables, {
        params: { id },
        body: { variables: { WHICH }, mode: 'replace' },
      })
  })

  const newKey = async (request: ApiKeyRequest = {}) => seedApiKey(owner, shop.project.id, request)
  const ask = async (path: string, apiKey: string, headers: Record<string, string> = {}) => {
    const response = await app.fetch(`/api/v1/${path}`, { headers: { 'x-api-key': apiKey, ...headers } })
    const text = await response.text()
    return { status: response.status, json: text === '' ? null : JSON.parse(text), headers: response.headers }
  }
  const ofDevelopment = (): ApiKeyRequest => ({ environment_access: [String(shop.ids.development)] })

  test('a key reads its own properties, and nothing about environments that it may not read', async () => {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    const { apiKey } = await newKey({ ...ofDevelopment(), name: 'Deploys', expires_at })
    const answer = await ask('key', apiKey)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      api_key: {
        key_name: 'Deploys',
        permissions: ['read_variables', 'read_schema', 'variables.api_inject'],
        expires_at,
      },
      project: { id: shop.project.id, name: 'Shop' },
      environments: [{ id: shop.ids.development, name: 'development' }],
    })
    expect(JSON.stringify(answer.json)).not.toContain('production')
    expect(answer.headers.get('ratelimit-limit')).toBe('100')
    const all = await newKey()
    expect((await ask('key', all.apiKey)).json.environments).toEqual([
      { id: shop.ids.development, name: 'development' },
      { id: shop.ids.production, name: 'production' },
    ])
  })

  test('counts and records each call, rejected ones too', async () => {
    const { id, apiKey } = await newKey({ allowed_ips: ['203.0.113.7'] })
    const from = (ip: string) => ({ 'x-forwarded-for': ip })
    expect((await ask('key', apiKey, from('203.0.113.7'))).status).toBe(200)
    expect((await ask('variables', apiKey, from('203.0.113.7'))).status).toBe(400)
    expect((await ask('variables?environment=production', apiKey, from('203.0.113.7'))).status).toBe(200)
    expect((await ask('key', apiKey, from('203.0.113.8'))).json.error).toBe('IP_NOT_ALLOWED')
    const usage = (await usageOf(app)).filter(({ api_key_id }) => api_key_id === id)
    const rows = usage.map((row) => [
      row.endpoint,
      row.status_code,
      row.environment_name,
      Number(row.variables_count),
    ])
    expect(rows).toEqual([
      ['/v1/key', 200, '', 0],
      ['/v1/variables', 400, '', 0],
      ['/v1/variables', 200, 'production', 1],
      ['/v1/key', 403, '', 0],
    ])
  })

  test('says how to send a key when none was sent', async () => {
    const message = 'No API key was sent. Send it in the header X-API-Key, or as Authorization: Bearer KEY.'
    for (const path of ['key', 'variables', `inject/${shop.project.id}/production`]) {
      const response = await app.fetch(`/api/v1/${path}`)
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ error: 'UNAUTHENTICATED', message })
    }
  })

  test('records the name of an environment that a call names by its id', async () => {
    const { id, apiKey } = await newKey()
    const { project, ids } = shop
    const named = `${project.id}/${ids.production}`
    const byId = [`inject/${named}?format=json`, `schema/${named}`]
    // A response is remembered from the second time on, and sent so from the third.
    const again = byId.flatMap((path) => [path, path, path])
    for (const path of [...again, `variables?environment=${ids.production}`])
      expect((await ask(path, apiKey)).status, path).toBe(200)
    for (const path of byId) {
      const etag = (await ask(path, apiKey)).headers.get('etag') ?? ''
      expect((await ask(path, apiKey, { 'if-none-match': etag })).status, path).toBe(304)
    }
    expect((await ask(`inject/${project.id}/999999`, apiKey)).status).toBe(404)
    const usage = (await usageOf(app)).filter(({ api_key_id }) => api_key_id === id)
    expect(usage.map(({ environment_id, environment_name }) => [environment_id, environment_name])).toEqual([
      ...Array(11).fill([ids.production, 'production']),
      [null, '999999'],
    ])
  })

  test('rejects a key that is unknown, switched off, expired or deleted', async () => {
    expect((await ask('key', newToken('pak').text)).status).toBe(401)
    expect((await ask('key', 'nonsense')).status).toBe(401)
    const off = await newKey()
    const params = { id: shop.project.id, keyId: off.id }
    await owner.client.call(updateApiKey, { params, body: { is_active: false } })
    for (const path of ['key', 'variables?environment=production'])
      expect((await ask(path, off.apiKey)).json).toMatchObject({ message: 'This API key is not active.' })
    await owner.client.call(deleteApiKey, { params })
    expect((await ask('key', off.apiKey)).status).toBe(401)
    const expiring = await newKey({ expires_at: new Date(app.ctx.clock() + 60_000).toISOString() })
    app.advance(60_000)
    expect((await ask('key', expiring.apiKey)).json).toMatchObject({ message: 'This API key has expired.' })
  })

  test('counts towards the limit of the key', async () => {
    const { apiKey } = await newKey()
    for (let call = 0; call < 100; call++) expect((await ask('key', apiKey)).status).toBe(200)
    const over = await ask('key', apiKey)
    expect([over.status, over.json.error]).toEqual([429, 'RATE_LIMITED'])
    expect((await ask('variables?environment=production', apiKey)).status).toBe(429)
  })

  test('a key of one environment reads it without naming it', async () => {
    const { apiKey } = await newKey(ofDevelopment())
    const answer = await ask('variables', apiKey)
    expect(answer.json).toEqual({
      project: { id: shop.project.id, name: 'Shop' },
      environment: { id: shop.ids.development, name: 'development' },
      version: 1,
      variables: { WHICH: 'development' },
    })
    const etag = answer.headers.get('etag') ?? ''
    expect(etag).toMatch(new RegExp(`^"${shop.ids.development}\\.1\\.[\\w-]{8}"$`))
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await ask('variables', apiKey, { 'if-none-match': etag })).status).toBe(304)
  })

  test('a key of several environments must name one, and sees only its own', async () => {
    const params = { projectId: shop.project.id }
    const hidden = await owner.client.call(createEnvironment, { params, body: { name: 'hidden' } })
    const { apiKey } = await newKey({
      environment_access: [String(shop.ids.development), String(shop.ids.production)],
    })
    const answer = await ask('variables', apiKey)
    expect([answer.status, answer.json.error]).toEqual([400, 'VALIDATION_FAILED'])
    expect(answer.json.details).toEqual([{ path: 'environment', message: 'One of: development, production' }])
    const rejected = await ask('variables?environment=hidden', apiKey)
    expect(rejected.status).toBe(404)
    expect((await ask(`variables?environment=${hidden.environment.id}`, apiKey)).status).toBe(404)
    expect((await ask('variables?environment=nowhere', apiKey)).json.message).toBe(rejected.json.message)
    for (const named of ['production', 'PRODUCTION', String(shop.ids.production)])
      expect((await ask(`variables?environment=${named}`, apiKey)).json.variables).toEqual({
        WHICH: 'production',
      })
  })

  test('accepts the project’s own names only', async () => {
    const { apiKey } = await newKey(ofDevelopment())
    const full = encodeURIComponent(`${owner.username}/shop`)
    for (const named of ['Shop', 'shop', String(shop.project.id), full])
      expect((await ask(`variables?project=${named}`, apiKey)).status, named).toBe(200)
    for (const named of ['other', String(shop.project.id + 1), 'somebody%2Fshop'])
      expect((await ask(`variables?project=${named}`, apiKey)).json, named).toMatchObject({
        error: 'NOT_FOUND',
        message: 'This API key belongs to another project.',
      })
    await owner.client.call(updateProject, { params: { id: shop.project.id }, body: { name: 'Renamed' } })
    expect((await ask('variables?project=shop', apiKey)).status).toBe(404)
    expect((await ask('variables?project=renamed', apiKey)).status).toBe(200)
  })
})
