import { endpoint } from '@envhold/contract/endpoint.ts'
import { type ErrorCode, errorBody, errorCodes, errors } from '@envhold/contract/errors.ts'
import * as field from '@envhold/contract/fields.ts'
import * as variableFields from '@envhold/contract/variables/variable-fields.ts'
import { VaultError } from '@envhold/integrity/vault-error.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedForTests, serveForTests } from '../../../../dev/world/serve-for-tests.ts'
import { AppError, TamperedRowError } from '../app-error.ts'
import { type Call, type HandlerResult, type Origin, route } from './route.ts'

const secret = 'hunter2-SECRET'

const read = endpoint('GET /things/{id}/{key}', {
  name: 'read',
  tag: 'Test',
  summary: 'Read.',
  audience: 'anyone',
  conditional: 'read',
  params: z.object({ id: field.pathId, key: z.string().max(300) }),
  query: z.object({ wide: z.enum(['yes', 'no']).default('no'), note: z.string().max(20).optional() }),
  output: z.object({ id: field.id, key: z.string(), wide: z.string() }),
  errors: [],
})
const write = endpoint('POST /things', {
  name: 'write',
  tag: 'Test',
  summary: 'Write.',
  audience: 'anyone',
  vault: true,
  conditional: 'write',
  body: z.object({ name: z.string().max(10), variables: variableFields.variables.optional() }),
  output: z.object({ done: z.boolean() }),
  success: 201,
  errors: [],
})
const textEndpoint = endpoint('GET /text', {
  name: 'text',
  tag: 'Test',
  summary: 'Text.',
  audience: 'anyone',
  conditional: 'read',
  produces: ['text/plain; charset=utf-8'],
  errors: [],
})
const mine = endpoint('GET /mine', {
  ...textEndpoint,
  name: 'mine',
  audience: 'user',
  permission: 'read_projects',
})
const store = endpoint('POST /store', { ...write, name: 'store', audience: 'session' })

let served: ServedForTests
let calls: Call[] = []
let answerNext: (call: Call) => Promise<HandlerResult>
const presented: unknown[] = []
const tampered: [{ table: string; id: string }, Origin][] = []

const handle = async (call: Call) => {
  calls.push(call)
  return answerNext(call)
}
const as = <T>(result: T) => result as never

beforeAll(async () => {
  served = await serveForTests(
    [
      route(read, as(handle)),
      route(write, as(handle)),
      route(textEndpoint, handle),
      route(mine, as(handle)),
      route(store, as(handle)),
    ],
    {
      authenticate: async (_endpoint, credentials) => {
        presented.push(credentials)
        if (credentials.bearer === 'ses_right') return { kind: 'session', userId: 1 } as never
        throw new AppError('UNAUTHENTICATED')
      },
      onTampered: async (row, origin) => void tampered.push([row, origin]),
    },
  )
})
afterAll(() => served.stop())
beforeEach(() => {
  calls = []
  presented.length = 0
  answerNext = async () => ({ json: { done: true } as never })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${served.url}/api${path}`, { headers })
const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${served.url}/api/things`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
const refusal = async (response: Response) => {
  const body = errorBody.parse(await response.json())
  expect(response.status).toBe(errors[body.error].status)
  expect(body.request_id).toBe(response.headers.get('x-request-id'))
  return body
}

test('passes the parsed request to the handler, and sends only what the contract lists', async () => {
  answerNext = async () => ({ json: { id: 7, key: 'K', wide: 'yes', password: secret } as never })
  const response = await get('/things/7/A%2FB?wide=yes&note=a+b%26', { 'user-agent': 'test/1' })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ id: 7, key: 'K', wide: 'yes' })
  expect(calls[0]).toMatchObject({
    caller: { kind: 'anonymous' },
    params: { id: 7, key: 'A/B' },
    query: { wide: 'yes', note: 'a b&' },
    body: undefined,
    masterPassword: undefined,
    ifMatch: undefined,
    origin: { ip: '127.0.0.1', userAgent: 'test/1', requestId: response.headers.get('x-request-id') },
  })
})

