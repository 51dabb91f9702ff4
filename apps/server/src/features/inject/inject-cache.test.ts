import { inspect } from 'node:util'
import { inject as endpoint, readSchema } from '@envhold/contract/inject.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { parseToken } from '@envhold/integrity/token.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { SecretSearch } from '../../../../../dev/world/find-secrets.ts'
import { seedApiKey } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withEnvironment } from '../../../../../dev/world/with-project.ts'
import { writeOutside } from '../../../../../dev/world/write-outside.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { findPresentedKey } from '../api-keys/api-key-auth.ts'
import { createEnvironmentKeyCache } from '../keyring/environment-key-cache.ts'
import { createKnownChains } from '../usage/known-chains.ts'
import type { AdmittedCall } from './admitted-call.ts'
import { type CacheLookup, createInjectCache, type InjectCache } from './inject-cache.ts'
import { injectText } from './inject-text.ts'

const minute = 60_000
const ip = '203.0.113.7'
const canary = 'canary-f3bd0c51a7e94c0e'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const production = withEnvironment(owner, { A: canary })
  let memory: InjectCache
  let id: string
  let apiKey: string
  beforeEach(async () => {
    memory = createInjectCache(app.ctx, createKnownChains(app.ctx))
    ;({ id, apiKey } = await seedApiKey(owner, production.projectId))
  })

  const call = (ifNoneMatch?: string, from = ip, environment = 'production') =>
    ({
      params: { projectId: production.projectId, environment },
      query: { format: 'dotenv' as const },
      ifNoneMatch,
      origin: { ip: from, requestId: 'r', userAgent: '' },
    }) as const
  const lookup = (of = call(), presented = apiKey) =>
    memory.lookup(endpoint, { ...of, caller: { kind: 'api-key', presented } })
  const lookUp = async (of = call()) => {
    const token = parseToken(apiKey, 'pak')
    const presented = await findPresentedKey(app.ctx, token, ip)
    const ctx = { ...app.ctx, keys: createEnvironmentKeyCache(app.ctx) }
    const served = await injectText(ctx, { ...of, key: presented.key, token } as unknown as AdmittedCall<
      typeof endpoint
    >)
    return [presented, served] as const
  }
  /** Two calls without a remembered answer. */
  const warm = async (of = call()) => {
    for (let n = 0; n < 2; n++) {
      const recalled = await lookup(of)
      expect(recalled.known).toBeUndefined()
      recalled.remember(...(await lookUp(of)))
    }
  }
  const textOf = ({ known }: CacheLookup) => String(known?.served.result.open?.().body)
  const text = async (of = call()) => textOf(await lookup(of))
  const isKnown = async (of = call()) => (await lookup(of)).known !== undefined

  test('an answer is remembered from the second call on, with the same bytes', async () => {
    await warm()
    const [, served] = await lookUp()
    const known = (await lookup()).known
    const { result, prepare, ...about } = known?.served ?? {}
    expect(prepare).toBeDefined()
    const { open, headers } = result ?? {}
    const { body = '', encoding, headers: bodyHeaders } = open?.() ?? {}
    const answer = { text: Buffer.from(String(body), encoding), headers: { ...headers, ...bodyHeaders } }
    expect({ ...about, result: answer }).toEqual(served)
    expect(known?.presented.rejection).toBeNull()
    // Other questions are other answers.
    expect(await isKnown(call(undefined, ip, String(production.id)))).toBe(false)
    const { apiKey: other } = await seedApiKey(owner, production.projectId)
    expect((await lookup(call(), other)).known).toBeUndefined()
  })

  test('a caller who has this version is answered 304, and any other caller in full', async () => {
    await warm()
    const etag = (await lookUp())[1].result.headers?.etag ?? ''
    for (const same of [etag, `W/${etag}`])
      expect((await lookup(call(same))).known?.served).toEqual({
        result: { status: 304, headers: { etag } },
        environmentId: production.id,
        environmentName: 'production',
        variables: 0,
      })
    expect(await text(call(`"${production.id}.9"`))).toContain(canary)
  })

  test('an answer that was 304 each time is remembered without its text', async () => {
    const etag = (await lookUp())[1].result.headers?.etag ?? ''
    await warm(call(etag))
    expect((await lookup(call(etag))).known?.served.result.status).toBe(304)
    const full = await lookup()
    expect(full.known).toBeUndefined()
    full.remember(...(await lookUp()))
    expect(await text()).toContain(canary)
  })

  test('the names are another answer than the values, with the bytes of the first', async () => {
    const ask = async (ifNoneMatch = '') => {
      const answer = await app.fetch(`/api/v1/schema/${production.projectId}/production`, {
        headers: { 'x-api-key': apiKey, 'if-none-match': ifNoneMatch },
      })
      const { status, headers } = answer
      const [etag, type] = ['etag', 'content-type'].map((name) => headers.get(name))
      return { status, etag, type, text: await answer.text() }
    }
    await warm()
    const first = await ask()
    expect(first).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' })
    expect(JSON.parse(first.text)).toMatchObject({ version: 1, keys: ['A'] })
    for (let n = 0; n < 3; n++) expect(await ask()).toEqual(first)
    expect(await ask(first.etag ?? '')).toMatchObject({ status: 304, text: '' })
    const [presented] = await lookUp()
    const namesKnown = () =>
      memory.lookup(readSchema, { ...call(), caller: { kind: 'api-key', presented: apiKey } })
    const result = { json: JSON.parse(first.text), headers: { etag: first.etag ?? '' } }
    for (let n = 0; n < 2; n++)
      (await namesKnown()).remember(presented, { result, environmentId: production.id, variables: 0 })
    const { open } = (await namesKnown()).known?.served.result ?? {}
    expect(open?.()).toMatchObject({ headers: { 'content-type': first.type }, body: first.text })
    await write({ A: canary, B: '2' })
    expect(JSON.parse((await ask()).text)).toMatchObject({ version: 2, keys: ['A', 'B'] })
    await write({ A: canary })
  })

  test('a prepared answer is opened once, and is the same', async () => {
    await warm()
    const { served } = (await lookup()).known ?? {}
    served?.prepare?.()
    const opened = served?.result.open?.()
    expect(String(opened?.body)).toContain(canary)
    // Calls that are answered together share it, and later ones open it again.
    expect(served?.result.open?.()).toBe(opened)
    await nextTurn()
    const again = served?.result.open?.()
    expect(again).toEqual(opened)
    expect(again).not.toBe(opened)
  })

  test('a long answer is not prepared', async () => {
    await write({ LONG: 'x'.repeat(20_000) })
    await warm()
    const { served } = (await lookup()).known ?? {}
    expect(served?.prepare).toBeUndefined()
    expect(String(served?.result.open?.().body)).toContain('x'.repeat(20_000))
    await write({ A: canary })
  })

  test('an answer that cannot be opened fails when it is sent, not before', async () => {
    await warm()
    for (const entry of memory.dump()) {
      const { sealed } = entry as { readonly sealed?: Uint8Array }
      sealed?.fill(0, -1)
    }
    const { served } = (await lookup()).known ?? {}
    served?.prepare?.()
    expect(() => served?.result.open?.()).toThrow(VaultError)
  })

  test('memory alone opens nothing', async () => {
    await warm()
    expect(await isKnown()).toBe(true)
    const search = new SecretSearch([canary, apiKey.slice('pak_0123456789012_'.length)])
    const dump = memory.dump()
    const bytes = dump.flatMap((kept) =>
      Object.values(kept as object).map((value) => (value instanceof Uint8Array ? Buffer.from(value) : [])),
    )
    const texts = Buffer.from(inspect(dump, { depth: null, maxArrayLength: null, maxStringLength: null }))
    expect(texts.toString()).toContain(id)
    for (const part of [texts, ...bytes])
      if (part instanceof Buffer) expect(search.in(part)).toEqual(new Set())
    expect(search.in(Buffer.from(`x${canary}y`)).size).toBe(1)
    const user = await app.ctx.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
    expect(texts.toString()).not.toContain(user.password_hash)
    expect(texts.toString()).not.toContain('auth_hash')
  })

  test('an answer lasts five minutes without a call, and thirty in any case', async () => {
    await warm()
    app.advance(5 * minute - 1_000)
    expect(await isKnown()).toBe(true)
    app.advance(5 * minute)
    expect(await isKnown()).toBe(false)
    await warm()
    for (let n = 0; n < 7; n++) {
      app.advance(4 * minute)
      expect(await isKnown()).toBe(true)
    }
    app.advance(3 * minute)
    expect(await isKnown()).toBe(false)
    await warm()
    app.advance(6 * minute)
    memory.sweep()
    expect(memory.dump()).toEqual([])
  })

  test('expiry and address are those of the call', async () => {
    ;({ apiKey } = await seedApiKey(owner, production.projectId, {
      allowed_ips: [ip],
      expires_at: new Date(app.ctx.clock() + 2 * minute).toISOString(),
    }))
    await warm()
    const code = async (from: string) =>
      (await lookup(call(undefined, from))).known?.presented.rejection?.code
    expect(await code(ip)).toBeUndefined()
    expect(await code('203.0.113.8')).toBe('IP_NOT_ALLOWED')
    app.advance(2 * minute)
    expect((await lookup()).known?.presented.rejection?.message).toBe('This API key has expired.')
  })

  const write = (variables: Record<string, string>) =>
    owner.client.call(writeVariables, { params: { id: production.id }, body: { variables, mode: 'replace' } })

  test('a write between question and answer is seen by the next call, not by one that had arrived', async () => {
    await warm()
    const before = await lookup()
    await write({ A: canary, B: '2' })
    expect(textOf(before)).toBe(`A=${canary}\n`)
    expect(await isKnown()).toBe(false)
  })

  test('a write between question and look-up is not remembered as the state before it', async () => {
    await lookup().then(async ({ remember }) => remember(...(await lookUp())))
    const lookupResult = await lookup()
    await write({ A: canary, B: '3' })
    lookupResult.remember(...(await lookUp()))
    expect(await isKnown()).toBe(false)

    // The other order: what was looked up is older than what another process has written since.
    const again = await lookup()
    const result = await lookUp()
    await writeOutside(app, `update grants set created_at = created_at + 1 where principal = '${id}'`)
    again.remember(...result)
    expect(await isKnown()).toBe(false)
  })

  test('a key that was changed back and forth around the look-up is not remembered', async () => {
    const turn = (value: string) => writeOutside(app, `update api_keys set mac = ${value} where id = '${id}'`)
    await lookup().then(async ({ remember }) => remember(...(await lookUp())))
    const lookupResult = await lookup()
    const result = await lookUp()
    const mac = Buffer.from(result[0].key.mac).toString('hex')
    for (const value of ['00', mac]) await turn(engine === 'sqlite' ? `x'${value}'` : `'\\x${value}'`)
    lookupResult.remember(...result)
    expect(await isKnown()).toBe(false)
  })

  test.each([
    ['short', '\ufeffé 😀'],
    ['long', `\ufeff${'é 😀'.repeat(4_000)}`],
  ])('a %s answer has the same bytes each time', async (_, value) => {
    await write({ A: value })
    const url = `/api/v1/inject/${production.projectId}/production`
    const bytes: string[] = []
    for (let n = 0; n < 4; n++) {
      const response = await app.fetch(url, { headers: { 'x-api-key': apiKey } })
      bytes.push(Buffer.from(await response.arrayBuffer()).toString('hex'))
    }
    expect(bytes[0]).toContain(Buffer.from('é 😀').toString('hex'))
    expect(new Set(bytes).size).toBe(1)
  })

  test('calls of keys do not make answers be looked up again', async () => {
    await warm()
    for (let n = 0; n < 3; n++) {
      const url = `/api/v1/inject/${production.projectId}/production`
      expect((await app.fetch(url, { headers: { 'x-api-key': apiKey } })).status).toBe(200)
      expect(await isKnown()).toBe(true)
    }
  })
})
