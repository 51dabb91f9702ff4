// Webhooks of a provider: the handler gets the bytes as they were signed and the headers of the signature, and the
// caller needs no credential.

import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { endpoint } from '@envhold/contract/endpoint.ts'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedForTests, serveForTests } from '../../../../dev/world/serve-for-tests.ts'
import { AppError } from '../app-error.ts'
import { route } from './route.ts'

const receive = endpoint('POST /webhooks/{provider}', {
  name: 'receive',
  tag: 'Test',
  summary: 'Receive.',
  audience: 'webhook',
  rawBody: true,
  requestHeaders: ['webhook-id', 'webhook-signature'],
  params: z.object({ provider: z.enum(['acme']) }),
  output: z.object({ id: z.string().max(100), bytes: z.number() }),
  errors: ['UNAUTHENTICATED'],
})
const small = endpoint('POST /small/{provider}', { ...receive, name: 'small', rawBody: { maxBytes: 10 } })

const signatureOf = (id: string, body: Uint8Array) =>
  createHmac('sha256', 'whsec').update(`${id}.`).update(body).digest('hex')
const seen: unknown[] = []

const served = { value: undefined as ServedForTests | undefined }
const urlOf = (path: string) => `${served.value?.url}/api${path}`

beforeAll(async () => {
  served.value = await serveForTests([
    route(receive, async ({ caller, body, headers }) => {
      const { 'webhook-id': id = '', 'webhook-signature': signature = '' } = headers
      if (!sameBytes(Buffer.from(signature), Buffer.from(signatureOf(id, body))))
        throw new AppError('UNAUTHENTICATED')
      seen.push({ caller, headers, body })
      return { json: { id, bytes: body.length } }
    }),
    route(small, async ({ body }) => ({ json: { id: '', bytes: body.length } })),
  ])
})
afterAll(() => served.value?.stop())

const send = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}, path = '/webhooks/acme') =>
  fetch(urlOf(path), { method: 'POST', body, headers })
const signed = (body: Uint8Array) => ({
  'webhook-id': 'evt_1',
  'webhook-signature': signatureOf('evt_1', body),
})

test.each([
  ['JSON with its own spaces', Buffer.from('{ "a" : 1.0,\r\n "a":2 }')],
  ['no JSON at all', Buffer.from([0, 0xff, 0xfe, 13, 10])],
  ['nothing', Buffer.alloc(0)],
])('the handler gets the bytes as they were sent: %s', async (_name, sent) => {
  const body = new Uint8Array(sent)
  seen.length = 0
  const response = await send(body, { ...signed(body), 'content-type': 'application/vnd.api+json' })
  expect([response.status, await response.json()]).toEqual([200, { id: 'evt_1', bytes: body.length }])
  const [{ body: received }] = seen as [{ body: Buffer }]
  expect(Buffer.compare(received, body)).toBe(0)
})

test('the handler gets only the declared headers, and credentials are ignored', async () => {
  const body = new Uint8Array(Buffer.from('{}'))
  seen.length = 0
  const response = await send(body, {
    ...signed(body),
    authorization: 'Bearer ses_wrong',
    'x-api-key': 'pak_wrong',
    'x-forwarded-host': 'evil.example',
  })
  expect(response.status).toBe(200)
  expect(seen).toEqual([{ caller: { kind: 'anonymous' }, headers: signed(body), body: expect.anything() }])
})

test('rejects a missing, wrong or repeated header of the signature', async () => {
  const body = new Uint8Array(Buffer.from('{}'))
  expect((await send(body)).status).toBe(401)
  expect((await send(body, { ...signed(body), 'webhook-id': 'evt_2' })).status).toBe(401)
  const { promise, resolve, reject } = Promise.withResolvers<[number | undefined, string]>()
  const clientRequest = request(urlOf('/webhooks/acme'), { method: 'POST' }, (response) => {
    text(response).then((said) => resolve([response.statusCode, said]), reject)
  })
  clientRequest.setHeader('webhook-id', 'evt_1')
  clientRequest.setHeader('webhook-signature', [signed(body)['webhook-signature'], 'another'])
  clientRequest.end(body)
  const [status, said] = await promise
  expect([status, JSON.parse(said).error]).toEqual([401, 'UNAUTHENTICATED'])
})

test('accepts at most 256 KiB, or the endpoint’s own limit', async () => {
  const full = new Uint8Array(256 * 1024)
  expect((await send(full, signed(full))).status).toBe(200)
  const more = new Uint8Array(256 * 1024 + 1)
  expect((await send(more, signed(more))).status).toBe(413)
  expect((await send(new Uint8Array(10), {}, '/small/acme')).status).toBe(200)
  expect((await send(new Uint8Array(11), {}, '/small/acme')).status).toBe(413)
  expect(served.value?.heldBytes()).toBe(0)
})

test('rejects an unknown provider', async () => {
  expect((await send(new Uint8Array(2), {}, '/webhooks/other')).status).toBe(400)
})