test.each(['07', '7.0', '+7', '7e0', '0x7', '%207', '7%20'])(
  'a number has one spelling: not %s',
  async (id) => {
    const body = await refusal(await get(`/things/${id}/K`))
    expect(body).toMatchObject({ error: 'VALIDATION_FAILED', details: [{ path: 'id' }] })
    expect(calls).toEqual([])
  },
)

test('sends the text, headers and 304 that the handler returns', async () => {
  answerNext = async () => ({ text: 'A=1\n', headers: { etag: '"3"', 'content-type': 'application/yaml' } })
  const text = await get('/text')
  expect([text.status, await text.text()]).toEqual([200, 'A=1\n'])
  expect(text.headers.get('etag')).toBe('"3"')
  expect(text.headers.get('content-type')).toBe('application/yaml')
  answerNext = async () => ({ status: 304, headers: { etag: '"3"' } })
  const unchanged = await get('/text', { 'if-none-match': '"3"' })
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
  expect(unchanged.headers.get('etag')).toBe('"3"')
  expect(calls[1]?.ifNoneMatch).toBe('"3"')
})

test('every response has a request id, may not be stored, and has a policy that forbids pages to use it', async () => {
  const seen = new Set<string | null>()
  for (const response of [await get('/text'), await get('/nowhere'), await post('{'), await get('/%zz')]) {
    const { headers } = response
    seen.add(headers.get('x-request-id'))
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  }
  expect(seen.size).toBe(4)
  expect(seen).not.toContain(null)
})

test('a call that cannot be conditional does not see what its client remembers', async () => {
  await fetch(`${served.url}/api/things`, {
    method: 'POST',
    body: '{"name":"x"}',
    headers: { 'content-type': 'application/json', 'if-none-match': '"3"' },
  })
  expect(calls[0]?.ifNoneMatch).toBeUndefined()
})

test('a path that is written in another way has the headers of its route', async () => {
  answerNext = async () => ({ text: 'A=1\n' })
  const response = await fetch(`${served.url}/%61pi/text`)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
})

test('a request id of the caller is ignored', async () => {
  const response = await get('/text', { 'x-request-id': 'mine' })
  expect(response.headers.get('x-request-id')).not.toBe('mine')
})

test.each(errorCodes)('%s has the status and message of the table', async (code: ErrorCode) => {
  answerNext = async () => {
    throw new AppError(code, { retryAfter: 12.1, headers: { 'x-more': 'yes' } })
  }
  const response = await get('/text')
  const body = await refusal(response)
  expect(body).toMatchObject({ error: code, message: errors[code].message })
  expect(body.upgradeRequired).toBe(code === 'UPGRADE_REQUIRED' ? true : undefined)
  expect(response.headers.get('retry-after')).toBe('13')
  expect(response.headers.get('x-more')).toBe('yes')
  expect(response.headers.get('www-authenticate')).toBe(code === 'UNAUTHENTICATED' ? 'Bearer' : null)
})

test.each([
  ['an error of any kind', new Error(secret)],
  ['the vault’s', new VaultError()],
  ['a database’s', Object.assign(new Error(secret), { code: '23505', detail: secret })],
  ['a system’s', Object.assign(new Error(secret), { code: 'ENOENT', path: secret })],
  ['a thrown text', secret],
])('%s becomes INTERNAL, of which only the request id is shown', async (_name, thrown) => {
  answerNext = () => Promise.reject(thrown)
  const body = await refusal(await get('/text'))
  expect(body).toEqual({ error: 'INTERNAL', message: errors.INTERNAL.message, request_id: body.request_id })
  expect(served.logged()).toContain(body.request_id)
  expect(served.logged()).not.toContain(secret)
})

test('an unavailable database is logged, and the response says when to retry', async () => {
  answerNext = () => Promise.reject(Object.assign(new Error(secret), { code: 'ECONNREFUSED' }))
  const response = await get('/text')
  const body = await refusal(response)
  expect(body).toMatchObject({ error: 'UNAVAILABLE', message: errors.UNAVAILABLE.message })
  expect(response.headers.get('retry-after')).toBe('2')
  expect(served.logged()).toContain(`"requestId":"${body.request_id}","route":"/api/text","error"`)
  expect(served.logged()).not.toContain(secret)
})

