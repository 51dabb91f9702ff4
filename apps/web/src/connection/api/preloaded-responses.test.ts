import { expect, test } from 'vitest'
import { type PreloadedResponses, withPreloadedResponses } from './preloaded-responses.ts'

const authorization = 'Bearer ses_1'
const path = '/api/auth/session'

function world(early: Partial<PreloadedResponses> = {}) {
  const sent: string[] = []
  const send = withPreloadedResponses(
    {
      authorization,
      at: Date.now(),
      answers: new Map([[path, Promise.resolve(new Response('early'))]]),
      ...early,
    },
    async (input) => {
      sent.push(String(input))
      return new Response('sent')
    },
  )
  const read = async (init: RequestInit = {}) =>
    (await send(path, { headers: { authorization }, ...init })).text()
  return { read, sent }
}

test('answers the first call of a path, and sends the next', async () => {
  const { read, sent } = world()
  expect(await read()).toBe('early')
  expect(sent).toEqual([])
  expect(await read()).toBe('sent')
})

test.each<[string, RequestInit]>([
  ['another token', { headers: { authorization: 'Bearer ses_2' } }],
  ['no token', { headers: {} }],
  ['a master password', { headers: { authorization, 'x-master-password': 'x' } }],
  ['a condition', { headers: { authorization, 'if-none-match': '"1"' } }],
  ['another method', { method: 'POST' }],
])('sends a call with %s', async (_, init) => expect(await world().read(init)).toBe('sent'))

test('discards the answers when a call may change something', async () => {
  const { read } = world()
  await read({ method: 'POST' })
  expect(await read()).toBe('sent')
})

test('sends a call once the answer is old', async () =>
  expect(await world({ at: Date.now() - 60_000 }).read()).toBe('sent'))

test('passes a failure on, and sends the next try', async () => {
  const answers = new Map([[path, Promise.reject(new TypeError('Failed to fetch'))]])
  const { read } = world({ answers })
  await expect(read()).rejects.toThrow('Failed to fetch')
  expect(await read()).toBe('sent')
})

test('a call that is called off ends at once', async () => {
  const { read } = world({ answers: new Map([[path, new Promise<Response>(() => {})]]) })
  await expect(read({ signal: AbortSignal.abort() })).rejects.toThrow('abort')
})
