import { expect, test } from 'vitest'
import { describeError } from './describe-error.ts'
import { createLog } from './log.ts'

const secret = 'hunter2'

test('returns name, code and frames, never the message', () => {
  const error = Object.assign(new TypeError(`bad ${secret}`), { code: '23505', detail: secret })
  const described = describeError(error)
  expect(described).toMatchObject({ error: 'TypeError', code: '23505' })
  expect(described.at?.[0]).toContain('describe-error.test.ts')
  expect(JSON.stringify(described)).not.toContain(secret)
})

test('is not fooled by a message that looks like frames', () => {
  const error = new Error(`x\n    at ${secret} (/srv/file.ts:1:1)\n    at ${secret} (/srv/file.ts:2:2)`)
  const described = describeError(error)
  expect(described.at?.length).toBeGreaterThan(0)
  expect(JSON.stringify(described)).not.toContain(secret)
})

test('leaves out frames when it cannot tell where the message ends', () => {
  const error = new Error('harmless')
  error.message = 'changed afterwards'
  error.stack = `Error: ${'y'.repeat(12)}\n    at ${secret} (/srv/file.ts:1:1)\n    at ${secret} (/srv/file.ts:2:2)`
  expect(JSON.stringify(describeError(error))).not.toContain(secret)
})

test.each([secret, { message: secret }, null, undefined, [secret]])(
  '%o is described as no error, without its content',
  (thrown) => {
    expect(JSON.stringify(describeError(thrown))).not.toContain(secret)
  },
)

test('follows causes, and stops at an error that is its own cause', () => {
  const error = new Error('x', { cause: new RangeError(secret) })
  expect(describeError(error).cause?.error).toBe('RangeError')
  const loop: Error & { cause?: unknown } = new Error('x')
  loop.cause = loop
  expect(JSON.stringify(describeError(loop))).not.toContain('x"')
})

test('a name or code with unusual characters is left out', () => {
  const error = Object.assign(new Error('x'), { code: `no such ${secret}` })
  error.name = `Error of ${secret}`
  expect(JSON.stringify(describeError(error))).not.toContain(secret)
})

const request = {
  requestId: 'r-1',
  method: 'GET',
  route: '/api/x',
  status: 200,
  ip: '::1',
  ms: 2,
  waitedMs: 0,
}

test('the log writes the fields it names and no others', () => {
  const lines: string[] = []
  const log = createLog('debug', { to: { write: (line) => void lines.push(line) } })
  log.answered({
    ...request,
    ...{ url: `/api/x?masterPassword=${secret}`, headers: { authorization: secret } },
  })
  log.fault({ requestId: 'r-1', route: '/api/x', error: new Error(secret) })
  expect(lines.join('')).not.toContain(secret)
  const [first = '{}'] = lines
  expect(Object.keys(JSON.parse(first)).sort()).toEqual(
    ['ip', 'level', 'method', 'ms', 'msg', 'requestId', 'route', 'status', 'time'].sort(),
  )
})

test('at the default level only slow and failed requests are logged', () => {
  const lines: string[] = []
  const log = createLog('info', { to: { write: (line) => void lines.push(line) } })
  log.answered(request)
  log.answered({ ...request, status: 404 })
  expect(lines).toEqual([])
  log.answered({ ...request, ms: 5_000 })
  log.answered({ ...request, status: 503 })
  expect(lines).toHaveLength(2)
  log.answered({ ...request, ms: 25_002, waitedMs: 25_000 })
  expect(lines).toHaveLength(2)
  log.answered({ ...request, ms: 26_000, waitedMs: 25_000 })
  expect(lines).toHaveLength(3)
})