test('a response that is not in the contract is an internal error', async () => {
  answerNext = async () => ({ json: { id: 'seven', key: secret } as never })
  expect((await refusal(await get('/things/7/K'))).error).toBe('INTERNAL')
  expect(served.logged()).not.toContain(secret)
})

test('a row changed in the database is recorded, and the response does not mention it', async () => {
  answerNext = async () => {
    throw new TamperedRowError('grants', '7/user/1')
  }
  expect((await refusal(await get('/text'))).error).toBe('INTERNAL')
  expect(tampered).toMatchObject([[{ table: 'grants', id: '7/user/1' }, { ip: '127.0.0.1' }]])
})

test.each([
  ['/things/x/K', 'id'],
  ['/things/0/K', 'id'],
  ['/things/1/K?wide=perhaps', 'wide'],
  [`/things/1/K?note=${'x'.repeat(21)}`, 'note'],
  ['/things/1/K?wide=yes&wide=no', 'query'],
  ['/things/1/K?%77ide=yes&wide=yes', 'query'],
  ['/things/1/K?note=%ff', 'query'],
  ['/things/1/K?Wide=yes', 'Wide'],
  ['/text?__proto__=x', '__proto__'],
  ['/text?=x', 'query'],
  ['/text?masterPassword=hunter&2=x', 'query'],
])('rejects %s, naming %s', async (path, named) => {
  const body = await refusal(await get(path))
  expect(body).toMatchObject({ error: 'VALIDATION_FAILED', details: [{ path: named }] })
  expect(calls).toEqual([])
})

test('explains what is wrong with a body without quoting it', async () => {
  const body = await refusal(await post(JSON.stringify({ name: secret, variables: { 'bad key': secret } })))
  expect(body.details?.map(({ path }) => path)).toEqual(['name', 'variables.bad key'])
  expect(JSON.stringify(body)).not.toContain(secret)
})

test.each([
  ['no JSON', `{"name": ${secret}`],
  ['JSON that is no object', `"${secret}"`],
  ['a list', `["${secret}"]`],
  ['nothing', ''],
  ['a byte order mark', '\ufeff{"name":"x"}'],
  ['bytes that are not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d)],
  ['deep nesting', '['.repeat(60_000)],
])('rejects %s as a body, without quoting it', async (_name, sent) => {
  const response = await post(sent)
  const text = await response.clone().text()
  expect((await refusal(response)).error).toBe('VALIDATION_FAILED')
  expect(text).not.toContain(secret)
})

test('keeps a variable named __proto__ or constructor', async () => {
  const response = await post('{"name":"x","variables":{"__proto__":"a","constructor":"b","A":"c"}}')
  expect(response.status).toBe(201)
  const body = calls[0]?.body as { variables: Record<string, string> } | undefined
  expect(Object.entries(body?.variables ?? {})).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'b'],
    ['A', 'c'],
  ])
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=latin1',
  'x',
  '; =',
])('rejects %s as a content type', async (type) => {
  expect((await refusal(await post('{"name":"x"}', { 'content-type': type }))).error).toBe(
    'UNSUPPORTED_MEDIA_TYPE',
  )
})

test.each(['application/json', 'application/json;charset=UTF-8', 'Application/JSON; charset="utf-8"'])(
  'takes %s',
  async (type) => {
    expect((await post('{"name":"x"}', { 'content-type': type })).status).toBe(201)
  },
)

test('accepts at most 2 MiB from an authenticated caller', async () => {
  const around = '{"name":"x","more":""}'.length
  const sized = (bytes: number) => `{"name":"x","more":"${'y'.repeat(bytes - around)}"}`
  const limit = 2 * 1024 * 1024
  const send = (bytes: number) =>
    fetch(`${served.url}/api/store`, {
      method: 'POST',
      body: sized(bytes),
      headers: { 'content-type': 'application/json', authorization: 'Bearer ses_right' },
    })
  expect((await send(limit)).status).toBe(201)
  expect((await refusal(await send(limit + 1))).error).toBe('PAYLOAD_TOO_LARGE')
})

test('decodes the master password, and rejects what is not percent-encoded UTF-8', async () => {
  await post('{"name":"x"}', { 'x-master-password': encodeURIComponent('pä ss%+wörd') })
  expect(calls[0]?.masterPassword).toBe('pä ss%+wörd')
  await post('{"name":"x"}', { 'x-master-password': '' })
  expect(calls[1]?.masterPassword).toBeUndefined()
  for (const bad of ['p\u00e4ss', '%e4', '%', '%zz', 'a%00b', 'x'.repeat(1_025)]) {
    const body = await refusal(await post('{"name":"x"}', { 'x-master-password': bad }))
    expect(body).toMatchObject({ error: 'VALIDATION_FAILED', details: [{ path: 'x-master-password' }] })
  }
  expect(calls).toHaveLength(2)
})

test('reads the version in If-Match', async () => {
  for (const [sent, read] of [
    ['"7"', 7],
    ['"0"', 0],
    ['*', undefined],
  ] as const) {
    calls = []
    await post('{"name":"x"}', { 'if-match': sent })
    expect(calls[0]?.ifMatch).toBe(read)
  }
  for (const bad of ['7', 'W/"7"', '"7", "8"', '"x"', '"-1"', '"1e3"'])
    expect((await refusal(await post('{"name":"x"}', { 'if-match': bad }))).details?.[0]?.path).toBe(
      'If-Match',
    )
})

test('parses credentials, and rejects malformed ones', async () => {
  await get('/mine')
  await get('/mine', { authorization: 'Bearer pak_x' })
  await get('/mine', { authorization: 'bearer pak_x' })
  await get('/mine', { 'x-api-key': 'pak_x' })
  expect(presented).toEqual([
    { bearer: undefined, apiKey: undefined },
    { bearer: 'pak_x', apiKey: undefined },
    { bearer: 'pak_x', apiKey: undefined },
    { bearer: undefined, apiKey: 'pak_x' },
  ])
  presented.length = 0
  const bad: Record<string, string>[] = [
    { authorization: 'Basic eDp5' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer a b' },
    { authorization: 'Bearer  a' },
    { 'x-api-key': '' },
    { 'x-api-key': 'a b' },
    { 'x-api-key': 'p\u00e4k' },
    { authorization: 'Bearer a', 'x-api-key': 'a' },
  ]
  for (const headers of bad)
    expect((await refusal(await get('/mine', headers))).error).toBe('UNAUTHENTICATED')
  expect(presented).toEqual([])
})

test('responds 404 to other methods and other paths', async () => {
  for (const method of ['DELETE', 'PUT', 'PATCH', 'OPTIONS', 'PROPFIND']) {
    const response = await fetch(`${served.url}/api/text`, { method })
    expect(response.status).toBe(404)
  }
  expect((await refusal(await get('/'))).error).toBe('NOT_FOUND')
  expect((await refusal(await get('/text/'))).error).toBe('NOT_FOUND')
  expect((await refusal(await get('/TEXT'))).error).toBe('NOT_FOUND')
  expect((await refusal(await get('/things/1/%zz'))).error).toBe('VALIDATION_FAILED')
})

test('responds to HEAD with the headers of GET, and no body', async () => {
  const requests: string[] = []
  async function* pieces() {
    requests.push('begun')
    yield new TextEncoder().encode('a,b\n')
  }
  for (const answered of [
    { text: 'A=1\n', headers: { etag: '"3"' } },
    { text: 'Ä=1\n' },
    { status: 304, headers: { etag: '"3"' } },
    { stream: pieces() },
  ]) {
    answerNext = async () => ({ ...answered, ...(answered.stream && { stream: pieces() }) })
    const got = await get('/text')
    requests.length = 0
    const head = await fetch(`${served.url}/api/text`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([got.status, ''])
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control'])
      expect(head.headers.get(name), name).toBe(got.headers.get(name))
    expect(requests).toEqual([])
  }
  expect((await fetch(`${served.url}/api/things`, { method: 'HEAD' })).status).toBe(404)
  expect((await fetch(`${served.url}/api/text?x=1`, { method: 'HEAD' })).status).toBe(400)
})
